/// A project's own text for one kind of mail, with Firebase's placeholders (`%LINK%`), for all languages.
package struct PlaceholderTemplate: Hashable, Sendable, Codable {
    /// The format of a body.
    package enum Format: String, Hashable, Sendable, Codable {
        case plainText = "PLAIN_TEXT"
        case html = "HTML"
    }

    /// The kinds of mails that Firebase has templates for.
    package static let kinds: [MailKind] = [.resetPassword, .verifyEmail, .recoverEmail, .revertSecondFactorAddition]

    /// The placeholders, and the names of the variables that they stand for.
    private static let placeholders: KeyValuePairs = [
        "%LINK%": "link", "%EMAIL%": "email", "%NEW_EMAIL%": "newEmail", "%APP_NAME%": "app", "%DISPLAY_NAME%": "displayName",
        "%SECOND_FACTOR%": "secondFactor",
    ]

    /// `nil` for the built-in one, as is ``body``.
    package var subject: String?
    package var body: String?
    package var format = Format.plainText
    /// The name before the sender's address; `nil` for the project's.
    package var senderName: String?
    /// `nil` for the project's.
    package var replyTo: EmailAddress?

    package init() {}

    /// True if the text of the mail is the project's own.
    package var isCustomized: Bool { subject != nil || body != nil }

    /// The template as the renderer takes it. A plain text becomes HTML, too, and HTML a plain text, so that nobody is shown
    /// another text.
    package var mustache: EmailSettings.Template {
        let subject = subject.map(Self.converted)
        guard let body else { return EmailSettings.Template(subject: subject) }
        switch format {
        case .html:
            return EmailSettings.Template(
                subject: subject, text: Self.converted(HTMLPlainText.text(of: body)), html: Self.converted(body))
        case .plainText:
            return EmailSettings.Template(subject: subject, text: Self.converted(body), html: Self.html(ofPlainText: body))
        }
    }

    private static func converted(_ text: String) -> String {
        placeholders.reduce(text) { $0.replacing($1.key, with: "{{\($1.value)}}") }
    }

    private static func html(ofPlainText text: String) -> String {
        let lines = HTMLText.escaped(text).replacing("\r\n", with: "\n").replacing("\n", with: "<br>\n")
        let linked = lines.replacing("%LINK%", with: "<a href=\"{{link}}\">{{link}}</a>")
        return "<!doctype html>\n<html><body>\n\(converted(linked))\n</body></html>\n"
    }

    /// A text that cannot be used.
    package enum Fault: Error, Hashable, Sendable {
        /// It has `{{`, which would begin a tag of ours.
        case braces
        case placeholder(String)
    }

    /// Checks that a text has no placeholders but the known ones.
    ///
    /// - Throws: ``Fault``.
    package static func check(_ text: String) throws(Fault) {
        guard !text.utf8.contains("{{".utf8) else { throw .braces }
        for part in text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().dropLast() {
            let isName = (2...40).contains(part.utf8.count) && part.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
            guard isName, !placeholders.contains(where: { $0.key == "%\(part)%" }) else { continue }
            throw .placeholder("%\(part)%")
        }
    }
}
