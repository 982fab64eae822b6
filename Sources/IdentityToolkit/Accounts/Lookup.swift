/// `accounts:lookup`, by an end user: their own account.
public struct LookupRequest: Decodable, Sendable {
    public var idToken: String?
    public var tenantId: String?
}

/// `accounts:lookup`, by an administrator: any accounts.
public struct AdminLookupRequest: Decodable, Sendable {
    public struct FederatedUserIdentifier: Decodable, Sendable {
        public var providerId: String?
        public var rawId: String?
    }

    public var localId: [String]?
    public var email: [String]?
    public var phoneNumber: [String]?
    public var initialEmail: [String]?
    public var federatedUserId: [FederatedUserIdentifier]?
    public var idToken: String?
    public var targetProjectId: String?
    public var tenantId: String?
}

/// The answer to `accounts:lookup`. Nobody found: no `users` at all, which Admin SDKs count on.
public struct LookupResponse: Codable, Sendable {
    public var kind = "identitytoolkit#GetAccountInfoResponse"
    public var users: [UserInfo]?

    public init(users: [UserInfo]) { self.users = users.isEmpty ? nil : users }
}
