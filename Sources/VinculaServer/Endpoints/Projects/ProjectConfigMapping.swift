import IdentityToolkit
import VinculaCore
import VinculaEngine

extension ProjectConfig {
    /// The settings that may be unset; `null` for any other is refused, so that no setting is weakened by mistake.
    static let emptiable = Set([
        "vincula.providerTrust", "vincula.email.appName", "vincula.email.senderName", "vincula.email.replyTo",
        "vincula.email.templates", "vincula.page.name", "vincula.page.logo", "vincula.page.color",
        "notification.sendEmail.callbackUri", "vincula.phone.templates", "vincula.phone.appVerification",
        "quota.signUpQuotaConfig", "notification.sendEmail.smtp",
        "vincula.migration.firebase", "vincula.migration.firebase.serverUrl",
        "vincula.sessions.idleDays", "vincula.sessions.absoluteDays", "vincula.sessions.maxPerAccount",
        "vincula.sessions.unboundUntil",
    ]).union(ProjectConfig.Notification.emptiableTemplates)

    /// Creates the administrators' view of a project's settings.
    init(_ settings: ProjectSettings, project: String) {
        self.init(emulator: settings)
        name = "projects/\(project)/config"
        signIn?.anonymous = .init(enabled: settings.anonymousEnabled)
        signIn?.email = .init(enabled: settings.emailEnabled, passwordRequired: settings.passwordRequired)
        signIn?.phoneNumber = .init(settings.phone)
        smsRegionConfig = SMSRegions(settings.phone.regions)
        passwordPolicyConfig = PasswordPolicyConfig(settings.passwordPolicy)
        client = Client(
            permissions: .init(
                disabledUserSignup: settings.disabledUserSignUp, disabledUserDeletion: settings.disabledUserDeletion))
        mfa = MultiFactorAuth(settings.secondFactors)
        autodeleteAnonymousUsers = settings.unusedAnonymous.areDeleted
        authorizedDomains = settings.authorizedDomains
        notification = Notification(
            sendEmail: .init(settings.email), defaultLocale: settings.email.language.rawValue)
        multiTenant = MultiTenant(settings.tenants)
        notification?.sendSms = .init(settings)
        quota = settings.signUpQuota.map(Quota.init)
        monitoring = Monitoring(requestLogging: .init(enabled: settings.logsRequests))
        subtype = .identityPlatform
        client?.firebaseSubdomain = project
        blockingFunctions = BlockingFunctions(settings.blocking)
        vincula = VinculaConfig(settings)
    }

    /// Creates the part that the emulator's control path shows.
    init(emulator settings: ProjectSettings) {
        self.init()
        signIn = SignIn(allowDuplicateEmails: settings.allowDuplicateEmails)
        emailPrivacyConfig = EmailPrivacy(enableImprovedEmailPrivacy: settings.emailPrivacy)
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Parameters:
    ///   - templates: The renderer that checks mail templates.
    ///   - mayReach: Indicates whether the server connects to a mail server's host.
    ///   - sealPassword: Carries out a decision about the password of the project's mail server.
    /// - Throws: ``AuthError/invalidConfig(_:)``, or the errors of sealing.
    func apply(
        to settings: inout ProjectSettings, mask: FieldMask, now: Timestamp, templates: any MailRenderer,
        mayReach: (String) -> Bool, sealPassword: (SecretChange, String?) throws -> String?
    ) throws {
        func set(_ path: String, _ value: Bool?, _ field: WritableKeyPath<ProjectSettings, Bool>) {
            guard mask.covers(path), let value else { return }
            settings[keyPath: field] = value
        }
        set("signIn.anonymous.enabled", signIn?.anonymous?.enabled, \.anonymousEnabled)
        set("signIn.email.enabled", signIn?.email?.enabled, \.emailEnabled)
        set("signIn.email.passwordRequired", signIn?.email?.passwordRequired, \.passwordRequired)
        set("signIn.allowDuplicateEmails", signIn?.allowDuplicateEmails, \.allowDuplicateEmails)
        set(
            "emailPrivacyConfig.enableImprovedEmailPrivacy", emailPrivacyConfig?.enableImprovedEmailPrivacy, \.emailPrivacy)
        set("client.permissions.disabledUserSignup", client?.permissions?.disabledUserSignup, \.disabledUserSignUp)
        set("client.permissions.disabledUserDeletion", client?.permissions?.disabledUserDeletion, \.disabledUserDeletion)
        set("autodeleteAnonymousUsers", autodeleteAnonymousUsers, \.unusedAnonymous.areDeleted)
        try (vincula ?? VinculaConfig()).apply(to: &settings, mask: mask, now: now)
        try (vincula?.email ?? VinculaConfig.Email()).apply(to: &settings.email, mask: mask, templates: templates)
        try (notification ?? Notification(sendEmail: nil, defaultLocale: nil)).apply(
            to: &settings, mask: mask, templates: templates, mayReach: mayReach, sealPassword: sealPassword)
        multiTenant?.apply(to: &settings.tenants, mask: mask)
        try (quota ?? Quota(signUpQuotaConfig: nil)).apply(to: &settings.signUpQuota, mask: mask)
        set("monitoring.requestLogging.enabled", monitoring?.requestLogging?.enabled, \.logsRequests)
        try signIn?.phoneNumber?.apply(to: &settings.phone, mask: mask)
        if mask.covers("smsRegionConfig"), let smsRegionConfig { try smsRegionConfig.apply(to: &settings.phone.regions) }
        // If the mask names it as a whole, it is replaced as a whole.
        if mask.names("mfa") { settings.secondFactors = SecondFactorSettings() }
        try mfa?.apply(to: &settings.secondFactors, mask: mask)
        if mask.covers("authorizedDomains"), let authorizedDomains {
            settings.authorizedDomains = try AuthorizedDomainNames.check(authorizedDomains)
        }
        if mask.covers("passwordPolicyConfig"), let policy = passwordPolicyConfig {
            try policy.apply(to: &settings.passwordPolicy, now: now)
        }
    }
}

extension ProjectConfig.PasswordPolicyConfig {
    init(_ policy: PasswordPolicy) {
        self.init()
        passwordPolicyEnforcementState = policy.isEnforced ? .enforce : .off
        passwordPolicyVersions = [.init(customStrengthOptions: CustomStrengthOptions(policy), schemaVersion: 1)]
        forceUpgradeOnSignin = policy.forceUpgradeOnSignIn
        lastUpdateTime = policy.updatedAt?.rfc3339
        refuseCommonPasswords = policy.refusesCommon
    }

