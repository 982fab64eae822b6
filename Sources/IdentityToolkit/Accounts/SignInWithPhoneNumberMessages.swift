/// The request to `accounts:signInWithPhoneNumber`, which signs in, reauthenticates, or (with `idToken`) links or changes
/// the number.
///
/// The number is proven by `sessionInfo` and `code`, or by `temporaryProof` and `phoneNumber`.
public struct SignInWithPhoneNumberRequest: Codable, Sendable {
    /// The session from ``SendVerificationCodeResponse``.
    public var sessionInfo: String?
    /// The code received by SMS.
    public var code: String?
    /// The ID token of the account to link, or whose number to change. Absent to sign in.
    public var idToken: String?
    /// The proof from an earlier response, given when the number turned out to belong to another account.
    public var temporaryProof: String?
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    /// The purpose of the code.
    public var operation: VerifyOp?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithPhoneNumber`: a session, or, if the number belongs to another account, only
/// `phoneNumber` and `temporaryProof`.
public struct SignInWithPhoneNumberResponse: Codable, Sendable {
    /// The account's id.
    public var localId: String?
    /// Indicates whether the request created the account.
    @Lenient public var isNewUser: Bool?
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    /// A proof of the number for another request, without another code.
    public var temporaryProof: String?
    /// The temporary proof's lifetime in seconds, as a decimal string.
    @Lenient public var temporaryProofExpiresIn: Int64Text?
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    /// Creates an empty response.
    public init() {}
}
