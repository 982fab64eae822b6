/// The request to `accounts:signInWithPhoneNumber`, which signs in, reauthenticates, or (with `idToken`) links or changes
/// the number.
///
/// The number is proven by `sessionInfo` and `code`, or by `temporaryProof` and `phoneNumber`.
public struct SignInWithPhoneNumberRequest: Codable, Sendable {
    /// The session from ``SendVerificationCodeResponse``.
    public var sessionInfo: String?
    /// The code received by SMS.
    public var code: String?
    public var idToken: String?
    /// The proof from an earlier response, given when the number turned out to belong to another account.
    public var temporaryProof: String?
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    public var operation: VerifyOp?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithPhoneNumber`: a session, or, if the number belongs to another account, only
/// `phoneNumber` and `temporaryProof`.
public struct SignInWithPhoneNumberResponse: Codable, Sendable {
    public var localId: String?
    @Lenient public var isNewUser: Bool?
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    /// A proof of the number for another request, without another code.
    public var temporaryProof: String?
    /// The temporary proof's lifetime in seconds, as a decimal string.
    @Lenient public var temporaryProofExpiresIn: Int64Text?
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    public init() {}
}
