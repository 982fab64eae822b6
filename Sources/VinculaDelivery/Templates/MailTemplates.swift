import Mustache
package import VinculaCore
package import VinculaEngine

/// Renders mails from templates: the project's own where it has them, otherwise the built-in ones.
///
/// Everything that users wrote is a value, never part of a template, so nothing in it is expanded.
package struct MailTemplates: MailRenderer {
    static let textPragma = "{{% CONTENT_TYPE:TEXT}}"

    /// The names of the providers that mails mention.
    private let catalogue: ProviderCatalogue

    package init(catalogue: ProviderCatalogue = ProviderCatalogue()) { self.catalogue = catalogue }

    package func render(
        _ order: MailOrder, _ settings: EmailSettings, page: PageSettings = PageSettings()
    ) throws -> RenderedMail {
        let language = order.language ?? settings.language
        let texts = MailTexts.of(language)
        let variables = MailVariables(
            order, settings, page: page, texts: texts, language: language, catalogue: catalogue)
        var mail = try Self.builtIn(order, settings, page, texts, variables, language)
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
        _ order: MailOrder, _ settings: EmailSettings, _ page: PageSettings, _ texts: MailTexts, _ variables: MailVariables,
        _ language: Language
    ) throws -> RenderedMail {
        let letter = texts.letter(order)
        let values = variables.values
        var after = try letter.after.map { try text($0, variables) }
        if values["link"] != nil, letter.button != nil, order.kind.takesBack { after.append(texts.undoing) }
        if values["link"] != nil, letter.button != nil, values["validity"] != nil {
            after.append(try text(texts.worksOnceFor, variables))
        }
        let subject = try text(letter.subject, variables)
        let own = settings.placeholderTemplates[order.kind.rawValue]
        let replyTo = own?.replyTo ?? settings.replyTo
        let closing = texts.sentBecause + (replyTo == nil ? " " + texts.repliesAreNotRead : "")
        var parts: [String: Any] = [
            "language": language.rawValue, "subject": subject, "lead": try text(letter.lead, variables), "after": after,
            "closing": try text(closing, variables), "copy": texts.orCopyTheLink, "enter": texts.orEnterTheCode,
            "notMine": texts.notMyAccount, "colon": texts.colon,
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
        parts["app"] = values["app"]
        parts["logo"] = page.mailLogo
        // Mail programs that know no dark colours of a mail show the light ones.
        let color = page.color ?? PageColor.standard
        parts["color"] = color.onLight.text
        parts["ink"] = color.onLight.ink.text
        parts["darkColor"] = color.onDark.text
        parts["darkInk"] = color.onDark.ink.text
        return RenderedMail(
            senderName: own?.senderName ?? settings.senderName ?? values["app"] ?? "", replyTo: replyTo, to: order.to,
            subject: subject,
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

/// The maximum length of a mail, and the checks of it before the mail is rendered.
enum MailLength {
    /// The maximum length of the plain text, HTML or subject of a mail, in bytes.
    static let longest = 256 * 1024

    /// The assumed length of a value in HTML, in bytes, when a template is checked. A link is a page's address (up to 4 KiB)
    /// and its continue URL, which is percent-encoded twice if an app is to open it (up to 20 KiB).
    static func allowance(for name: String) -> Int {
        switch name {
        case "link": 24 * 1024
        case "disownLink": 16 * 1024
        default: 1536
        }
    }

    /// True if a template's result is short enough for any values.
    static func fits(_ tags: TemplateTags) -> Bool { tags.length(allowance) <= longest }

    /// True if a project's own template, with these values, is short enough to be rendered.
    static func fits(_ template: EmailSettings.Template, _ variables: MailVariables) -> Bool {
        let plain = variables.values.mapValues(\.utf8.count)
        let escaped = variables.values.mapValues { HTMLText.escaped($0).utf8.count }
        return [(template.subject, plain), (template.text, plain), (template.html, escaped)].allSatisfy { source, lengths in
            source.map { TemplateTags(of: $0).length { lengths[$0] ?? 0 } <= longest } ?? true
        }
    }
}

/// The error for a mail that is too long to be sent, even with the built-in template.
struct MailTooLong: Error, CustomStringConvertible {
    var description: String { "it would be longer than \(MailLength.longest) bytes" }
}

/// The variables of a mail's templates. All values are plain text, and are escaped in HTML.
struct MailVariables: Sendable {
    static let names = [
        "app", "email", "newEmail", "displayName", "provider", "link", "disownLink", "digits", "validity", "language", "time",
        "place", "device", "removed", "codesLeft", "secondFactor",
    ]

    private(set) var values: [String: String]

    /// - Parameter catalogue: The names of the providers that the mail mentions.
    init(
        _ order: MailOrder, _ settings: EmailSettings, page: PageSettings = PageSettings(), texts: MailTexts, language: Language,
        catalogue: ProviderCatalogue = ProviderCatalogue()
    ) {
        values = ["app": settings.appName ?? page.name ?? order.project, "language": language.rawValue]
        values["email"] = order.email?.value
        // The recipient's mailbox was never proven: this mail must not reveal a stranger's address.
        values["newEmail"] = order.kind == .emailChanged ? order.newEmail?.masked : order.newEmail?.value ?? "–"
        values["displayName"] = order.displayName.map(Self.harmless)
        values["provider"] = order.provider.map { catalogue.title(of: ProviderID($0)) }
        values["link"] = order.link
        values["disownLink"] = order.disownLink
        values["digits"] = order.digits
        values["validity"] = order.validForSeconds.map { texts.validity(seconds: $0) }
        if let event = order.event {
            values["time"] = event.at.text(language)
            if !event.isPlaceUntold {
                values["place"] = event.address ?? texts.unknown
                values["device"] = event.device.map(texts.name) ?? texts.unknown
            }
        }
        if [.revertSecondFactorAddition, .secondFactorRemoved].contains(order.kind) {
            let isPhone = order.provider == ProviderID.phone.value
            values["secondFactor"] = texts.name(
                isPhone ? .phoneFactor(since: Timestamp(seconds: 0)) : .authenticator(since: Timestamp(seconds: 0)), catalogue)
        }
        values["codesLeft"] = order.codesLeft.map { String($0) }
        if let removed = order.removed, !removed.isEmpty {
            values["removed"] = removed.map { texts.name($0, catalogue) }.joined(separator: ", ")
        }
    }

    /// A name that a stranger wrote, reduced to readable text: no link, no markup, no template.
    static func harmless(_ name: String) -> String {
        var plain = ""
        var follows = false
        for scalar in name.unicodeScalars.prefix(100) {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.isJoinControl
            guard isWord || " '’-.,()".unicodeScalars.contains(scalar) else { continue }
            // Mail programs turn words with a dot between them into links.
            if follows, isWord { plain += " " }
            plain.unicodeScalars.append(scalar)
            follows = scalar == "."
        }
        return plain
    }
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
