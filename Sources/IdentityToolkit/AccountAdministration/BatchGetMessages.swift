/// The request to v3 `downloadAccount`, a body form of `projects.accounts:batchGet`'s query parameters.
public struct DownloadAccountRequest: AdministratorRequest {
    /// The page size: 1 to 1000, and 20 by default.
    public var maxResults: Int64Text?
    /// The token from the previous page. Absent for the first page.
    public var nextPageToken: String?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// Always `nil`: the discovery documents do not have this type.
    public static let discovered = DiscoveredFields?.none
}

/// The response to `projects.accounts:batchGet`.
public struct BatchGetResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    public var kind = "identitytoolkit#DownloadAccountResponse"
    /// The accounts of the page, in the order of their ids.
    public var users: [UserInfo]?
    /// The token for the next page. Absent on the last page, unless that page is full; then the next one is empty.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(users: [UserInfo], nextPageToken: String?) {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}
