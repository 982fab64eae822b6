/// The request to v2 `accounts/mfaEnrollment:finalize`, which enrols a second factor with its first code; exactly one info
/// is set.
public struct FinalizeMfaEnrollmentRequest: Codable, Sendable {
    public var idToken: String?
    /// The person's name for the factor.
    public var displayName: String?
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    public var totpVerificationInfo: FinalizeMfaTotpEnrollmentRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// The first code of an authenticator app.
public struct FinalizeMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    /// The session from ``StartMfaTotpEnrollmentResponseInfo``.
    public var sessionInfo: String?
    public var verificationCode: String?

    public init() {}
}

/// Indicates that an authenticator app was enrolled; Google defines no members.
public struct FinalizeMfaTotpEnrollmentResponseInfo: Codable, Sendable {
    public init() {}
}

/// The response to `accounts/mfaEnrollment:finalize`: a new session. Its lifetime is in the ID token.
public struct FinalizeMfaEnrollmentResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?
    @Lenient public var totpAuthInfo: FinalizeMfaTotpEnrollmentResponseInfo?

    public init() {}
}
