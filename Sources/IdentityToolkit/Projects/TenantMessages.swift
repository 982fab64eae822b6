/// A tenant in v2 `projects/{p}/tenants`; also the body of the requests that create and change one.
public struct TenantMessage: AdministratorRequest {
    /// The settings that a tenant may take from its project.
    public struct Inheritance: Codable, Sendable {
        /// Indicates whether mails have the project's sender, templates and link address. Absent means `true`.
        public var emailSendingConfig: Bool?
        /// Creates a value with the given fields.
        public init(emailSendingConfig: Bool?) { self.emailSendingConfig = emailSendingConfig }
    }

    /// The settings that Google's type has no fields for.
    public struct Vincula: Codable, Sendable {
        /// The limits of sessions. Absent means the project's.
        public var sessions: SessionLimits?
        /// Creates a value with the given fields.
        public init(sessions: SessionLimits?) { self.sessions = sessions }
    }

    /// The limits of sessions in a tenant.
    public struct SessionLimits: Codable, Sendable {
        /// The days without use after which a session ends. Absent for the project's.
        public var idleDays: Int?
        /// The days after which a session ends even if it is in use. Absent for the project's.
        public var absoluteDays: Int?
        /// The number of sign-ins of an account that may be open at a time. Absent for the project's.
        public var maxPerAccount: Int?
        /// Creates a value with the given fields.
        public init(idleDays: Int?, absoluteDays: Int?, maxPerAccount: Int?) {
            self.idleDays = idleDays
            self.absoluteDays = absoluteDays
            self.maxPerAccount = maxPerAccount
        }
    }

    /// The resource name, `projects/{p}/tenants/{t}`. Set by the server.
    public var name: String?
    /// The id. Set by the server, as Firebase's emulator does.
    public var tenantId: String?
    /// The name: a letter, then letters, digits and hyphens, at most 20 in all. The id begins with it.
    public var displayName: String?
    /// Indicates whether people may sign in with a password.
    public var allowPasswordSignup: Bool?
    /// Indicates whether people may sign in with a mailed link.
    public var enableEmailLinkSignin: Bool?
    /// Indicates whether anonymous accounts may be created.
    public var enableAnonymousUser: Bool?
    /// Indicates whether the tenant is disabled: nobody signs in, and no account can be managed.
    public var disableAuth: Bool?
    /// The settings of second factors.
    public var mfaConfig: ProjectConfig.MultiFactorAuth?
    /// The numbers for tests, in E.164 format, each with its fixed code of six digits; at most 10.
    public var testPhoneNumbers: [String: String]?
    /// The settings that the tenant may take from its project.
    public var inheritance: Inheritance?
    /// The settings for apps.
    public var client: ProjectConfig.Client?
    /// The regions that text messages are sent to. Absent means the project's.
    public var smsRegionConfig: ProjectConfig.SMSRegions?
    /// Indicates whether unused anonymous accounts are deleted, after as many days as in the project.
    public var autodeleteAnonymousUsers: Bool?
    /// The password policy. Absent means the project's.
    public var passwordPolicyConfig: ProjectConfig.PasswordPolicyConfig?
    /// The settings against email enumeration. Absent means the project's.
    public var emailPrivacyConfig: ProjectConfig.EmailPrivacy?
    /// The settings that Google's type has no fields for.
    public var vincula: Vincula?

    /// Creates a tenant without any fields set.
    public init() {}

    /// The fields of Google's type `AdminV2Tenant`.
    public static let discovered = DiscoveredFields("AdminV2Tenant")
}

/// A page of a project's tenants.
public struct ListTenantsResponse: Codable, Sendable {
    /// The tenants, by id.
    public var tenants: [TenantMessage]
    /// The token for the next page. Absent on a page that is not full.
    public var nextPageToken: String?

    /// Creates a response with the given fields.
    public init(tenants: [TenantMessage], nextPageToken: String?) {
        self.tenants = tenants
        self.nextPageToken = nextPageToken
    }
}

/// The request to `tenants:testIamPermissions`; its response has the same field.
public struct TestIamPermissionsRequest: AdministratorRequest {
    /// The permissions to test, such as `firebaseauth.users.get`.
    public var permissions: [String]?

    /// Creates a request with the given fields.
    public init(permissions: [String]?) { self.permissions = permissions }

    /// `nil`: the type is not one of the Identity Toolkit's.
    public static let discovered: DiscoveredFields? = nil
}
