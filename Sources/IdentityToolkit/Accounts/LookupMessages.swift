/// The request to `accounts:lookup` by an end user, for their own account.
public struct LookupRequest: EndUserRequest {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields that are refused because only administrators may set them.
    public static let refusedFields = [targetProject]
}

/// The request to `accounts:lookup` by an administrator, for any accounts.
public struct AdminLookupRequest: AdministratorRequest {
    /// A person's id at a provider.
    public struct FederatedUserIdentifier: Codable, Sendable {
        /// The provider's id, such as `google.com`.
        public var providerId: String?
        /// The person's id at the provider.
        public var rawId: String?

        /// Creates a value without any fields set.
        public init() {}
    }

    /// The ids of accounts to find.
    public var localId: [String]?
    /// The emails of accounts to find.
    public var email: [String]?
    /// The phone numbers of accounts to find, in E.164 format.
    public var phoneNumber: [String]?
    /// The emails that accounts had before their first change.
    public var initialEmail: [String]?
    /// The identities of accounts to find.
    public var federatedUserId: [FederatedUserIdentifier]?
    /// An account's ID token. If set, only this account is returned.
    public var idToken: String?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1GetAccountInfoRequest`.
    public static let discovered = DiscoveredFields("V1GetAccountInfoRequest")
}

/// The response to `accounts:lookup`. If no account was found, `users` is missing, which Admin SDKs rely on.
public struct LookupResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#GetAccountInfoResponse"
    /// The accounts. Absent if none was found.
    public var users: [UserInfo]?

    /// Creates a response, without ``users`` if the list is empty.
    public init(users: [UserInfo]) { self.users = users.isEmpty ? nil : users }
}
