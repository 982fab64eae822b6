/// v2 `accounts/mfaSignIn:start`: have a code texted to an enrolled phone. Authenticator apps need no start.
public struct StartMfaSignInRequest: Codable, Sendable {
    /// What the first factor's sign-in gave.
    public var mfaPendingCredential: String?
    public var mfaEnrollmentId: String?
    public var phoneSignInInfo: StartMfaPhoneRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts/mfaSignIn:start`.
public struct StartMfaSignInResponse: Codable, Sendable {
    public var phoneResponseInfo: StartMfaPhoneResponseInfo?

    public init() {}
}
