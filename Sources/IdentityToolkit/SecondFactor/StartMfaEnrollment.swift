/// The request to v2 `accounts/mfaEnrollment:start`, which begins to enrol a phone or an authenticator app; exactly one info
/// is set.
public struct StartMfaEnrollmentRequest: Codable, Sendable {
    public var idToken: String?
    public var phoneEnrollmentInfo: StartMfaPhoneRequestInfo?
    public var totpEnrollmentInfo: StartMfaTotpEnrollmentRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// A request for an authenticator app's secret, without parameters.
public struct StartMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    public init() {}

    /// Reads any object. The synthesized initializer of a type without members would accept any value.
    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: FieldName.self) }
}

/// The response to `accounts/mfaEnrollment:start`, with the info for the requested kind of factor.
public struct StartMfaEnrollmentResponse: Codable, Sendable {
    public var phoneSessionInfo: StartMfaPhoneResponseInfo?
    public var totpSessionInfo: StartMfaTotpEnrollmentResponseInfo?

    public init() {}
}

/// An authenticator app's secret and the parameters of its codes (RFC 6238).
public struct StartMfaTotpEnrollmentResponseInfo: Codable, Sendable {
    /// The secret in Base32 (RFC 4648 §6).
    @Lenient public var sharedSecretKey: String?
    /// The number of digits of a code.
    @Lenient public var verificationCodeLength: Int?
    /// The hash algorithm: `SHA1`, `SHA256`, …
    @Lenient public var hashingAlgorithm: String?
    /// The time for which a code is valid, in seconds.
    @Lenient public var periodSec: Int?
    /// The session to send back with the first code.
    @Lenient public var sessionInfo: String?
    /// The deadline for completing the enrolment, in RFC 3339 format, in UTC, with fractional seconds.
    @Lenient public var finalizeEnrollmentTime: String?

    public init() {}
}
