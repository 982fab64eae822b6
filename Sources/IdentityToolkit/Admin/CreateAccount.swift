/// The request to `projects.accounts` (create), or to `accounts:signUp` by an administrator. The response is
/// ``SignUpResponse``.
public struct AdminCreateAccountRequest: AdministratorRequest {
    public var localId: String?
    public var email: String?
    public var emailVerified: Bool?
    public var password: String?
    public var displayName: String?
    public var photoUrl: String?
    public var phoneNumber: String?
    public var disabled: Bool?
    /// The second factors. Always refused: phone factors are not supported, and authenticator apps are added by their
    /// owners.
    public var mfaInfo: [MfaFactor]?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1SignUpRequest")

    /// A second factor set by an administrator.
    public struct MfaFactor: Codable, Sendable {
        public var displayName: String?
        public var phoneInfo: String?

        public init() {}
    }
}
