/// v2 `accounts/mfaEnrollment:withdraw`: give up a second factor.
public struct WithdrawMfaRequest: Codable, Sendable {
    public var idToken: String?
    public var mfaEnrollmentId: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts/mfaEnrollment:withdraw`: a new session, whose ID token tells when it ends.
public struct WithdrawMfaResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?

    public init() {}
}
