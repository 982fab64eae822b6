/// HTML, in which whatever is put in as a value is escaped, so that no page can forget it.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

        mutating func appendInterpolation(_ value: HTML) { text += value.text }
    }

    private(set) var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    static func += (left: inout HTML, right: HTML) { left.text += right.text }

    /// By scalars: a quote with a combining mark is another character than a quote, and to a browser a quote.
    static func escaped(_ value: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
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

extension Sequence<HTML> {
    func joined() -> HTML { reduce(into: "") { $0 += $1 } }
}
