/// An account.
public struct UserInfo: Codable, Sendable {
    /// The account's id, which never changes.
    public var localId: String
    /// The tenant's id. Absent for an account of the project itself.
    public var tenantId: String?
    /// The email. Absent if the account has none.
    public var email: String?
    /// Indicates whether the email is verified. Absent if the account has no email.
    @Lenient public var emailVerified: Bool?
    /// The display name. Absent if the account has none.
    public var displayName: String?
    /// The URL of the photo. Absent if the account has none.
    public var photoUrl: String?
    /// The phone number in E.164 format. Absent if the account has none.
    public var phoneNumber: String?
    /// The ways in to the account. Absent if there are none, as in an anonymous account.
    public var providerUserInfo: [ProviderUserInfo]?
    /// The hash of the password, for an administrator who downloads accounts: empty if another system made it. Anybody else
    /// gets a placeholder that shows that the account has a password.
    public var passwordHash: String?
    /// The salt of the password, or a placeholder, as in ``passwordHash``.
    public var salt: String?
    /// The version of the project's password hashes, if ``passwordHash`` has one of them.
    @Lenient public var version: Int?
    /// The time of the last password change, in milliseconds since 1970. Absent if there is no password.
    @Lenient public var passwordUpdatedAt: Double?
    /// The time before which issued tokens are no longer valid, in seconds since 1970.
    @Lenient public var validSince: Int64Text?
    /// `true` if the account is disabled; otherwise absent.
    @Lenient public var disabled: Bool?
    /// The time of the account's creation, in milliseconds since 1970.
    @Lenient public var createdAt: Int64Text?
    /// The time of the last sign-in, in milliseconds since 1970. Absent if there was none.
    @Lenient public var lastLoginAt: Int64Text?
    /// The time at which an ID token was last issued, in RFC 3339 format, in UTC.
    public var lastRefreshAt: String?
    /// The custom claims, a JSON object as a string of at most 1000 bytes. Absent if there are none.
    public var customAttributes: String?
    /// The person's Twitter handle or GitHub login.
    public var screenName: String?
    /// The email before its first change, to which recovery mails go. Absent if it was never changed.
    public var initialEmail: String?
    /// Indicates whether the account has been signed in to with a mailed link.
    @Lenient public var emailLinkSignin: Bool?
    /// `true` if the account has been signed in to with a custom token; otherwise absent.
    @Lenient public var customAuth: Bool?
    /// The account's second factors. Absent if there are none.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    /// Creates an account with an id and no other fields.
    public init(localId: String) { self.localId = localId }
}

/// A way in to an account: a password, a phone number, or an identity at a provider.
public struct ProviderUserInfo: Codable, Hashable, Sendable {
    /// The provider's id, such as `google.com` or `password`. Clients crash without it.
    public var providerId: String
    /// The person's id at the provider; for a password the email, for a phone its number.
    public var rawId: String?
    /// The same id again. Absent for a phone.
    public var federatedId: String?
    /// The display name at the provider.
    public var displayName: String?
    /// The URL of the photo at the provider.
    public var photoUrl: String?
    /// The email at the provider.
    public var email: String?
    /// The phone number in E.164 format. Set only for a phone.
    public var phoneNumber: String?
    /// The person's Twitter handle or GitHub login.
    public var screenName: String?

    /// Creates a way in with a provider and no other fields.
    public init(providerId: String) { self.providerId = providerId }
}
