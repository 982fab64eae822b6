/// The request to `accounts:lookup` by an end user, for their own account.
public struct LookupRequest: EndUserRequest {
    public var idToken: String?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [targetProject]
}

/// The request to `accounts:lookup` by an administrator, for any accounts.
public struct AdminLookupRequest: AdministratorRequest {
    public struct FederatedUserIdentifier: Codable, Sendable {
        public var providerId: String?
        public var rawId: String?

        public init() {}
    }

    public var localId: [String]?
    public var email: [String]?
    public var phoneNumber: [String]?
    public var initialEmail: [String]?
    public var federatedUserId: [FederatedUserIdentifier]?
    public var idToken: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1GetAccountInfoRequest")
}

/// The response to `accounts:lookup`. If no account was found, `users` is missing, which Admin SDKs rely on.
public struct LookupResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#GetAccountInfoResponse"
    public var users: [UserInfo]?

    public init(users: [UserInfo]) { self.users = users.isEmpty ? nil : users }
}
