import IdentityToolkit
import VinculaCore
import VinculaEngine

extension ProjectConfig.Notification {
    /// A template of Firebase's, and the kind of mail that it is for.
    struct TemplateField: Sendable {
        let name: String
        let kind: MailKind
        let field: any WritableKeyPath<SendEmail, EmailTemplate?> & Sendable

        var path: String { "notification.sendEmail.\(name)" }
    }

    static let templates = [
        TemplateField(name: "resetPasswordTemplate", kind: .resetPassword, field: \.resetPasswordTemplate),
        TemplateField(name: "verifyEmailTemplate", kind: .verifyEmail, field: \.verifyEmailTemplate),
        TemplateField(name: "changeEmailTemplate", kind: .recoverEmail, field: \.changeEmailTemplate),
        TemplateField(
            name: "revertSecondFactorAdditionTemplate", kind: .revertSecondFactorAddition,
            field: \.revertSecondFactorAdditionTemplate),
    ]

    /// The parts of a template that `null` or an empty text set back to the built-in ones.
    private static let parts = ["subject", "body", "senderDisplayName", "replyTo"]

    /// The fields that may be unset.
    static let emptiableTemplates = Set(
        templates.flatMap { template in [template.path] + parts.map { "\(template.path).\($0)" } })

    /// Applies the templates that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func applyTemplates(
        to settings: inout EmailSettings, mask: FieldMask, _ renderer: any MailRenderer
    ) throws(AuthError) {
        for template in Self.templates where mask.covers(template.path) {
            guard let sent = sendEmail?[keyPath: template.field] else {
                if mask.namesOrHolds(template.path) { settings.placeholderTemplates[template.kind.rawValue] = nil }
                continue
            }
            // If the mask names it as a whole, it is replaced as a whole.
            let old = mask.namesOrHolds(template.path) ? nil : settings.placeholderTemplates[template.kind.rawValue]
            let new = try sent.applied(to: old ?? PlaceholderTemplate(), at: template.path, mask: mask)
            try renderer.check(new.mustache)
            settings.placeholderTemplates[template.kind.rawValue] = new == PlaceholderTemplate() ? nil : new
        }
    }
}

extension ProjectConfig.Notification.EmailTemplate {
    /// Creates the administrators' view of a template; without one, it only says so.
    init(_ template: PlaceholderTemplate?) {
        self.init()
        customized = template?.isCustomized ?? false
        guard let template else { return }
        subject = template.subject
        senderDisplayName = template.senderName
        body = template.body
        bodyFormat = template.body == nil ? nil : template.format == .html ? .html : .plainText
        replyTo = template.replyTo?.value
    }

    fileprivate func applied(
        to old: PlaceholderTemplate, at path: String, mask: FieldMask
    ) throws(AuthError) -> PlaceholderTemplate {
        var template = old
        func isMeant(_ name: String, _ value: String?) -> Bool {
            mask.covers("\(path).\(name)") && (value != nil || mask.names("\(path).\(name)"))
        }
        if isMeant("subject", subject) { template.subject = try text(subject, "\(path).subject") }
        if isMeant("body", body) { template.body = try text(body, "\(path).body") }
        if mask.covers("\(path).bodyFormat"), let bodyFormat { template.format = bodyFormat == .html ? .html : .plainText }
        if isMeant("senderDisplayName", senderDisplayName) {
            template.senderName = try name(senderDisplayName, "\(path).senderDisplayName")
        }
        if isMeant("replyTo", replyTo) {
            template.replyTo = try given(replyTo).map { text throws(AuthError) in
                guard let address = EmailAddress(text) else { throw .invalidConfig("\(path).replyTo is not an email address.") }
                return address
            }
        }
        return template
    }

    private func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private func text(_ text: String?, _ field: String) throws(AuthError) -> String? {
        guard let text = given(text) else { return nil }
        do throws(PlaceholderTemplate.Fault) {
            try PlaceholderTemplate.check(text)
        } catch {
            switch error {
            case .braces: throw .invalidConfig("\(field) must not contain {{.")
            case .placeholder(let name): throw .invalidConfig("\(field) has the unknown placeholder \(name).")
            }
        }
        return text
    }

    private func name(_ text: String?, _ field: String) throws(AuthError) -> String? {
        guard let text = given(text) else { return nil }
        guard text.utf8.count <= 200, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .invalidConfig("\(field) must have at most 200 bytes and no control characters.")
        }
        return text
    }
}
