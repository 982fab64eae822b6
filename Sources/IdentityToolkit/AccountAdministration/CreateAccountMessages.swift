/// `projects.accounts` (create) and `accounts:signUp` by an administrator. The answer is ``SignUpResponse``.
public struct AdminCreateAccountRequest: AdministratorRequest {
    public var localId: String?
    public var email: String?
    public var emailVerified: Bool?
    public var password: String?
    public var displayName: String?
    public var photoUrl: String?
    public var phoneNumber: String?
    public var disabled: Bool?
    /// Second factors: phones, which this server does not text.
    public var mfaInfo: [MfaFactor]?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1SignUpRequest")

    /// A second factor that an administrator gives an account.
    public struct MfaFactor: Codable, Sendable {
        public var displayName: String?
        public var phoneInfo: String?

        public init() {}
    }
}
