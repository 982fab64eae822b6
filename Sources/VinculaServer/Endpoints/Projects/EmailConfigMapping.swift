import IdentityToolkit
import VinculaCore
import VinculaEngine

extension VinculaConfig.Email {
    /// Creates the administrators' view of a project's mail settings.
    init(_ settings: EmailSettings) {
        self.init()
        appName = settings.appName
        senderName = settings.senderName
        replyTo = settings.replyTo?.value
        codes = settings.digitsEnabled
        templates = settings.templates.mapValues { $0.mapValues(Template.init) }
    }

    /// Applies the fields that the mask covers; the templates are replaced as a whole.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(
        to settings: inout EmailSettings, mask: FieldMask, templates renderer: any MailRenderer
    ) throws(AuthError) {
        func isMeant(_ path: String, _ value: Any?) -> Bool {
            mask.covers(path) && (value != nil || mask.namesOrHolds(path))
        }
        if isMeant("vincula.email.appName", appName) { settings.appName = try name(appName, "appName") }
        if isMeant("vincula.email.senderName", senderName) { settings.senderName = try name(senderName, "senderName") }
        if isMeant("vincula.email.replyTo", replyTo) { settings.replyTo = try address(replyTo) }
        if isMeant("vincula.email.codes", codes) { settings.digitsEnabled = codes ?? false }
        if isMeant("vincula.email.templates", templates) {
            var table: [String: [String: EmailSettings.Template]] = [:]
            for (kind, languages) in templates ?? [:] {
                guard MailKind(rawValue: kind) != nil else {
                    let kinds = MailKind.allCases.map(\.rawValue).joined(separator: ", ")
                    throw .invalidConfig(
                        "Unknown kind of email \(kind.prefix(40)) in vincula.email.templates; the kinds are \(kinds).")
                }
                for (language, template) in languages {
                    guard Language(rawValue: language) != nil else {
                        let languages = Language.allCases.map(\.rawValue).joined(separator: ", ")
                        throw .invalidConfig(
                            "Unknown language \(language.prefix(40)) in vincula.email.templates; the languages are \(languages).")
                    }
                    let own = EmailSettings.Template(subject: template.subject, text: template.text, html: template.html)
                    try renderer.check(own)
                    table[kind, default: [:]][language] = own
                }
            }
            settings.templates = table
        }
    }

    private func name(_ text: String?, _ field: String) throws(AuthError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 200, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalidConfig("vincula.email.\(field) must have at most 200 bytes and no control characters.")
        }
        return text
    }

    private func address(_ text: String?) throws(AuthError) -> EmailAddress? {
        guard let text, !text.isEmpty else { return nil }
        guard let address = EmailAddress(text) else { throw .invalidConfig("vincula.email.replyTo is not an email address.") }
        return address
    }
}

extension VinculaConfig.Email.Template {
    fileprivate init(_ template: EmailSettings.Template) {
        self.init(subject: template.subject, text: template.text, html: template.html)
    }
}
