/// The request to `projects.accounts:batchDelete`.
public struct BatchDeleteRequest: AdministratorRequest {
    /// The ids of the accounts to delete, at most 1000.
    public var localIds: [String]?
    /// Indicates whether to delete accounts that are not disabled, too.
    public var force: Bool?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1BatchDeleteAccountsRequest`.
    public static let discovered = DiscoveredFields("V1BatchDeleteAccountsRequest")
}

/// The response to `projects.accounts:batchDelete`, with the accounts that were not deleted.
public struct BatchDeleteResponse: Codable, Sendable {
    /// An account that was not deleted.
    public struct ErrorInfo: Codable, Sendable {
        /// The position of its id in the request, from 0.
        public var index: Int
        /// The account's id.
        public var localId: String
        /// The reason.
        public var message: String

        /// Creates a value with the given fields.
        public init(index: Int, localId: String, message: String) {
            self.index = index
            self.localId = localId
            self.message = message
        }
    }

    /// The accounts that were not deleted. Absent if there are none.
    public var errors: [ErrorInfo]?

    /// Creates a response, without ``errors`` if the list is empty.
    public init(errors: [ErrorInfo]) { self.errors = errors.isEmpty ? nil : errors }
}
