/// The request to `projects.accounts:batchDelete`.
public struct BatchDeleteRequest: AdministratorRequest {
    public var localIds: [String]?
    public var force: Bool?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1BatchDeleteAccountsRequest")
}

/// The response to `projects.accounts:batchDelete`, with the accounts that were not deleted.
public struct BatchDeleteResponse: Codable, Sendable {
    public struct ErrorInfo: Codable, Sendable {
        public var index: Int
        public var localId: String
        public var message: String

        public init(index: Int, localId: String, message: String) {
            self.index = index
            self.localId = localId
            self.message = message
        }
    }

    public var errors: [ErrorInfo]?

    public init(errors: [ErrorInfo]) { self.errors = errors.isEmpty ? nil : errors }
}
