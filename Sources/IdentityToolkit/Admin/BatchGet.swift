/// The request to v3 `downloadAccount`, a body form of `projects.accounts:batchGet`'s query parameters.
public struct DownloadAccountRequest: AdministratorRequest {
    public var maxResults: Int64Text?
    public var nextPageToken: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields?.none
}

/// The response to `projects.accounts:batchGet`.
public struct BatchGetResponse: Codable, Sendable {
    public var kind = "identitytoolkit#DownloadAccountResponse"
    public var users: [UserInfo]?
    public var nextPageToken: String?

    public init(users: [UserInfo], nextPageToken: String?) {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}