    func apply(to policy: inout PasswordPolicy, now: Timestamp) throws(AuthError) {
        let before = policy
        switch passwordPolicyEnforcementState {
        case nil, .unspecified: break
        case .enforce: policy.isEnforced = true
        case .off: policy.isEnforced = false
        }
        policy.forceUpgradeOnSignIn = forceUpgradeOnSignin ?? policy.forceUpgradeOnSignIn
        if let versions = passwordPolicyVersions {
            guard versions.count == 1, let options = versions.first?.customStrengthOptions else {
                throw .invalidConfig("passwordPolicyVersions must have one entry, with customStrengthOptions.")
            }
            let minimum = options.minPasswordLength ?? PasswordPolicy.shortest
            let maximum = options.maxPasswordLength ?? PasswordPolicy.longestBytes
            guard (PasswordPolicy.shortest...30).contains(minimum), (minimum...PasswordPolicy.longestBytes).contains(maximum)
            else {
                throw .invalidConfig(
                    "minPasswordLength must be from 6 to 30, and maxPasswordLength must be from minPasswordLength to "
                        + "\(PasswordPolicy.longestBytes).")
            }
            policy.minimumLength = minimum
            policy.maximumLength = maximum
            policy.needsLowercase = options.containsLowercaseCharacter ?? false
            policy.needsUppercase = options.containsUppercaseCharacter ?? false
            policy.needsNumeric = options.containsNumericCharacter ?? false
            policy.needsNonAlphanumeric = options.containsNonAlphanumericCharacter ?? false
        }
        policy.refusesCommon = refuseCommonPasswords ?? policy.refusesCommon
        if policy != before { policy.updatedAt = now }
    }
}

extension CustomStrengthOptions {
    init(_ policy: PasswordPolicy) {
        self.init()
        minPasswordLength = policy.minimumLength
        maxPasswordLength = policy.maximumLength
        containsLowercaseCharacter = policy.needsLowercase
        containsUppercaseCharacter = policy.needsUppercase
        containsNumericCharacter = policy.needsNumeric
        containsNonAlphanumericCharacter = policy.needsNonAlphanumeric
    }
}

/// The rule for `authorizedDomains`: host names, without scheme, port or path.
enum AuthorizedDomainNames {
    static func check(_ domains: [String]) throws(AuthError) -> [String] {
        guard domains.count <= 1000 else { throw .invalidConfig("authorizedDomains may have at most 1000 entries.") }
        return try domains.map { domain throws(AuthError) in
            guard let host = AuthorizedDomains.host(domain), !domain.hasSuffix("."), !domain.hasPrefix("-") else {
                throw .invalidConfig("\(domain.prefix(60)) is not a host name.")
            }
            return host
        }
    }
}
