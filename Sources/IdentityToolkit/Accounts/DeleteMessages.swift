/// The request to `accounts:delete` by an end user, which deletes their own account. A `localId` in it is ignored.
public struct DeleteRequest: EndUserRequest {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields that are refused because only administrators may set them.
    public static let refusedFields = [targetProject]
}

/// The request to `accounts:delete` by an administrator.
public struct AdminDeleteRequest: AdministratorRequest {
    /// The id of the account to delete.
    public var localId: String?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1DeleteAccountRequest`.
    public static let discovered = DiscoveredFields("V1DeleteAccountRequest")
}

/// The response to `accounts:delete`.
public struct DeleteResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#DeleteAccountResponse"

    /// Creates an empty response.
    public init() {}
}
