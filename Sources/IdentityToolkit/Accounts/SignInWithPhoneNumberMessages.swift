/// `accounts:signInWithPhoneNumber`: sign in, reauthenticate, or link or change the number (with `idToken`).
///
/// The number is proven by `sessionInfo` with `code`, or by `temporaryProof` with `phoneNumber`.
public struct SignInWithPhoneNumberRequest: Codable, Sendable {
    /// What ``SendVerificationCodeResponse`` gave.
    public var sessionInfo: String?
    /// The texted code.
    public var code: String?
    public var idToken: String?
    /// What an earlier answer gave when the number turned out to be another account's.
    public var temporaryProof: String?
    /// E.164.
    public var phoneNumber: String?
    public var operation: VerifyOp?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:signInWithPhoneNumber`: a session, or, where the number is another account's already,
/// `phoneNumber` and `temporaryProof` alone.
public struct SignInWithPhoneNumberResponse: Codable, Sendable {
    public var localId: String?
    @Lenient public var isNewUser: Bool?
    /// E.164.
    public var phoneNumber: String?
    /// Proves the number once more, without another code.
    public var temporaryProof: String?
    /// Seconds from now.
    @Lenient public var temporaryProofExpiresIn: Int64Text?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?

    public init() {}
}
