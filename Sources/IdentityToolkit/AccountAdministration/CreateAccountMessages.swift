/// The request to `projects.accounts` (create), or to `accounts:signUp` by an administrator. The response is
/// ``SignUpResponse``.
public struct AdminCreateAccountRequest: AdministratorRequest {
    /// The account's id. Generated if absent.
    public var localId: String?
    /// The account's email. Must be unique in the project.
    public var email: String?
    /// Indicates whether the email is verified; `false` if absent.
    public var emailVerified: Bool?
    /// The password in plain text.
    public var password: String?
    /// The display name.
    public var displayName: String?
    /// The URL of a photo.
    public var photoUrl: String?
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    /// Indicates whether the account is disabled from the start; `false` if absent.
    public var disabled: Bool?
    /// The second factors: phones. Authenticator apps are added by their owners.
    public var mfaInfo: [MfaFactor]?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1SignUpRequest`.
    public static let discovered = DiscoveredFields("V1SignUpRequest")

    /// A second factor set by an administrator.
    public struct MfaFactor: Codable, Sendable {
        /// The name of the factor.
        public var displayName: String?
        /// The phone number in E.164 format.
        public var phoneInfo: String?

        /// Creates a value without any fields set.
        public init() {}
    }
}
