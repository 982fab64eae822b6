import Foundation

/// An email address in its canonical form, in which it is stored and compared.
///
/// ASCII letters become lower case, an international domain becomes its A-label (`xn--…`). Nothing else is folded: plus tags
/// and dots make different addresses. Anything that two systems could read differently is refused: quoted or non-ASCII local
/// parts, comments, IP literals, control characters, single-label domains, trailing dots (Documentation/Threats.md, T149).
package struct EmailAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The canonical text.
    package let value: String

    /// Converts what a person or provider wrote to its canonical form.
    ///
    /// - Parameter text: The address as received.
    /// - Returns: `nil` for text that is not an address, or is an ambiguous one.
    package init?(_ text: String) {
        guard text.utf8.count <= 254, let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = text[..<at]
        let domain = text[text.utf8.index(after: at)...]
        guard Self.isLocalPart(local), let canonicalDomain = Self.canonicalDomain(domain) else { return nil }
        value = HostName.lowercased(local) + "@" + canonicalDomain
        guard value.utf8.count <= 254 else { return nil }
    }

    /// Takes an address that is already canonical, as read from a store.
    ///
    /// - Parameter value: A value that ``init(_:)`` made earlier.
    package init(canonical value: String) { self.value = value }

    package var description: String { value }

    /// The part after the `@`.
    package var domain: Substring { value[value.index(after: value.lastIndex(of: "@") ?? value.startIndex)...] }

    package init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    private static func isLocalPart(_ local: Substring) -> Bool {
        guard (1...64).contains(local.utf8.count) else { return false }
        guard local.utf8.allSatisfy({ $0.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~.".utf8.contains($0) }) else { return false }
        return !local.hasPrefix(".") && !local.hasSuffix(".") && !local.contains("..")
    }

    private static func canonicalDomain(_ domain: Substring) -> String? {
        guard let ascii = HostName.ascii(domain) else { return nil }
        let labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(isLabel), labels.last?.utf8.allSatisfy(\.isDigit) == false else { return nil }
        return ascii
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
            && !label.hasPrefix("-") && !label.hasSuffix("-")
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    fileprivate var isAlphanumeric: Bool {
        let lowered = self | 0x20
        return isDigit || lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z") && self < 0x80
    }
}
