/// The request to v2 `accounts/mfaSignIn:finalize`, which completes a sign-in with a second factor's code; exactly one info
/// or a recovery code is set.
public struct FinalizeMfaSignInRequest: Codable, Sendable {
    /// The credential from the first factor's sign-in.
    public var mfaPendingCredential: String?
    /// The id of the authenticator app. Not needed for an SMS code, whose `sessionInfo` identifies the phone.
    public var mfaEnrollmentId: String?
    /// The code sent to a phone.
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    /// The code from an authenticator app.
    public var totpVerificationInfo: MfaTotpSignInRequestInfo?
    /// A recovery code, in place of any of the account's factors. Firebase has none.
    public var recoveryCode: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// A code from an authenticator app.
public struct MfaTotpSignInRequestInfo: Codable, Sendable {
    /// The code that the app shows.
    public var verificationCode: String?

    /// Creates a value without any fields set.
    public init() {}
}

/// The response to `accounts/mfaSignIn:finalize`: the session. Its lifetime is in the ID token.
public struct FinalizeMfaSignInResponse: Codable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    /// Creates an empty response.
    public init() {}
}
