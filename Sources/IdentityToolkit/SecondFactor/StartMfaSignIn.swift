/// The request to v2 `accounts/mfaSignIn:start`, which sends a code to an enrolled phone. Authenticator apps do not need it.
public struct StartMfaSignInRequest: Codable, Sendable {
    /// The credential from the first factor's sign-in.
    public var mfaPendingCredential: String?
    public var mfaEnrollmentId: String?
    public var phoneSignInInfo: StartMfaPhoneRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts/mfaSignIn:start`.
public struct StartMfaSignInResponse: Codable, Sendable {
    public var phoneResponseInfo: StartMfaPhoneResponseInfo?

    public init() {}
}
