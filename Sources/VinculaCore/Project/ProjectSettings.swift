/// The settings of one project; kept in the store, changed through `projects/{p}/config`.
public struct ProjectSettings: Hashable, Sendable, Codable {
    public var anonymousEnabled = false
    public var emailEnabled = false
    /// With `false`, an email link signs in as well as a password.
    public var passwordRequired = true
    /// With `true`, several accounts may have the same email, each in its identity.
    public var allowDuplicateEmails = false
    /// True if responses hide which emails have accounts.
    public var emailPrivacy = true
    public var passwordPolicy = PasswordPolicy()
    /// True if end users may not create accounts.
    public var disabledUserSignUp = false
    /// True if end users may not delete their accounts.
    public var disabledUserDeletion = false
    /// The hosts that links and redirects may lead to.
    public var authorizedDomains = ["localhost"]
    /// True if links may lead to any host (Firebase's emulator allows it).
    public var allowsAnyContinueURL = false
    /// True if the change of an unproven address can be reverted from it (Firebase allows it).
    public var recoversUnprovenEmail = false
    /// The rule for removing anonymous accounts that are no longer used.
    public var unusedAnonymous = UnusedAnonymousAccounts()
    public var email = EmailSettings()
    public var secondFactors = SecondFactorSettings()
    public var sessions = SessionSettings()
    /// True if a person may remove their last way in (Firebase allows it).
    public var allowUnlinkingLastMethod = false
    /// The trust in a provider's emails, where it is not ``defaultTrust``.
    public var providerTrust: [String: ProviderTrust] = [:]
    public var defaultTrust: ProviderTrust = .domainOwner

    /// The settings of a new project in production: every sign-in method is off until somebody enables it.
    public static let production: ProjectSettings = {
        var settings = ProjectSettings()
        settings.passwordPolicy = .production
        return settings
    }()

    /// The settings of a new project under `--dev`: every sign-in method is on, as in Firebase's emulator.
    public static let development: ProjectSettings = {
        var settings = ProjectSettings()
        settings.anonymousEnabled = true
        settings.emailEnabled = true
        settings.passwordRequired = false
        settings.emailPrivacy = false
        settings.allowUnlinkingLastMethod = true
        settings.allowsAnyContinueURL = true
        settings.recoversUnprovenEmail = true
        settings.email.digitsEnabled = true
        settings.secondFactors.authenticatorsEnabled = true
        settings.defaultTrust = .assertsVerified
        return settings
    }()

    public init() {}

    /// True if an email link can sign in.
    public var emailLinkEnabled: Bool { emailEnabled && !passwordRequired }

    /// The hosts that links may lead to.
    public var continueDomains: AuthorizedDomains { AuthorizedDomains(authorizedDomains, allowsAll: allowsAnyContinueURL) }

    /// The trust in a provider's emails in this project.
    public func trust(in provider: ProviderID) -> ProviderTrust { providerTrust[provider.value] ?? defaultTrust }
}
