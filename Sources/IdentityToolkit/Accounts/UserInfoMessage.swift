/// An account on the wire.
public struct UserInfo: Codable, Sendable {
    public var localId: String
    public var email: String?
    @Lenient public var emailVerified: Bool?
    public var displayName: String?
    public var photoUrl: String?
    public var phoneNumber: String?
    public var providerUserInfo: [ProviderUserInfo]?
    /// Never the hash: clients only look whether there is one.
    public var passwordHash: String?
    public var salt: String?
    /// In milliseconds.
    @Lenient public var passwordUpdatedAt: Double?
    /// In seconds.
    @Lenient public var validSince: Int64Text?
    @Lenient public var disabled: Bool?
    /// In milliseconds.
    @Lenient public var createdAt: Int64Text?
    /// In milliseconds.
    @Lenient public var lastLoginAt: Int64Text?
    /// RFC 3339, in UTC.
    public var lastRefreshAt: String?
    public var customAttributes: String?
    /// At Twitter the handle, at GitHub the login.
    public var screenName: String?
    public var initialEmail: String?
    /// Whether a mailed link has signed in to the account.
    @Lenient public var emailLinkSignin: Bool?
    /// The second factors.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init(localId: String) { self.localId = localId }
}

/// A way in on the wire.
public struct ProviderUserInfo: Codable, Hashable, Sendable {
    /// Clients trap without it.
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
