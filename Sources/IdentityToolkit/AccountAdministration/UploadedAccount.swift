/// An account of an import.
public struct UploadedAccount: Codable, Sendable {
    /// The account's id. Required.
    public var localId: String?
    /// The email. Must be unique in the project.
    public var email: String?
    /// Indicates whether the email is verified; `false` if absent.
    public var emailVerified: Bool?
    /// The email before its first change.
    public var initialEmail: String?
    /// The display name.
    public var displayName: String?
    /// The URL of the photo.
    public var photoUrl: String?
    /// The phone number in E.164 format. Must be unique in the project.
    public var phoneNumber: String?
    /// Indicates whether the account is disabled; `false` if absent.
    public var disabled: Bool?
    /// The custom claims, a JSON object as a string of at most 1000 bytes.
    public var customAttributes: String?
    /// The hash of the password, in base64; for BCRYPT, the base64 of its text.
    public var passwordHash: String?
    /// The salt of the password, in base64.
    public var salt: String?
    /// The password in plain text, instead of a hash; at most 100 in a request.
    public var rawPassword: String?
    /// The time of the last password change, in milliseconds since 1970. The time of the import if absent.
    public var passwordUpdatedAt: Double?
    /// The version of the password hash. Must be absent or 0.
    public var version: Int64Text?
    /// The time of the account's creation, in milliseconds since 1970. The time of the import if absent.
    public var createdAt: Int64Text?
    /// The time of the last sign-in, in milliseconds since 1970.
    public var lastLoginAt: Int64Text?
    /// The time at which an ID token was last issued, in RFC 3339 format.
    public var lastRefreshAt: String?
    /// The time before which issued tokens are no longer valid, in seconds since 1970. The import makes it its own time, which
    /// must not be earlier.
    public var validSince: Int64Text?
    /// The identities at providers.
    public var providerUserInfo: [UploadedIdentity]?
    /// The second factors: phones. Authenticator apps are added by their owners.
    public var mfaInfo: [UploadedFactor]?
    /// Indicates whether a backend signs the person in by custom tokens, so that the account is not anonymous.
    public var customAuth: Bool?
    /// Indicates whether the person has signed in with a mailed link.
    public var emailLinkSignin: Bool?
    /// The tenant's id. Must be absent or that of the request.
    public var tenantId: String?

    /// Creates an empty value.
    public init() {}

    /// An identity at a provider. Those of `password` and `phone` follow from the account's email and phone.
    public struct UploadedIdentity: Codable, Sendable {
        /// The provider's id, such as `google.com`.
        public var providerId: String?
        /// The person's id at the provider.
        public var rawId: String?
        /// The same id once more, as a URL. Has no effect beside ``rawId``.
        public var federatedId: String?
        /// The person's email at the provider.
        public var email: String?
        /// The person's display name at the provider.
        public var displayName: String?
        /// The URL of the person's photo at the provider.
        public var photoUrl: String?
        /// The phone number. Only for `phone`, where the account's own counts.
        public var phoneNumber: String?
        /// The person's Twitter handle or GitHub login.
        public var screenName: String?

        /// Creates an empty value.
        public init() {}
    }

    /// A second factor.
    public struct UploadedFactor: Codable, Sendable {
        /// The factor's id. Generated if absent, and if another account's factor has it.
        public var mfaEnrollmentId: String?
        /// The person's name for the factor.
        public var displayName: String?
        /// The phone number in E.164 format. Required.
        public var phoneInfo: String?
        /// The time of enrolment, in RFC 3339 format. The time of the import if absent.
        public var enrolledAt: String?

        /// Creates an empty value.
        public init() {}
    }
}
