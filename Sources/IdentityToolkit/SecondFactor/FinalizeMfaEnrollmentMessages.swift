/// v2 `accounts/mfaEnrollment:finalize`: enrol what a code proves; exactly one info is set.
public struct FinalizeMfaEnrollmentRequest: Codable, Sendable {
    public var idToken: String?
    /// What the person calls the factor.
    public var displayName: String?
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    public var totpVerificationInfo: FinalizeMfaTotpEnrollmentRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// An authenticator app's first code.
public struct FinalizeMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    /// What ``StartMfaTotpEnrollmentResponseInfo`` gave.
    public var sessionInfo: String?
    public var verificationCode: String?

    public init() {}
}

/// Says that what was enrolled is an authenticator app; Google has nothing to tell of one.
public struct FinalizeMfaTotpEnrollmentResponseInfo: Codable, Sendable {
    public init() {}
}

/// The answer to `accounts/mfaEnrollment:finalize`: a new session, whose ID token tells when it ends.
public struct FinalizeMfaEnrollmentResponse: Codable, Sendable {
    public var idToken: String?
    public var refreshToken: String?
    @Lenient public var totpAuthInfo: FinalizeMfaTotpEnrollmentResponseInfo?

    public init() {}
}
