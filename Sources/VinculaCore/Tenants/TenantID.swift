/// The rules for the ids and names of tenants.
package enum TenantID {
    /// The greatest length of a name, in characters.
    package static let longestName = 20
    /// The length of the random part of an id, in characters.
    package static let suffixLength = 5

    /// Indicates whether a text can be a tenant's id: up to 128 letters, digits, hyphens and underscores.
    package static func isWellFormed(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen || $0 == 0x5F }
    }

    /// Indicates whether a text can be a tenant's name: a letter, then letters, digits and hyphens.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.count <= longestName && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
    }

    /// Makes an id as Google does: the name in lower case, and a random suffix.
    ///
    /// - Parameters:
    ///   - name: A tenant's name, which satisfies ``isName(_:)``; `nil` if it has none.
    ///   - suffix: The random part.
    package static func make(name: String?, suffix: String) -> String {
        (name.map { $0.lowercased() } ?? "tenant") + "-" + suffix
    }

    private static let hyphen = UInt8(ascii: "-")
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
