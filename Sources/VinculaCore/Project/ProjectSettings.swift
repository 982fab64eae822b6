/// What one project allows; kept in the store, changed through `projects/{p}/config`.
public struct ProjectSettings: Hashable, Sendable, Codable {
    public var anonymousEnabled = false
    public var emailEnabled = false
    /// With `false`, a mailed link signs in as well as a password.
    public var passwordRequired = true
    /// With `true`, several accounts may carry one email, each in its identity.
    public var allowDuplicateEmails = false
    /// Whether answers hide which emails have accounts.
    public var emailPrivacy = true
    public var passwordPolicy = PasswordPolicy()
    /// End users may not create accounts.
    public var disabledUserSignUp = false
    /// End users may not delete their accounts.
    public var disabledUserDeletion = false
    /// Hosts that links and redirects may lead to.
    public var authorizedDomains = ["localhost"]
    /// Whether links may lead on to any host (Firebase's emulator allows it).
    public var allowsAnyContinueURL = false
    /// Whether an address that nobody proved can take its change back (Firebase allows it).
    public var recoversUnprovenEmail = false
    /// Whether, and when, anonymous accounts that nobody uses are removed.
    public var unusedAnonymous = UnusedAnonymousAccounts()
    public var email = EmailSettings()
    public var secondFactors = SecondFactorSettings()
    public var sessions = SessionSettings()
    /// Whether a person may remove their last way in (Firebase allows it).
    public var allowUnlinkingLastMethod = false
    /// What a provider's word on an email is worth, where it is not ``defaultTrust``.
    public var providerTrust: [String: ProviderTrust] = [:]
    public var defaultTrust: ProviderTrust = .domainOwner

    /// Settings of a new project in production: every method is off until somebody switches it on.
    public static let production: ProjectSettings = {
        var settings = ProjectSettings()
        settings.passwordPolicy = .production
        return settings
    }()

    /// Settings of a new project under `--dev`: every method on, as Firebase's emulator has it.
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

    /// Whether a mailed link signs in.
    public var emailLinkEnabled: Bool { emailEnabled && !passwordRequired }

    /// Where links may lead on to.
    public var continueDomains: AuthorizedDomains { AuthorizedDomains(authorizedDomains, allowsAll: allowsAnyContinueURL) }

    /// What a provider's word on an email is worth in this project.
    public func trust(in provider: ProviderID) -> ProviderTrust { providerTrust[provider.value] ?? defaultTrust }
}
