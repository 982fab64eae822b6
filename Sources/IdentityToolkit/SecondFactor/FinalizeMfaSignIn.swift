/// The request to v2 `accounts/mfaSignIn:finalize`, which completes a sign-in with a second factor's code; exactly one info
/// is set.
public struct FinalizeMfaSignInRequest: Codable, Sendable {
    /// The credential from the first factor's sign-in.
    public var mfaPendingCredential: String?
    /// The id of the authenticator app. Not needed for an SMS code, whose `sessionInfo` identifies the phone.
    public var mfaEnrollmentId: String?
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    public var totpVerificationInfo: MfaTotpSignInRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// A code from an authenticator app.
public struct MfaTotpSignInRequestInfo: Codable, Sendable {
    public var verificationCode: String?

    public init() {}
}

/// The response to `accounts/mfaSignIn:finalize`: the session. Its lifetime is in the ID token.
public struct FinalizeMfaSignInResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?

    public init() {}
}
