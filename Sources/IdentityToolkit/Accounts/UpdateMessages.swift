/// The request to `accounts:update` by an end user, for their own account.
public struct UpdateRequest: EndUserRequest {
    /// The ID token of the account to change. May be absent with ``oobCode``.
    public var idToken: String?
    /// A mailed code to apply. If set, all other fields except ``idToken`` are ignored.
    public var oobCode: String?
    /// The new display name. Absent for no change.
    public var displayName: String?
    /// The new URL of the photo. Absent for no change.
    public var photoUrl: String?
    /// The new email. Absent for no change.
    public var email: String?
    /// The new password in plain text. Absent for no change.
    public var password: String?
    /// The attributes to remove.
    public var deleteAttribute: [UserAttributeName]?
    /// The ids of the providers to unlink.
    public var deleteProvider: [String]?
    /// Ignored. Firebase's clients always send `true`.
    public var returnSecureToken: Bool?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields that are refused because only administrators may set them.
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
    /// The id of the account to change.
    public var localId: String?
    /// The new display name. Absent for no change.
    public var displayName: String?
    /// The new URL of the photo. Absent for no change.
    public var photoUrl: String?
    /// The new email. Absent for no change.
    public var email: String?
    /// Indicates whether the email is verified. Absent for no change.
    public var emailVerified: Bool?
    /// The new phone number in E.164 format. Absent for no change.
    public var phoneNumber: String?
    /// The new password in plain text. Absent for no change.
    public var password: String?
    /// Indicates whether the account is disabled. Absent for no change.
    public var disableUser: Bool?
    /// The custom claims, a JSON object as a string of at most 1000 bytes.
    public var customAttributes: String?
    /// The time before which issued tokens are no longer valid, in seconds since 1970.
    public var validSince: Int64Text?
    /// The time of the account's creation, in milliseconds since 1970.
    public var createdAt: Int64Text?
    /// The time of the last sign-in, in milliseconds since 1970.
    public var lastLoginAt: Int64Text?
    /// The attributes to remove.
    public var deleteAttribute: [UserAttributeName]?
    /// The ids of the providers to unlink.
    public var deleteProvider: [String]?
    /// The identity to link.
    public var linkProviderUserInfo: LinkedProviderUserInfo?
    /// The second factors to keep; all others are removed.
    public var mfa: MfaInfo?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1SetAccountInfoRequest`.
    public static let discovered = DiscoveredFields("V1SetAccountInfoRequest")

    /// The second factors that the account is to have; an empty or absent list removes all.
    public struct MfaInfo: Codable, Sendable {
        /// The factors to keep, by id, whose names and numbers can be changed, and new phones.
        public var enrollments: [MfaEnrollmentChange]?

        /// Creates a value without any fields set.
        public init() {}
    }

    /// An identity that an administrator links to an account.
    public struct LinkedProviderUserInfo: Codable, Sendable {
        /// The provider's id, such as `google.com`. Required.
        public var providerId: String?
        /// The person's id at the provider. Required.
        public var rawId: String?
        /// The person's display name at the provider.
        public var displayName: String?
        /// The URL of the person's photo at the provider.
        public var photoUrl: String?
        /// The person's email at the provider.
        public var email: String?
        /// The person's Twitter handle or GitHub login.
        public var screenName: String?

        /// Creates a value without any fields set.
        public init() {}
    }
}

/// The response to `accounts:update`.
public struct UpdateResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#SetAccountInfoResponse"
    /// The account's id.
    @AlwaysSent public var localId: String?
    /// The account's email. Absent if it has none.
    public var email: String?
    /// Indicates whether the email is verified. Absent if the account has no email.
    @Lenient public var emailVerified: Bool?
    /// The new email, if the request changed it.
    public var newEmail: String?
    /// The account's display name. Absent if it has none.
    public var displayName: String?
    /// The URL of the account's photo. Absent if it has none.
    public var photoUrl: String?
    /// A placeholder that shows that the account has a password; never the hash itself.
    public var passwordHash: String?
    /// The ways in to the account.
    @AlwaysSent public var providerUserInfo: [ProviderUserInfo]? = []
    /// The ID token of the new session. Absent if the change needs none.
    public var idToken: String?
    /// The refresh token of the new session. Absent if the change needs none.
    public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @Lenient public var expiresIn: Int64Text?

    /// Creates a response with an account's id and no other fields.
    public init(localId: String) { self.localId = localId }
}
