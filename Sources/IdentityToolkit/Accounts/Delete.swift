/// `accounts:delete`, by an end user: their own account. A `localId` beside the token is passed over.
public struct DeleteRequest: Decodable, Sendable {
    public var idToken: String?
    public var tenantId: String?
}

/// `accounts:delete`, by an administrator.
public struct AdminDeleteRequest: Decodable, Sendable {
    public var localId: String?
    public var targetProjectId: String?
    public var tenantId: String?
}

/// The answer to `accounts:delete`.
public struct DeleteResponse: Codable, Sendable {
    public var kind = "identitytoolkit#DeleteAccountResponse"

    public init() {}
}
