/// The request to `projects.accounts:query`.
public struct QueryAccountsRequest: AdministratorRequest {
    /// A condition that selects one account. If several fields are set, the first counts, in the order id, email, phone.
    public struct Expression: Codable, Sendable {
        public var userId: String?
        public var email: String?
        public var phoneNumber: String?

        public init() {}
    }

    public var returnUserInfo: Bool?
    public var limit: Int64Text?
    public var offset: Int64Text?
    public var sortBy: SortByField?
    public var order: SortOrder?
    public var expression: [Expression]?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1QueryUserInfoRequest")
}

/// The response to `projects.accounts:query`.
public struct QueryAccountsResponse: Codable, Sendable {
    public var recordsCount: Int64Text
    public var userInfo: [UserInfo]?

    public init(recordsCount: Int, userInfo: [UserInfo]?) {
        self.recordsCount = Int64Text(Int64(recordsCount))
        self.userInfo = userInfo
    }
}
