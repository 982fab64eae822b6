import Foundation
import Mustache
package import VinculaCore
package import VinculaEngine

/// Renders mails from templates: the project's own where it has them, otherwise the built-in ones.
///
/// Everything that users wrote is a value, never part of a template, so nothing in it is expanded.
package struct MailTemplates: MailRenderer {
    /// The longest template, in bytes.
    static let longest = 64 * 1024

    private static let textPragma = "{{% CONTENT_TYPE:TEXT}}"

    package init() {}

    package func render(_ order: MailOrder, _ settings: EmailSettings) throws -> RenderedMail {
        let language = order.language ?? settings.language
        let texts = MailTexts.of(language)
        let variables = MailVariables(order, settings, texts: texts, language: language)
        let template = settings.template(order.kind, language)
        // Checked before anything is rendered: a long link that is used often would take gigabytes.
        let own = template.flatMap { MailLength.fits($0, variables) ? $0 : nil }
        let letter = try WrittenMail(texts, order.kind, variables, isAnswered: settings.replyTo != nil)
        var mail = RenderedMail(
            senderName: settings.senderName ?? variables.values["app"] ?? "", replyTo: settings.replyTo, to: order.to,
            subject: try own?.subject.map { try Self.text($0, variables) } ?? letter.subject,
            text: try own?.text.map { try Self.text($0, variables) } ?? letter.text,
            html: try own?.html.map { try Self.html($0, variables) } ?? letter.html, language: language)
        mail.hasTooLongTemplate = template != nil && own == nil
        guard [mail.subject, mail.text, mail.html].allSatisfy({ $0.utf8.count <= MailLength.longest }) else {
            throw MailTooLong()
        }
        return mail
    }

    package func check(_ template: EmailSettings.Template) throws(AuthError) {
        for (name, source) in [("subject", template.subject), ("text", template.text), ("html", template.html)] {
            guard let source else { continue }
            guard !source.isEmpty else {
                throw .invalidConfig("A template's \(name) is empty; leave it out to use the built-in one.")
            }
            guard source.utf8.count <= Self.longest else {
                throw .invalidConfig("A template's \(name) may have at most \(Self.longest) bytes.")
            }
            let tags = TemplateTags(of: source)
            if let problem = tags.problem { throw .invalidConfig("A template's \(name) \(problem).") }
            guard MailLength.fits(tags) else {
                throw .invalidConfig(
                    """
                    A template's \(name) could produce an email of \(tags.length(MailLength.allowance)) bytes, but only \
                    \(MailLength.longest) are allowed, and a link alone may take \(MailLength.allowance(for: "link")). Use fewer variables.
                    """)
            }
            // Checked together with the pragma: a first character that combines with the one before it would break the pragma.
            guard (try? MustacheTemplate(string: Self.textPragma + source)) != nil,
                (try? MustacheTemplate(string: HTMLEscaping.pragma + source)) != nil
            else {
                throw .invalidConfig("A template's \(name) cannot be read: is each {{#section}} closed by its {{/section}}?")
            }
        }
    }

    /// Renders a template as plain text.
    static func text(_ source: String, _ variables: MailVariables) throws -> String {
        try MustacheTemplate(string: textPragma + source).render(variables.values)
    }

    /// Renders a template as HTML, with all values escaped.
    static func html(_ source: String, _ variables: MailVariables) throws -> String {
        try MustacheTemplate(string: HTMLEscaping.pragma + source).render(variables.values)
    }
}

/// A rendered built-in mail.
private struct WrittenMail {
    let subject: String
    let text: String
    let html: String

    /// - Parameter isAnswered: Whether replies are read.
    init(_ texts: MailTexts, _ kind: MailKind, _ variables: MailVariables, isAnswered: Bool) throws {
        let source = texts.letter(kind)
        func write(_ text: String) throws -> String { try MailTemplates.text(text, variables) }
        let values = variables.values
        var after = try source.after.map(write)
        if values["link"] != nil, source.button != nil, values["validity"] != nil { after.append(try write(texts.worksOnceFor)) }
        subject = try write(source.subject)
        var parts: [String: Any] = [
            "language": values["language"] ?? "en", "subject": subject, "lead": try write(source.lead), "after": after,
            "closing": try write(texts.sentBecause + (isAnswered ? "" : " " + texts.nobodyReadsAnswers)),
            "copy": texts.orCopyTheLink, "enter": texts.orEnterTheCode,
            "notMine": texts.notMyAccount,
        ]
        if let button = source.button, let link = values["link"] {
            parts["button"] = try write(button)
            parts["link"] = link
        }
        parts["digits"] = values["digits"]
        parts["disownLink"] = values["disownLink"]
        text = try MailLayout.text.get().render(parts)
        html = try MailLayout.html.get().render(parts)
    }
}

extension MailTexts {
    fileprivate func letter(_ kind: MailKind) -> Letter {
        switch kind {
        case .resetPassword: resetPassword
        case .verifyEmail: verifyEmail
        case .signIn: signIn
        case .verifyAndChangeEmail: verifyAndChangeEmail
        case .recoverEmail: recoverEmail
        case .revertSecondFactorAddition: revertSecondFactorAddition
        case .emailChanged: emailChanged
        case .passwordChanged: passwordChanged
        case .signInMethodAdded: signInMethodAdded
        case .signInMethodRemoved: signInMethodRemoved
        case .secondFactorRemoved: secondFactorRemoved
        case .secondFactorGuessed: secondFactorGuessed
        }
    }
}
