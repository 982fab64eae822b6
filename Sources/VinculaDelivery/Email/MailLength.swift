import VinculaCore

/// How long a mail may be, and how it is known before it is written.
enum MailLength {
    /// The longest plain text, HTML or subject of a mail, in bytes.
    static let longest = 256 * 1024

    /// What a value may take in HTML, in bytes, when a template is checked. A link is a page's address (up to 4 KiB) and where it
    /// leads on to, which is percent-encoded twice where an app is to open it (up to 20 KiB).
    static func allowance(for name: String) -> Int {
        switch name {
        case "link": 24 * 1024
        case "disownLink": 16 * 1024
        default: 1536
        }
    }

    /// Whether a template's result would be short enough, whatever the values are.
    static func fits(_ tags: TemplateTags) -> Bool { tags.length(allowance) <= longest }

    /// Whether a project's own words, with these values, are short enough to be written.
    static func fits(_ template: EmailSettings.Template, _ variables: MailVariables) -> Bool {
        let plain = variables.values.mapValues(\.utf8.count)
        let escaped = variables.values.mapValues { HTMLText.escaped($0).utf8.count }
        return [(template.subject, plain), (template.text, plain), (template.html, escaped)].allSatisfy { source, lengths in
            source.map { TemplateTags(of: $0).length { lengths[$0] ?? 0 } <= longest } ?? true
        }
    }
}

/// A mail that is too long to be sent, in our own words too.
struct MailTooLong: Error, CustomStringConvertible {
    var description: String { "it would be longer than \(MailLength.longest) bytes" }
}
