/// The settings of a tenant, as they are stored.
///
/// A new tenant allows nothing, as at Google. What a tenant has not set itself, and everything that it has no setting for, is
/// the project's: see ``effective(in:)``.
package struct TenantSettings: Hashable, Sendable, Codable {
    package var displayName: String?
    /// True if nobody signs in, and no account can be managed.
    package var isDisabled = false
    package var passwordEnabled = false
    package var emailLinkEnabled = false
    package var anonymousEnabled = false
    package var secondFactors = SecondFactorSettings()
    /// Numbers with fixed codes, to which nothing is sent.
    package var testNumbers = TestPhoneNumbers()
    /// True if end users may not create accounts.
    package var disabledUserSignUp = false
    /// True if end users may not delete their accounts.
    package var disabledUserDeletion = false
    /// True if unused anonymous accounts are deleted, after as many days as in the project.
    package var deletesUnusedAnonymous = false
    /// The regions that text messages are sent to; `nil` for the project's.
    package var smsRegions: SMSRegionPolicy?
    /// `nil` for the project's.
    package var passwordPolicy: PasswordPolicy?
    /// True if responses hide which emails have accounts; `nil` for the project's setting.
    package var emailPrivacy: Bool?
    /// The limits of sessions that are not the project's.
    package var sessionLimits = SessionBounds()
    /// True if mails have the project's sender, templates, link address and mail server; otherwise the server's own.
    package var inheritsEmail = true

    package init() {}

    /// The settings of a tenant that a development server makes when its id is first used, as the emulator does.
    package static let development: TenantSettings = {
        var settings = TenantSettings()
        settings.passwordEnabled = true
        settings.emailLinkEnabled = true
        settings.anonymousEnabled = true
        settings.secondFactors.phonesEnabled = true
        return settings
    }()

    /// The settings by which everything in the tenant happens.
    ///
    /// - Parameter project: The settings of the tenant's project.
    package func effective(in project: ProjectSettings) -> ProjectSettings {
        var settings = project
        settings.emailEnabled = passwordEnabled || emailLinkEnabled
        settings.passwordRequired = !emailLinkEnabled
        settings.isLinkOnly = emailLinkEnabled && !passwordEnabled
        settings.anonymousEnabled = anonymousEnabled
        settings.secondFactors = secondFactors
        // A phone is a second factor only, as in Google's tenants.
        settings.phone.isEnabled = false
        settings.phone.testNumbers = testNumbers
        settings.phone.regions = smsRegions ?? project.phone.regions
        settings.disabledUserSignUp = disabledUserSignUp
        settings.disabledUserDeletion = disabledUserDeletion
        settings.unusedAnonymous.areDeleted = deletesUnusedAnonymous
        settings.passwordPolicy = passwordPolicy ?? project.passwordPolicy
        settings.emailPrivacy = emailPrivacy ?? project.emailPrivacy
        settings.sessions.limits = sessionLimits.over(project.sessions.limits)
        // A tenant's own providers may have the names of its project's, or of other tenants', and be somebody else's.
        settings.providerTrust = project.providerTrust.filter { !ProviderID($0.key).isDefinedByProject }
        if !inheritsEmail { settings.email = project.email.withoutCustomization }
        return settings
    }
}

extension EmailSettings {
    /// The settings without the project's sender, templates, link address and mail server. The app's name, the language and the
    /// digits stay.
    fileprivate var withoutCustomization: EmailSettings {
        var settings = self
        settings.senderName = nil
        settings.replyTo = nil
        settings.actionURL = nil
        settings.templates = [:]
        settings.placeholderTemplates = [:]
        settings.server = nil
        settings.usesOwnServer = false
        return settings
    }
}
