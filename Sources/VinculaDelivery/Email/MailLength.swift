import VinculaCore

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
