import Foundation
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension ProjectConfig.Notification.SendEmail {
    /// Creates the administrators' view of a project's settings for mails.
    init(_ settings: EmailSettings) {
        self.init(callbackUri: settings.actionURL)
        method = settings.usesOwnServer ? .customSmtp : .default
        smtp = settings.server.map(ProjectConfig.Notification.SMTP.init)
        for template in ProjectConfig.Notification.templates {
            self[keyPath: template.field] = ProjectConfig.Notification.EmailTemplate(
                settings.placeholderTemplates[template.kind.rawValue])
        }
    }
}

extension ProjectConfig.Notification.SendSms {
    /// Creates the administrators' view of a project's settings for text messages.
    init(_ settings: ProjectSettings) {
        self.init(
            useDeviceLocale: settings.phone.usesDeviceLanguage,
            smsTemplate: .init(content: settings.phone.template(settings.email.language).text))
    }
}

extension ProjectConfig.Notification {
    /// Applies the fields that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``, or the errors of sealing.
    func apply(
        to settings: inout ProjectSettings, mask: FieldMask, templates renderer: any MailRenderer, mayReach: (String) -> Bool,
        sealPassword: (SecretChange, String?) throws -> String?
    ) throws {
        if mask.covers("notification.defaultLocale"), let defaultLocale {
            guard let language = Language(tag: defaultLocale) else {
                let languages = Language.allCases.map(\.rawValue).joined(separator: ", ")
                throw AuthError.invalidConfig("notification.defaultLocale must be one of \(languages).")
            }
            settings.email.language = language
        }
        if mask.covers("notification.sendSms.useDeviceLocale"), let isOn = sendSms?.useDeviceLocale {
            settings.phone.usesDeviceLanguage = isOn
        }
        if mask.covers("notification.sendEmail.callbackUri"),
            sendEmail?.callbackUri != nil || mask.names("notification.sendEmail.callbackUri")
        {
            settings.email.actionURL = try Self.checked(sendEmail?.callbackUri)
        }
        try applyTemplates(to: &settings.email, mask: mask, renderer)
        try applyServer(to: &settings.email, mask: mask, mayReach: mayReach, sealPassword)
    }

    /// Links with codes lead to this URL, so it must be one that no parser reads differently.
    private static func checked(_ text: String?) throws(AuthError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let domains = AuthorizedDomains([], allowsAll: true)
        guard let url = try? domains.check(text), let parts = URLComponents(string: url), parts.fragment == nil,
            parts.scheme == "https" || ["localhost", "127.0.0.1"].contains(parts.host ?? "")
        else { throw .invalidConfig("notification.sendEmail.callbackUri must be an https URL without a fragment.") }
        return url
    }
}
