import Foundation

/// The form of a person's name in which lists are sorted and searched.
///
/// Both databases make it by themselves, of whatever any version of the server writes: a name's first characters, with ASCII
/// letters in lower case. They leave all other letters as they are, because each release of Unicode, and each system, has rules
/// of its own for those, and an index that was made by other rules than it is read by finds nothing. A search looks for the
/// usual spellings of those letters instead.
package enum NameKey {
    /// The number of Unicode scalars that are compared.
    package static let longest = 64

    /// The key of a name.
    package static func key(of name: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(longest) {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(UInt8(truncatingIfNeeded: scalar.value))
            key.append(isUpper && scalar.isASCII ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
        }
        return String(key)
    }

    /// The beginnings of the keys of names that begin with a text: as it is typed, in lower case, in capitals, and with each
    /// word's first letter a capital.
    ///
    /// They are sorted as the databases sort, and none begins with another.
    package static func prefixes(of text: String) -> [String] {
        let text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
        guard !text.isEmpty else { return [] }
        let composed = text.precomposedStringWithCanonicalMapping
        let spellings = [text, composed].flatMap { [$0, $0.lowercased(), $0.uppercased(), $0.lowercased().withCapitals] }
        // By their bytes: to Swift, two ways of writing an accent are equal.
        let keys = spellings.map { Array(key(of: $0).utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        var found: [[UInt8]] = []
        for key in keys where found.last.map({ !key.starts(with: $0) }) ?? true { found.append(key) }
        return found.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension String {
    /// The text with the first letter of each word a capital.
    fileprivate var withCapitals: String {
        var isFirst = true
        return map { character in
            defer { isFirst = !character.isLetter && !character.isNumber }
            return isFirst ? character.uppercased() : String(character)
        }.joined()
    }
}
