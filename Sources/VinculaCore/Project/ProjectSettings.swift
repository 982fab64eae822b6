/// The settings of one project; kept in the store, changed through `projects/{p}/config`.
package struct ProjectSettings: Hashable, Sendable, Codable {
    package var anonymousEnabled = false
    package var emailEnabled = false
    /// With `false`, an email link signs in as well as a password.
    package var passwordRequired = true
    /// True if email signs in by link only, as it can in a tenant.
    package var isLinkOnly = false
    /// With `true`, several accounts may have the same email, each in its identity.
    package var allowDuplicateEmails = false
    /// True if responses hide which emails have accounts.
    package var emailPrivacy = true
    package var passwordPolicy = PasswordPolicy()
    /// True if end users may not create accounts.
    package var disabledUserSignUp = false
    /// True if end users may not delete their accounts.
    package var disabledUserDeletion = false
    /// The hosts that links and redirects may lead to.
    package var authorizedDomains = ["localhost"]
    /// True if links may lead to any host (Firebase's emulator allows it).
    package var allowsAnyContinueURL = false
    /// True if people sign in with `saml.*` providers that the project has not configured (Firebase's emulator allows it).
    package var allowsUnknownSAML = false
    /// True if the change of an unproven address can be reverted from it (Firebase allows it).
    package var recoversUnprovenEmail = false
    /// The rule for removing anonymous accounts that are no longer used.
    package var unusedAnonymous = UnusedAnonymousAccounts()
    package var email = EmailSettings()
    package var phone = PhoneSettings()
    package var secondFactors = SecondFactorSettings()
    package var sessions = SessionSettings()
    package var blocking = BlockingSettings()
    package var page = PageSettings()
    package var signInPages = SignInPageSettings()
    package var tenants = TenancySettings()
    /// A temporary limit of sign-ups, if the project has set one.
    package var signUpQuota: SignUpQuota?
    /// True if each request to the project is written to the server's log.
    package var logsRequests = false
    package var migration = MigrationSettings()
    /// True if a person may remove their last way in (Firebase allows it).
    package var allowUnlinkingLastMethod = false
    /// The trust in a provider's emails, where it is not ``defaultTrust``.
    package var providerTrust: [String: ProviderTrust] = [:]
    package var defaultTrust: ProviderTrust = .domainOwner

    /// The settings of a new project in production: every sign-in method is off until somebody enables it.
    package static let production: ProjectSettings = {
        var settings = ProjectSettings()
        settings.passwordPolicy = .production
        return settings
    }()

    /// The settings of a new project under `--dev`: every sign-in method is on, as in Firebase's emulator.
    package static let development: ProjectSettings = {
        var settings = ProjectSettings()
        settings.anonymousEnabled = true
        settings.emailEnabled = true
        settings.passwordRequired = false
        settings.emailPrivacy = false
        settings.phone.isEnabled = true
        settings.phone.regions = .everywhere
        settings.phone.appVerification = .limits
        settings.allowUnlinkingLastMethod = true
        settings.allowsAnyContinueURL = true
        settings.allowsUnknownSAML = true
        settings.recoversUnprovenEmail = true
        settings.signInPages.loopbackRedirects = true
        settings.email.digitsEnabled = true
        settings.secondFactors.authenticatorsEnabled = true
        settings.secondFactors.phonesEnabled = true
        settings.defaultTrust = .assertsVerified
        settings.tenants.allowsTenants = true
        settings.tenants.haveServerProviders = true
        return settings
    }()

    package init() {}

    /// True if a password can sign in.
    package var passwordEnabled: Bool { emailEnabled && !isLinkOnly }

    /// True if an email link can sign in.
    package var emailLinkEnabled: Bool { emailEnabled && !passwordRequired }

    /// The hosts that links may lead to.
    package var continueDomains: AuthorizedDomains { AuthorizedDomains(authorizedDomains, allowsAll: allowsAnyContinueURL) }

    /// The trust in a provider's emails in this project.
    package func trust(in provider: ProviderID) -> ProviderTrust { providerTrust[provider.value] ?? defaultTrust }
}
