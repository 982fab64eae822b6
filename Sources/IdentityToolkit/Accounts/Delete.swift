/// The request to `accounts:delete` by an end user, which deletes their own account. A `localId` in it is ignored.
public struct DeleteRequest: EndUserRequest {
    public var idToken: String?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [targetProject]
}

/// The request to `accounts:delete` by an administrator.
public struct AdminDeleteRequest: AdministratorRequest {
    public var localId: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1DeleteAccountRequest")
}

/// The response to `accounts:delete`.
public struct DeleteResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#DeleteAccountResponse"

    public init() {}
}
