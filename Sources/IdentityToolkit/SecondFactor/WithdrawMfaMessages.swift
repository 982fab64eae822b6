/// The request to v2 `accounts/mfaEnrollment:withdraw`, which removes a second factor.
public struct WithdrawMfaRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The id of the factor to remove.
    public var mfaEnrollmentId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts/mfaEnrollment:withdraw`: a new session. Its lifetime is in the ID token.
public struct WithdrawMfaResponse: Codable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?

    /// Creates an empty response.
    public init() {}
}
