/// v2 `accounts/mfaEnrollment:start`: begin to enrol a phone or an authenticator app; exactly one info is set.
public struct StartMfaEnrollmentRequest: Codable, Sendable {
    public var idToken: String?
    public var phoneEnrollmentInfo: StartMfaPhoneRequestInfo?
    public var totpEnrollmentInfo: StartMfaTotpEnrollmentRequestInfo?
    public var tenantId: String?

    public init() {}
}

/// Asks for an authenticator app's secret; there is nothing to say.
public struct StartMfaTotpEnrollmentRequestInfo: Codable, Sendable {
    public init() {}

    /// An object, with whatever in it: what is made for a type without members takes anything.
    public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: FieldName.self) }
}

/// The answer to `accounts/mfaEnrollment:start`, with the info of the kind that was asked for.
public struct StartMfaEnrollmentResponse: Codable, Sendable {
    public var phoneSessionInfo: StartMfaPhoneResponseInfo?
    public var totpSessionInfo: StartMfaTotpEnrollmentResponseInfo?

    public init() {}
}

/// An authenticator app's secret, and how codes are made of it (RFC 6238).
public struct StartMfaTotpEnrollmentResponseInfo: Codable, Sendable {
    /// Base32 (RFC 4648 §6).
    @Lenient public var sharedSecretKey: String?
    /// How many digits a code has.
    @Lenient public var verificationCodeLength: Int?
    /// `SHA1`, `SHA256`, …
    @Lenient public var hashingAlgorithm: String?
    /// How many seconds a code holds.
    @Lenient public var periodSec: Int?
    /// What a code is sent back with.
    @Lenient public var sessionInfo: String?
    /// By when; RFC 3339, in UTC, with a fraction of a second.
    @Lenient public var finalizeEnrollmentTime: String?

    public init() {}
}
