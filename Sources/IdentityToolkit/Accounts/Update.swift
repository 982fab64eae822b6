/// The request to `accounts:update` by an end user, for their own account.
public struct UpdateRequest: EndUserRequest {
    public var idToken: String?
    public var oobCode: String?
    public var displayName: String?
    public var photoUrl: String?
    public var email: String?
    public var password: String?
    public var deleteAttribute: [UserAttributeName]?
    public var deleteProvider: [String]?
    public var returnSecureToken: Bool?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [
        targetProject,
        (name: "customAttributes", answer: "INSUFFICIENT_PERMISSION"),
        (name: "disableUser", answer: "OPERATION_NOT_ALLOWED"),
        (name: "linkProviderUserInfo", answer: "INSUFFICIENT_PERMISSION"),
        (name: "mfa", answer: "INSUFFICIENT_PERMISSION"),
        (name: "phoneNumber", answer: "INSUFFICIENT_PERMISSION"),
        (name: "validSince", answer: "INSUFFICIENT_PERMISSION"),
        (name: "passwordHash", answer: "INSUFFICIENT_PERMISSION"),
        (name: "salt", answer: "INSUFFICIENT_PERMISSION"),
    ]
}

/// The request to `accounts:update` by an administrator, for any account.
public struct AdminUpdateRequest: AdministratorRequest {
    public var localId: String?
    public var displayName: String?
    public var photoUrl: String?
    public var email: String?
    public var emailVerified: Bool?
    public var phoneNumber: String?
    public var password: String?
    public var disableUser: Bool?
    /// The custom claims, a JSON object as a string of at most 1000 bytes.
    public var customAttributes: String?
    /// The time before which issued tokens are no longer valid, in seconds since 1970.
    public var validSince: Int64Text?
    /// The time of the account's creation, in milliseconds since 1970.
    public var createdAt: Int64Text?
    /// The time of the last sign-in, in milliseconds since 1970.
    public var lastLoginAt: Int64Text?
    public var deleteAttribute: [UserAttributeName]?
    public var deleteProvider: [String]?
    public var linkProviderUserInfo: LinkedProviderUserInfo?
    /// The second factors to keep; all others are removed.
    public var mfa: MfaInfo?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1SetAccountInfoRequest")

    /// The second factors that the account is to keep; an empty list removes all.
    public struct MfaInfo: Codable, Sendable {
        public var enrollments: [MfaEnrollment]?

        public init() {}
    }

    public struct LinkedProviderUserInfo: Codable, Sendable {
        public var providerId: String?
        public var rawId: String?
        public var displayName: String?
        public var photoUrl: String?
        public var email: String?
        public var screenName: String?

        public init() {}
    }
}

/// The response to `accounts:update`.
public struct UpdateResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#SetAccountInfoResponse"
    @AlwaysSent public var localId: String?
    public var email: String?
    @Lenient public var emailVerified: Bool?
    public var newEmail: String?
    public var displayName: String?
    public var photoUrl: String?
    public var passwordHash: String?
    @AlwaysSent public var providerUserInfo: [ProviderUserInfo]? = []
    public var idToken: String?
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    public init(localId: String) { self.localId = localId }
}
