import Mustache

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

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
