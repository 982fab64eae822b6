import Mustache
import VinculaCore

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
