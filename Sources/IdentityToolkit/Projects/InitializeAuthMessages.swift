/// The request to v2 `identityPlatform:initializeAuth`, which has no fields.
public struct InitializeAuthRequest: AdministratorRequest {
    /// Creates a request.
    public init() {}

    /// None: every field is unknown.
    public static var discovered: DiscoveredFields? { nil }
}
