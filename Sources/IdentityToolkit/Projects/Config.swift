/// The settings of a project in v2 `projects/{p}/config`, as far as they can be changed; also the body of a `PATCH`.
public struct ProjectConfig: AdministratorRequest {
    public struct SignIn: Codable, Sendable {
        public struct Anonymous: Codable, Sendable {
            public var enabled: Bool?
            public init(enabled: Bool?) { self.enabled = enabled }
        }
        public struct Email: Codable, Sendable {
            public var enabled: Bool?
            public var passwordRequired: Bool?
            public init(enabled: Bool?, passwordRequired: Bool?) {
                self.enabled = enabled
                self.passwordRequired = passwordRequired
            }
        }
        public var anonymous: Anonymous?
        public var email: Email?
        public var allowDuplicateEmails: Bool?
        public init(anonymous: Anonymous? = nil, email: Email? = nil, allowDuplicateEmails: Bool?) {
            self.anonymous = anonymous
            self.email = email
            self.allowDuplicateEmails = allowDuplicateEmails
        }
    }

    public struct EmailPrivacy: Codable, Sendable {
        public var enableImprovedEmailPrivacy: Bool?
        public init(enableImprovedEmailPrivacy: Bool?) { self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy }
    }

    public struct PasswordPolicyConfig: Codable, Sendable {
        public struct Version: Codable, Sendable {
            public var customStrengthOptions: CustomStrengthOptions?
            public var schemaVersion: Int?
            public init(customStrengthOptions: CustomStrengthOptions?, schemaVersion: Int?) {
                self.customStrengthOptions = customStrengthOptions
                self.schemaVersion = schemaVersion
            }
        }
        public var passwordPolicyEnforcementState: PasswordPolicyEnforcementState?
        public var passwordPolicyVersions: [Version]?
        public var forceUpgradeOnSignin: Bool?
        public var lastUpdateTime: String?
        /// Vincula's own: whether the commonest passwords are refused.
        public var refuseCommonPasswords: Bool?
        public init() {}
    }

    public struct Client: Codable, Sendable {
        public struct Permissions: Codable, Sendable {
            public var disabledUserSignup: Bool?
            public var disabledUserDeletion: Bool?
            public init(disabledUserSignup: Bool?, disabledUserDeletion: Bool?) {
                self.disabledUserSignup = disabledUserSignup
                self.disabledUserDeletion = disabledUserDeletion
            }
        }
        public var permissions: Permissions?
        public init(permissions: Permissions?) { self.permissions = permissions }
    }

    /// Always empty: blocking functions are not supported.
    public struct BlockingFunctions: Codable, Sendable {
        public init() {}

        /// Reads any object, and ignores its members.
        public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: FieldName.self) }
    }

    public struct Notification: Codable, Sendable {
        public struct SendEmail: Codable, Sendable {
            /// The address that links point to instead of the server's own pages.
            public var callbackUri: String?
            public init(callbackUri: String?) { self.callbackUri = callbackUri }
        }
        public var sendEmail: SendEmail?
        /// The language of mails and pages for people whose request names none.
        public var defaultLocale: String?
        public init(sendEmail: SendEmail?, defaultLocale: String?) {
            self.sendEmail = sendEmail
            self.defaultLocale = defaultLocale
        }
    }

    /// The second factors that may be enrolled.
    public struct MultiFactorAuth: Codable, Sendable {
        public struct Provider: Codable, Sendable {
            public struct Totp: Codable, Sendable {
                /// The tolerated clock difference in each direction, in periods of 30 seconds: 0 to 10.
                public var adjacentIntervals: Int?
                public init(adjacentIntervals: Int?) { self.adjacentIntervals = adjacentIntervals }
            }
            /// `ENABLED` or `DISABLED`.
            public var state: MfaProviderState?
            public var totpProviderConfig: Totp?
            public init(state: MfaProviderState?, totpProviderConfig: Totp?) {
                self.state = state
                self.totpProviderConfig = totpProviderConfig
            }
        }
        /// `ENABLED` or `DISABLED`.
        public var state: MfaState?
        /// Always empty: codes are not sent by SMS.
        public var enabledProviders: [MfaProvider]?
        public var providerConfigs: [Provider]?
        public init(state: MfaState?, enabledProviders: [MfaProvider]?, providerConfigs: [Provider]?) {
            self.state = state
            self.enabledProviders = enabledProviders
            self.providerConfigs = providerConfigs
        }
    }

    public var name: String?
    public var signIn: SignIn?
    public var notification: Notification?
    public var emailPrivacyConfig: EmailPrivacy?
    public var passwordPolicyConfig: PasswordPolicyConfig?
    public var client: Client?
    public var mfa: MultiFactorAuth?
    public var authorizedDomains: [String]?
    /// Indicates whether unused anonymous accounts are deleted, by default after 30 days.
    public var autodeleteAnonymousUsers: Bool?
    public var blockingFunctions: BlockingFunctions?
    public var vincula: VinculaConfig?

    public init() {}

    public static let discovered = DiscoveredFields("AdminV2Config")
}
