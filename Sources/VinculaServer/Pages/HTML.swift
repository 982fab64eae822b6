import VinculaCore

/// HTML in which all interpolated values are escaped, so that no page can forget to do it.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ value: String) { text += HTMLText.escaped(value) }

        mutating func appendInterpolation(_ value: HTML) { text += value.text }
    }

    private(set) var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    static func += (left: inout HTML, right: HTML) { left.text += right.text }
}

extension Sequence<HTML> {
    func joined() -> HTML { reduce(into: "") { $0 += $1 } }
}
