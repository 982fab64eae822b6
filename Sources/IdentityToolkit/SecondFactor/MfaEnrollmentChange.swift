/// A second factor in an administrator's update: one that the account has, or a phone that is added.
public struct MfaEnrollmentChange: Codable, Sendable {
    /// The factor's id. For a phone that is added: an id that no factor has yet, of at most 128 letters, digits and
    /// characters of `-_.:+/=`; generated if absent.
    public var mfaEnrollmentId: String?
    /// The factor's name. Absent or empty for none.
    public var displayName: String?
    /// The time of enrolment, in RFC 3339 format. For a factor that the account has, it must be the factor's own.
    public var enrolledAt: String?
    /// The phone number in E.164 format. Absent to leave a factor's own as it is.
    public var phoneInfo: String?
    /// Set if the factor is an authenticator app. Only its owner can add one.
    public var totpInfo: MfaEnrollment.TotpInfo?

    /// Creates a value without any fields set.
    public init() {}
}
