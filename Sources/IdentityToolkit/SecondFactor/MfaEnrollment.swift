/// A second factor of an account on the wire: either a phone or an authenticator app, by which of the two infos it has.
public struct MfaEnrollment: Codable, Sendable {
    /// Says that the factor is an authenticator app; Google has nothing to tell of one.
    public struct TotpInfo: Codable, Sendable {
        public init() {}
    }

    @Lenient public var mfaEnrollmentId: String?
    @Lenient public var displayName: String?
    /// RFC 3339, in UTC, with a fraction of a second.
    @Lenient public var enrolledAt: String?
    /// The phone number; with stars for most of its digits before the second factor is given.
    @Lenient public var phoneInfo: String?
    @Lenient public var totpInfo: TotpInfo?

    public init() {}
}
