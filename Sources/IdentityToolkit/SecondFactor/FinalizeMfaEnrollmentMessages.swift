/// The request to v2 `accounts/mfaEnrollment:finalize`, which enrols a second factor with its first code; exactly one info
/// is set.
public struct FinalizeMfaEnrollmentRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The person's name for the factor.
    public var displayName: String?
    /// The code sent to a phone.
    public var phoneVerificationInfo: FinalizeMfaPhoneRequestInfo?
    /// The code from an authenticator app.
    public var totpVerificationInfo: FinalizeMfaTotpEnrollmentRequestInfo?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The first code of an authenticator app.
public struct FinalizeMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    /// The session from ``StartMfaTotpEnrollmentResponseInfo``.
    public var sessionInfo: String?
    /// The code that the app shows.
    public var verificationCode: String?

    /// Creates a value without any fields set.
    public init() {}
}

/// Indicates that an authenticator app was enrolled; Google defines no members.
public struct FinalizeMfaTotpEnrollmentResponseInfo: Codable, Sendable {
    /// Creates a value without any fields set.
    public init() {}
}

/// The phone that was enrolled.
public struct FinalizeMfaPhoneResponseInfo: Codable, Sendable {
    /// The phone number in E.164 format.
    public var phoneNumber: String?

    /// Creates a value without any fields set.
    public init() {}
}

/// The response to `accounts/mfaEnrollment:finalize`: a new session. Its lifetime is in the ID token.
public struct FinalizeMfaEnrollmentResponse: Codable, Sendable {
    /// The ID token of the new session.
    public var idToken: String?
    /// The refresh token of the new session.
    public var refreshToken: String?
    /// Set if the factor is a phone.
    @Lenient public var phoneAuthInfo: FinalizeMfaPhoneResponseInfo?
    /// Set if the factor is an authenticator app.
    @Lenient public var totpAuthInfo: FinalizeMfaTotpEnrollmentResponseInfo?

    /// Creates an empty response.
    public init() {}
}
