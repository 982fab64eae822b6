/// v2 `accounts/mfaSignIn:finalize`: finish a sign-in with a second factor's code; exactly one info is set.
public struct FinalizeMfaSignInRequest: Codable, Sendable {
    /// What the first factor's sign-in gave.
    public var mfaPendingCredential: String?
    /// Which authenticator app; a texted code's `sessionInfo` knows its phone.
    public var mfaEnrollmentId: String?
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    public var totpVerificationInfo: MfaTotpSignInRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// An authenticator app's code.
public struct MfaTotpSignInRequestInfo: Codable, Sendable {
    public var verificationCode: String?

    public init() {}
}

/// The answer to `accounts/mfaSignIn:finalize`: the session, whose ID token tells when it ends.
public struct FinalizeMfaSignInResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?

    public init() {}
}
