/// The request to v2 `accounts/mfaEnrollment:start`, which begins to enrol a phone or an authenticator app; exactly one info
/// is set.
public struct StartMfaEnrollmentRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The phone to enrol.
    public var phoneEnrollmentInfo: StartMfaPhoneRequestInfo?
    /// Set to enrol an authenticator app.
    public var totpEnrollmentInfo: StartMfaTotpEnrollmentRequestInfo?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// A request for an authenticator app's secret, without parameters.
public struct StartMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    /// Creates a value without any fields set.
    public init() {}

    /// Reads any object. The synthesized initializer of a type without members would accept any value.
    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: FieldName.self) }
}

/// The response to `accounts/mfaEnrollment:start`, with the info for the requested kind of factor.
public struct StartMfaEnrollmentResponse: Codable, Sendable {
    /// The session of the code sent to a phone.
    public var phoneSessionInfo: StartMfaPhoneResponseInfo?
    /// The secret for an authenticator app.
    public var totpSessionInfo: StartMfaTotpEnrollmentResponseInfo?

    /// Creates an empty response.
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

    /// Creates a value without any fields set.
    public init() {}
}
