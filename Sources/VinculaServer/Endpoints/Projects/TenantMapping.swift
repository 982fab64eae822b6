import IdentityToolkit
import VinculaCore

extension TenantMessage {
    /// The settings that may be unset, and then are the project's or have no value.
    static let emptiable: Set<String> = [
        "displayName", "vincula.sessions.idleDays", "vincula.sessions.absoluteDays", "vincula.sessions.maxPerAccount",
    ]

    /// Creates the administrators' view of a tenant. Settings that it takes from its project are absent.
    init(_ tenant: Tenant) {
        self.init(tenant.settings)
        name = tenant.scope.resourceName
        tenantId = tenant.id
    }

    /// Creates the part that consists of settings.
    init(_ settings: TenantSettings) {
        self.init()
        displayName = settings.displayName
        allowPasswordSignup = settings.passwordEnabled
        enableEmailLinkSignin = settings.emailLinkEnabled
        enableAnonymousUser = settings.anonymousEnabled
        disableAuth = settings.isDisabled
        var factors = ProjectConfig.MultiFactorAuth(settings.secondFactors)
        // As at Google, a tenant says nothing about authenticator apps that it never had.
        let apps = SecondFactorSettings()
        if !settings.secondFactors.authenticatorsEnabled, settings.secondFactors.adjacentPeriods == apps.adjacentPeriods {
            factors.providerConfigs = nil
        }
        mfaConfig = factors
        testPhoneNumbers = settings.testNumbers.pairs.isEmpty ? nil : settings.testNumbers.pairs
        if settings.disabledUserSignUp || settings.disabledUserDeletion {
            client = .init(
                permissions: .init(
                    disabledUserSignup: settings.disabledUserSignUp, disabledUserDeletion: settings.disabledUserDeletion))
        }
        autodeleteAnonymousUsers = settings.deletesUnusedAnonymous ? true : nil
        smsRegionConfig = settings.smsRegions.map(ProjectConfig.SMSRegions.init)
        passwordPolicyConfig = settings.passwordPolicy.map(ProjectConfig.PasswordPolicyConfig.init)
        emailPrivacyConfig = settings.emailPrivacy.map { .init(enableImprovedEmailPrivacy: $0) }
        vincula = Vincula(settings.sessionLimits)
        inheritance = settings.inheritsEmail ? nil : .init(emailSendingConfig: false)
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Parameters:
    ///   - project: The project's settings, from which a first policy of the tenant's own begins.
    ///   - life: The server's limits of sessions.
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(
        to settings: inout TenantSettings, of project: ProjectSettings, within life: SessionLife, mask: FieldMask, now: Timestamp
    ) throws(AuthError) {
        func set(_ path: String, _ value: Bool?, _ field: WritableKeyPath<TenantSettings, Bool>) {
            guard mask.covers(path), let value else { return }
            settings[keyPath: field] = value
        }
        if mask.covers("displayName"), displayName != nil || mask.names("displayName") {
            settings.displayName = displayName.flatMap { $0.isEmpty ? nil : $0 }
        }
        set("allowPasswordSignup", allowPasswordSignup, \.passwordEnabled)
        set("enableEmailLinkSignin", enableEmailLinkSignin, \.emailLinkEnabled)
        set("enableAnonymousUser", enableAnonymousUser, \.anonymousEnabled)
        set("disableAuth", disableAuth, \.isDisabled)
        set("client.permissions.disabledUserSignup", client?.permissions?.disabledUserSignup, \.disabledUserSignUp)
        set("client.permissions.disabledUserDeletion", client?.permissions?.disabledUserDeletion, \.disabledUserDeletion)
        set("autodeleteAnonymousUsers", autodeleteAnonymousUsers, \.deletesUnusedAnonymous)
        set("inheritance.emailSendingConfig", inheritance?.emailSendingConfig, \.inheritsEmail)
        if mask.names("mfaConfig") { settings.secondFactors = SecondFactorSettings() }
        try mfaConfig?.apply(to: &settings.secondFactors, mask: mask, at: "mfaConfig")
        if mask.covers("testPhoneNumbers"), let testPhoneNumbers {
            do {
                settings.testNumbers = try TestPhoneNumbers(testPhoneNumbers)
            } catch {
                throw .invalidConfig("testPhoneNumbers \(ProjectConfig.SignIn.PhoneNumber.words(error))")
            }
        }
        if mask.covers("smsRegionConfig"), let smsRegionConfig {
            var regions = settings.smsRegions ?? project.phone.regions
            try smsRegionConfig.apply(to: &regions)
            settings.smsRegions = regions
        }
        if mask.covers("passwordPolicyConfig"), let passwordPolicyConfig {
            var policy = settings.passwordPolicy ?? project.passwordPolicy
            try passwordPolicyConfig.apply(to: &policy, now: now)
            settings.passwordPolicy = policy
        }
        let limits = settings.sessionLimits
        let given = vincula?.sessions ?? .init(idleDays: nil, absoluteDays: nil, maxPerAccount: nil)
        try given.apply(to: &settings.sessionLimits, mask: mask)
        try settings.sessionLimits.require(within: life, since: limits)
        if mask.covers("emailPrivacyConfig"), let hides = emailPrivacyConfig?.enableImprovedEmailPrivacy {
            settings.emailPrivacy = hides
        }
    }
}

extension ProjectScope {
    /// The name of a project or tenant as a resource of Google's API.
    var resourceName: String { "projects/\(project)" + (tenant.isEmpty ? "" : "/tenants/\(tenant)") }
}
