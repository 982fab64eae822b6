/// The settings of a project in v2 `projects/{p}/config`, as far as they can be changed; also the body of a `PATCH`.
public struct ProjectConfig: AdministratorRequest {
    /// The sign-in methods that need no provider.
    public struct SignIn: Codable, Sendable {
        /// The settings of anonymous sign-in.
        public struct Anonymous: Codable, Sendable {
            /// Indicates whether anonymous accounts may be created.
            public var enabled: Bool?
            /// Creates a value with the given fields.
            public init(enabled: Bool?) { self.enabled = enabled }
        }
        /// The settings of sign-in by email.
        public struct Email: Codable, Sendable {
            /// Indicates whether email sign-in is allowed.
            public var enabled: Bool?
            /// Indicates whether a password is required; if `false`, mailed links are allowed, too.
            public var passwordRequired: Bool?
            /// Creates a value with the given fields.
            public init(enabled: Bool?, passwordRequired: Bool?) {
                self.enabled = enabled
                self.passwordRequired = passwordRequired
            }
        }
        /// The settings of sign-in by phone.
        public struct PhoneNumber: Codable, Sendable {
            /// Indicates whether phone sign-in is allowed.
            public var enabled: Bool?
            /// The numbers for tests, in E.164 format, each with its fixed code of six digits; at most 10.
            public var testPhoneNumbers: [String: String]?
            /// Creates a value with the given fields.
            public init(enabled: Bool?, testPhoneNumbers: [String: String]?) {
                self.enabled = enabled
                self.testPhoneNumbers = testPhoneNumbers
            }
        }
        /// Anonymous sign-in.
        public var anonymous: Anonymous?
        /// Sign-in by email.
        public var email: Email?
        /// Sign-in by phone.
        public var phoneNumber: PhoneNumber?
        /// Indicates whether several accounts may have the same email.
        public var allowDuplicateEmails: Bool?
        /// Creates a value with the given fields.
        public init(anonymous: Anonymous? = nil, email: Email? = nil, allowDuplicateEmails: Bool?) {
            self.anonymous = anonymous
            self.email = email
            self.allowDuplicateEmails = allowDuplicateEmails
        }
    }

    /// The regions that text messages are sent to: exactly one of the two lists.
    public struct SMSRegions: Codable, Sendable {
        /// All regions except some.
        public struct AllowByDefault: Codable, Sendable {
            /// The exceptions, as codes of two letters.
            public var disallowedRegions: [String]?
            /// Creates a value with the given fields.
            public init(disallowedRegions: [String]?) { self.disallowedRegions = disallowedRegions }
        }
        /// Some regions only.
        public struct AllowlistOnly: Codable, Sendable {
            /// The regions, as codes of two letters.
            public var allowedRegions: [String]?
            /// Creates a value with the given fields.
            public init(allowedRegions: [String]?) { self.allowedRegions = allowedRegions }
        }
        /// All regions except some.
        public var allowByDefault: AllowByDefault?
        /// Some regions only.
        public var allowlistOnly: AllowlistOnly?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// The settings against email enumeration.
    public struct EmailPrivacy: Codable, Sendable {
        /// Indicates whether responses hide whether an email belongs to an account.
        public var enableImprovedEmailPrivacy: Bool?
        /// Creates a value with the given fields.
        public init(enableImprovedEmailPrivacy: Bool?) { self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy }
    }

    /// The project's password policy.
    public struct PasswordPolicyConfig: Codable, Sendable {
        /// One version of the policy.
        public struct Version: Codable, Sendable {
            /// The rules.
            public var customStrengthOptions: CustomStrengthOptions?
            /// The version of the format: 1. Set by the server.
            public var schemaVersion: Int?
            /// Creates a value with the given fields.
            public init(customStrengthOptions: CustomStrengthOptions?, schemaVersion: Int?) {
                self.customStrengthOptions = customStrengthOptions
                self.schemaVersion = schemaVersion
            }
        }
        /// Indicates whether the policy is enforced.
        public var passwordPolicyEnforcementState: PasswordPolicyEnforcementState?
        /// The policy's versions: exactly one.
        public var passwordPolicyVersions: [Version]?
        /// Indicates whether a password that breaks the policy must be changed at sign-in.
        public var forceUpgradeOnSignin: Bool?
        /// The time of the last change, in RFC 3339 format, in UTC. Set by the server; absent if there was none.
        public var lastUpdateTime: String?
        /// Vincula's own: whether the commonest passwords are refused.
        public var refuseCommonPasswords: Bool?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// The settings for apps.
    public struct Client: Codable, Sendable {
        /// The requests that end users may not make.
        public struct Permissions: Codable, Sendable {
            /// Indicates whether only administrators may create accounts.
            public var disabledUserSignup: Bool?
            /// Indicates whether only administrators may delete accounts.
            public var disabledUserDeletion: Bool?
            /// Creates a value with the given fields.
            public init(disabledUserSignup: Bool?, disabledUserDeletion: Bool?) {
                self.disabledUserSignup = disabledUserSignup
                self.disabledUserDeletion = disabledUserDeletion
            }
        }
        /// The requests that end users may not make.
        public var permissions: Permissions?
        /// The project's oldest API key. Set by the server; absent if there is none.
        public var apiKey: String?
        /// The project's ID. Set by the server.
        public var firebaseSubdomain: String?
        /// Creates a value with the given fields.
        public init(permissions: Permissions?) { self.permissions = permissions }
    }

