/// The request to v2 `accounts/mfaEnrollment:withdraw`, which removes a second factor.
public struct WithdrawMfaRequest: Codable, Sendable {
    public var idToken: String?
    public var mfaEnrollmentId: String?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts/mfaEnrollment:withdraw`: a new session. Its lifetime is in the ID token.
public struct WithdrawMfaResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?

    public init() {}
}
