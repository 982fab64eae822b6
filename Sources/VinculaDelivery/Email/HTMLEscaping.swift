import Mustache
import VinculaCore

/// Escapes values in HTML, scalar by scalar.
///
/// Mustache's own goes by characters, and a quote with a combining mark behind it is another character than a quote: it
/// would stand unescaped, and browsers would see a quote.
struct HTMLEscaping: MustacheContentType {
    /// What a template begins with whose values are escaped like this.
    static let pragma: String = {
        MustacheContentTypes.register(HTMLEscaping(), named: "SCALARWISE_HTML")
        return "{{% CONTENT_TYPE:SCALARWISE_HTML}}"
    }()

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