    /// The settings of mails and text messages.
    public struct Notification: Codable, Sendable {
        /// The settings of mails.
        public struct SendEmail: Codable, Sendable {
            /// The server that mails go through.
            public var method: MailMethod?
            /// The project's own mail server.
            public var smtp: SMTP?
            /// The mail with which a person sets a new password.
            public var resetPasswordTemplate: EmailTemplate?
            /// The mail that verifies an email.
            public var verifyEmailTemplate: EmailTemplate?
            /// The mail to an account's old email after a change.
            public var changeEmailTemplate: EmailTemplate?
            /// The mail to the owner of an account that got a second factor.
            public var revertSecondFactorAdditionTemplate: EmailTemplate?
            /// The address that links point to instead of the server's own pages.
            public var callbackUri: String?
            /// Creates a value with the given fields.
            public init(callbackUri: String?) { self.callbackUri = callbackUri }
        }
        /// The settings of mails.
        public var sendEmail: SendEmail?
        /// The settings of text messages.
        public var sendSms: SendSms?
        /// The language of mails and pages when a request does not ask for one.
        public var defaultLocale: String?
        /// Creates a value with the given fields.
        public init(sendEmail: SendEmail?, defaultLocale: String?) {
            self.sendEmail = sendEmail
            self.defaultLocale = defaultLocale
        }
    }

    /// The second factors that may be enrolled.
    public struct MultiFactorAuth: Codable, Sendable {
        /// The settings of one kind of second factor.
        public struct Provider: Codable, Sendable {
            /// The settings of authenticator apps.
            public struct Totp: Codable, Sendable {
                /// The tolerated clock difference in each direction, in periods of 30 seconds: 0 to 10.
                public var adjacentIntervals: Int?
                /// Creates a value with the given fields.
                public init(adjacentIntervals: Int?) { self.adjacentIntervals = adjacentIntervals }
            }
            /// `ENABLED` or `DISABLED`.
            public var state: MfaProviderState?
            /// The settings of authenticator apps, the only supported kind.
            public var totpProviderConfig: Totp?
            /// Creates a value with the given fields.
            public init(state: MfaProviderState?, totpProviderConfig: Totp?) {
                self.state = state
                self.totpProviderConfig = totpProviderConfig
            }
        }
        /// `DISABLED`, `ENABLED`, or `MANDATORY`: then a session without a second factor can do nothing but enrol one.
        public var state: MfaState?
        /// `PHONE_SMS` if phones may be enrolled; otherwise empty.
        public var enabledProviders: [MfaProvider]?
        /// The settings by kind of second factor.
        public var providerConfigs: [Provider]?
        /// Creates a value with the given fields.
        public init(state: MfaState?, enabledProviders: [MfaProvider]?, providerConfigs: [Provider]?) {
            self.state = state
            self.enabledProviders = enabledProviders
            self.providerConfigs = providerConfigs
        }
    }

    /// The resource name, `projects/{p}/config`. Set by the server.
    public var name: String?
    /// The sign-in methods.
    public var signIn: SignIn?
    /// The settings of mails and text messages.
    public var notification: Notification?
    /// The quotas.
    public var quota: Quota?
    /// The settings of monitoring.
    public var monitoring: Monitoring?
    /// The product that the project uses: Identity Platform. Set by the server.
    public var subtype: ProjectSubtype?
    /// The regions that text messages are sent to.
    public var smsRegionConfig: SMSRegions?
    /// The settings against email enumeration.
    public var emailPrivacyConfig: EmailPrivacy?
    /// The password policy.
    public var passwordPolicyConfig: PasswordPolicyConfig?
    /// The settings for apps.
    public var client: Client?
    /// The settings of second factors.
    public var mfa: MultiFactorAuth?
    /// The host names that links may have or continue to, without scheme, port or path; at most 1000.
    public var authorizedDomains: [String]?
    /// Indicates whether unused anonymous accounts are deleted, by default after 30 days.
    public var autodeleteAnonymousUsers: Bool?
    /// The settings for tenants.
    public var multiTenant: MultiTenant?
    /// The project's own functions that may refuse sign-ins, accounts and messages.
    public var blockingFunctions: BlockingFunctions?
    /// Vincula's own settings.
    public var vincula: VinculaConfig?

    /// Creates settings without any fields set.
    public init() {}

    /// The fields of Google's type `AdminV2Config`.
    public static let discovered = DiscoveredFields("AdminV2Config")
}
