import Mustache
package import VinculaCore
package import VinculaEngine

/// Renders mails from templates: the project's own where it has them, otherwise the built-in ones.
///
/// Everything that users wrote is a value, never part of a template, so nothing in it is expanded.
package struct MailTemplates: MailRenderer {
    static let textPragma = "{{% CONTENT_TYPE:TEXT}}"

    package init() {}

    package func render(_ order: MailOrder, _ settings: EmailSettings) throws -> RenderedMail {
        let language = order.language ?? settings.language
        let texts = MailTexts.of(language)
        let variables = MailVariables(order, settings, texts: texts, language: language)
        var mail = try Self.builtIn(order, settings, texts, variables, language)
        if let template = settings.template(order.kind, language) {
            // Checked before it is rendered: a long link that is used often would take gigabytes.
            if MailLength.fits(template, variables) {
                if let subject = template.subject { mail.subject = try Self.text(subject, variables) }
                if let text = template.text { mail.text = try Self.text(text, variables) }
                if let html = template.html { mail.html = try Self.html(html, variables) }
            } else {
                mail.hasTooLongTemplate = true
            }
        }
        guard [mail.subject, mail.text, mail.html].allSatisfy({ $0.utf8.count <= MailLength.longest }) else {
            throw MailTooLong()
        }
        return mail
    }

    private static func builtIn(
        _ order: MailOrder, _ settings: EmailSettings, _ texts: MailTexts, _ variables: MailVariables, _ language: Language
    ) throws -> RenderedMail {
        let letter = texts.letter(order)
        let values = variables.values
        var after = try letter.after.map { try text($0, variables) }
        if values["link"] != nil, letter.button != nil, order.kind.takesBack { after.append(texts.undoing) }
        if values["link"] != nil, letter.button != nil, values["validity"] != nil {
            after.append(try text(texts.worksOnceFor, variables))
        }
        let subject = try text(letter.subject, variables)
        let closing = texts.sentBecause + (settings.replyTo == nil ? " " + texts.repliesAreNotRead : "")
        var parts: [String: Any] = [
            "language": language.rawValue, "subject": subject, "lead": try text(letter.lead, variables), "after": after,
            "closing": try text(closing, variables), "copy": texts.orCopyTheLink, "enter": texts.orEnterTheCode,
            "notMine": texts.notMyAccount,
        ]
        if let button = letter.button, let link = values["link"] {
            parts["button"] = try text(button, variables)
            parts["link"] = link
        }
        let facts = [(texts.time, "time"), (texts.place, "place"), (texts.device, "device")].compactMap { label, name in
            values[name].map { "\(label): \($0)" }
        }
        parts["facts"] = facts
        parts["hasFacts"] = !facts.isEmpty
        parts["digits"] = values["digits"]
        parts["disownLink"] = values["disownLink"]
        return RenderedMail(
            senderName: settings.senderName ?? values["app"] ?? "", replyTo: settings.replyTo, to: order.to, subject: subject,
            text: try MailLayout.text.get().render(parts), html: try MailLayout.html.get().render(parts), language: language)
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

/// The error for a mail that is too long to be sent, even with the built-in template.
struct MailTooLong: Error, CustomStringConvertible {
    var description: String { "it would be longer than \(MailLength.longest) bytes" }
}

/// Escapes values in HTML, scalar by scalar.
///
/// Mustache's own escaping works on characters, and to it a quote with a combining mark after it is not a quote: it would stay
/// unescaped, but browsers would see a quote.
struct HTMLEscaping: MustacheContentType {
    /// The beginning of a template whose values are escaped like this.
    static let pragma: String = {
        MustacheContentTypes.register(HTMLEscaping(), named: "SCALARWISE_HTML")
        return "{{% CONTENT_TYPE:SCALARWISE_HTML}}"
    }()

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
