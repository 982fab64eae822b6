/// `accounts:delete`, by an end user: their own account. A `localId` beside the token is passed over.
public struct DeleteRequest: EndUserRequest {
    public var idToken: String?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [targetProject]
}

/// `accounts:delete`, by an administrator.
public struct AdminDeleteRequest: AdministratorRequest {
    public var localId: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1DeleteAccountRequest")
}

/// The answer to `accounts:delete`.
public struct DeleteResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#DeleteAccountResponse"

    public init() {}
}
