/// A second factor of an account: a phone or an authenticator app, depending on which of the two infos is set.
public struct MfaEnrollment: Codable, Sendable {
    /// Indicates that the factor is an authenticator app; Google defines no members.
    public struct TotpInfo: Codable, Sendable {
        public init() {}
    }

    @Lenient public var mfaEnrollmentId: String?
    @Lenient public var displayName: String?
    /// The time of enrolment, in RFC 3339 format, in UTC, with fractional seconds.
    @Lenient public var enrolledAt: String?
    /// The phone number; most of its digits are replaced by asterisks until the second factor has been verified.
    @Lenient public var phoneInfo: String?
    @Lenient public var totpInfo: TotpInfo?

    public init() {}
}
