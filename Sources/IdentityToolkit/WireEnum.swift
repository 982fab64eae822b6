/// An enum of Google's API, sent as a name or, by Firebase's Android SDK, as a number.
///
/// The cases are in the order of their numbers. `unspecified` means the same as no value.
public protocol WireEnum: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {}

extension WireEnum {
    /// Reads a name, a number, or a number as a string, all of which Google's servers accept.
    ///
    /// - Throws: ``UnknownEnumValue``, or `DecodingError` if the value is neither a string nor a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value: Self?
        if let number = try? container.decode(Int.self) {
            value = Self.numbered(number)
        } else {
            let text = try container.decode(String.self)
            value = Self.named(text)
        }
        guard let value else { throw UnknownEnumValue(path: decoder.codingPath, names: Self.allCases.map(\.rawValue)) }
        self = value
    }

    /// Returns the value with a name, or with a number given as a string.
    public static func named(_ text: String) -> Self? {
        // Compared by bytes, so that only the exact name matches, not one that merely looks like it.
        allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
            ?? (text.utf8.count <= 10 ? Int(text).flatMap(numbered) : nil)
    }

    private static func numbered(_ number: Int) -> Self? {
        guard number >= 0, number < allCases.count else { return nil }
        return allCases[allCases.index(allCases.startIndex, offsetBy: number)]
    }
}

/// An error for a name or number that an enum does not have.
public struct UnknownEnumValue: Error {
    /// The path of the field.
    public let path: [any CodingKey]
    /// The valid names.
    public let names: [String]
}
