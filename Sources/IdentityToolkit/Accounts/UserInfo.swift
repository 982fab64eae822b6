/// An account.
public struct UserInfo: Codable, Sendable {
    public var localId: String
    public var email: String?
    @Lenient public var emailVerified: Bool?
    public var displayName: String?
    public var photoUrl: String?
    public var phoneNumber: String?
    public var providerUserInfo: [ProviderUserInfo]?
    /// A placeholder that shows that the account has a password; never the hash itself.
    public var passwordHash: String?
    public var salt: String?
    /// The time of the last password change, in milliseconds since 1970. Absent if there is no password.
    @Lenient public var passwordUpdatedAt: Double?
    /// The time before which issued tokens are no longer valid, in seconds since 1970.
    @Lenient public var validSince: Int64Text?
    @Lenient public var disabled: Bool?
    /// The time of the account's creation, in milliseconds since 1970.
    @Lenient public var createdAt: Int64Text?
    /// The time of the last sign-in, in milliseconds since 1970. Absent if there was none.
    @Lenient public var lastLoginAt: Int64Text?
    /// The time at which an ID token was last issued, in RFC 3339 format, in UTC.
    public var lastRefreshAt: String?
    public var customAttributes: String?
    /// The person's Twitter handle or GitHub login.
    public var screenName: String?
    public var initialEmail: String?
    /// Indicates whether the account has been signed in to with a mailed link.
    @Lenient public var emailLinkSignin: Bool?
    /// The account's second factors. Absent if there are none.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(localId: String) { self.localId = localId }
}

/// A way in to an account: a password, a phone number, or an identity at a provider.
public struct ProviderUserInfo: Codable, Hashable, Sendable {
    /// The provider's id, such as `google.com` or `password`. Clients crash without it.
    public var providerId: String
    public var rawId: String?
    public var federatedId: String?
    public var displayName: String?
    public var photoUrl: String?
    public var email: String?
    public var phoneNumber: String?
    public var screenName: String?

    public init(providerId: String) { self.providerId = providerId }
}
