import Testing
import VinculaCore

@Suite("The settings of a tenant")
struct TenantSettingsTests {
    @Test("Without the project's email settings, its sender, templates, link address and mail server are not the tenant's")
    func withoutEmail() throws {
        var project = ProjectSettings.production
        let sender = try #require(EmailAddress("app@shop.example"))
        project.email.appName = "Shop"
        project.email.language = .spanish
        project.email.senderName = "Shop"
        project.email.replyTo = sender
        project.email.actionURL = "https://shop.example/auth"
        project.email.templates = ["signIn": ["en": .init(subject: "Hi")]]
        var template = PlaceholderTemplate()
        template.subject = "Reset"
        template.senderName = "Shop"
        project.email.placeholderTemplates = ["resetPassword": template]
        project.email.server = MailServerSettings(sender: sender, host: "smtp.shop.example", port: 465, security: .ssl)
        project.email.usesOwnServer = true
        var tenant = TenantSettings()
        #expect(tenant.effective(in: project).email == project.email)
        tenant.inheritsEmail = false
        var expected = EmailSettings()
        expected.appName = "Shop"
        expected.language = .spanish
        #expect(tenant.effective(in: project).email == expected)
    }

    private static func project() -> ProjectSettings {
        var project = ProjectSettings.development
        project.disabledUserSignUp = true
        project.disabledUserDeletion = true
        project.unusedAnonymous.areDeleted = true
        project.unusedAnonymous.days = 7
        project.emailPrivacy = true
        project.authorizedDomains = ["shop.example"]
        project.email.senderName = "Shop"
        project.email.templates = ["resetPassword": ["en": EmailSettings.Template(subject: "Ours")]]
        project.email.actionURL = "https://shop.example/action"
        project.secondFactors.isMandatory = true
        return project
    }

    @Test("A new tenant allows nothing, whatever the project allows")
    func new() {
        let settings = TenantSettings().effective(in: Self.project())
        #expect(!settings.emailEnabled && !settings.passwordEnabled && !settings.emailLinkEnabled && !settings.anonymousEnabled)
        #expect(!settings.phone.isEnabled && settings.secondFactors == SecondFactorSettings())
        #expect(!settings.disabledUserSignUp && !settings.disabledUserDeletion && !settings.unusedAnonymous.areDeleted)
        #expect(settings.phone.testNumbers.pairs.isEmpty)
    }

    @Test("A password and a link are allowed each by itself", arguments: [false, true], [false, true])
    func ways(password: Bool, link: Bool) {
        var tenant = TenantSettings()
        tenant.passwordEnabled = password
        tenant.emailLinkEnabled = link
        for project in [ProjectSettings.production, .development] {
            let settings = tenant.effective(in: project)
            #expect(settings.passwordEnabled == password && settings.emailLinkEnabled == link)
            #expect(settings.emailEnabled == (password || link))
        }
    }

    @Test("What it has not set is the project's, and so is all that it has no setting for")
    func inherited() throws {
        let project = Self.project()
        let settings = TenantSettings().effective(in: project)
        #expect(settings.passwordPolicy == project.passwordPolicy && settings.emailPrivacy == project.emailPrivacy)
        #expect(settings.phone.regions == project.phone.regions && settings.authorizedDomains == project.authorizedDomains)
        #expect(settings.email == project.email && settings.page == project.page && settings.sessions == project.sessions)
        #expect(settings.allowDuplicateEmails == project.allowDuplicateEmails && settings.providerTrust == project.providerTrust)
        #expect(settings.unusedAnonymous.days == 7)
    }

    @Test("What it has set counts, in both directions")
    func own() throws {
        var tenant = TenantSettings()
        tenant.passwordPolicy = PasswordPolicy()
        tenant.emailPrivacy = false
        tenant.smsRegions = .off
        tenant.testNumbers = try TestPhoneNumbers(["+16505550100": "123456"])
        tenant.anonymousEnabled = true
        tenant.deletesUnusedAnonymous = true
        tenant.secondFactors.phonesEnabled = true
        tenant.disabledUserSignUp = true
        var project = Self.project()
        project.disabledUserSignUp = false
        project.passwordPolicy = .production
        let settings = tenant.effective(in: project)
        #expect(settings.passwordPolicy == PasswordPolicy() && !settings.emailPrivacy && settings.phone.regions == .off)
        #expect(settings.phone.testNumbers == tenant.testNumbers && settings.anonymousEnabled && settings.disabledUserSignUp)
        #expect(settings.unusedAnonymous.areDeleted && settings.secondFactors == tenant.secondFactors)
    }

    @Test("Without the project's mail settings, mails are the server's own, for the same app and in the same language")
    func mails() {
        var tenant = TenantSettings()
        tenant.inheritsEmail = false
        var project = Self.project()
        project.email.appName = "The shop"
        project.email.language = .french
        let email = tenant.effective(in: project).email
        #expect(email.senderName == nil && email.templates.isEmpty && email.actionURL == nil && email.replyTo == nil)
        #expect(email.appName == "The shop" && email.language == .french && email.digitsEnabled == project.email.digitsEnabled)
    }
}
