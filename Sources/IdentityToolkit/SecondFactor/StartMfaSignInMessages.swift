/// The request to v2 `accounts/mfaSignIn:start`, which sends a code to an enrolled phone. Authenticator apps do not need it.
public struct StartMfaSignInRequest: Codable, Sendable {
    /// The credential from the first factor's sign-in.
    public var mfaPendingCredential: String?
    /// The id of the factor to use.
    public var mfaEnrollmentId: String?
    /// The proof that the request comes from an app.
    public var phoneSignInInfo: StartMfaPhoneRequestInfo?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts/mfaSignIn:start`.
public struct StartMfaSignInResponse: Codable, Sendable {
    /// The session of the code sent to the phone.
    public var phoneResponseInfo: StartMfaPhoneResponseInfo?

    /// Creates an empty response.
    public init() {}
}
