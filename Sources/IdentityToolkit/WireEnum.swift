/// An enum of Google's API: on the wire a name or, as Firebase's Android SDK writes it, a number.
///
/// The cases stand in the order of their numbers. `unspecified` is the same as no value.
public protocol WireEnum: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {}

extension WireEnum {
    /// Reads a name, a number, or a number as text; all of these Google's servers take.
    ///
    /// - Throws: ``UnknownEnumValue``, or `DecodingError` for what is neither text nor number.
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

    /// The value of a name, or of a number as text.
    public static func named(_ text: String) -> Self? {
        // By bytes: nothing that merely looks like a name is one.
        allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
            ?? (text.utf8.count <= 10 ? Int(text).flatMap(numbered) : nil)
    }

    private static func numbered(_ number: Int) -> Self? {
        guard number >= 0, number < allCases.count else { return nil }
        return allCases[allCases.index(allCases.startIndex, offsetBy: number)]
    }
}

/// A value that an enum does not have, by name or by number.
public struct UnknownEnumValue: Error {
    /// Where it stands.
    public let path: [any CodingKey]
    /// The names that would do.
    public let names: [String]
}
