/// The request to `projects.accounts:query`.
public struct QueryAccountsRequest: AdministratorRequest {
    /// A condition that selects one account. If several fields are set, the first counts, in the order id, email, phone.
    public struct Expression: Codable, Sendable {
        /// The account's id.
        public var userId: String?
        /// The account's email.
        public var email: String?
        /// The account's phone number in E.164 format.
        public var phoneNumber: String?

        /// Creates a value without any fields set.
        public init() {}
    }

    /// Indicates whether to return the accounts, and not only their number; `true` if absent.
    public var returnUserInfo: Bool?
    /// The maximum number of accounts to return: 1 to 500, and 500 by default.
    public var limit: Int64Text?
    /// The number of accounts to skip; 0 by default.
    public var offset: Int64Text?
    /// The field to sort by; `USER_ID` by default.
    public var sortBy: SortByField?
    /// The sort order; ascending by default.
    public var order: SortOrder?
    /// The conditions, of which only the first is used. Absent for all accounts.
    public var expression: [Expression]?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1QueryUserInfoRequest`.
    public static let discovered = DiscoveredFields("V1QueryUserInfoRequest")
}

/// The response to `projects.accounts:query`.
public struct QueryAccountsResponse: Codable, Sendable {
    /// The number of accounts returned or, without ``userInfo``, found; as a decimal string.
    public var recordsCount: Int64Text
    /// The accounts. Absent if only their number was requested.
    public var userInfo: [UserInfo]?

    /// Creates a response with the given fields.
    public init(recordsCount: Int, userInfo: [UserInfo]?) {
        self.recordsCount = Int64Text(Int64(recordsCount))
        self.userInfo = userInfo
    }
}
