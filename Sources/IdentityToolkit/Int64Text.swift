/// A 64-bit integer as in Google's JSON: written as a string, read from a string or a number.
public struct Int64Text: Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
    /// The number.
    public var value: Int64

    /// Creates the wire form of a number.
    public init(_ value: Int64) { self.value = value }

    /// Creates the wire form of a literal.
    public init(integerLiteral value: Int64) { self.value = value }

    /// Reads a number, or a string of decimal digits.
    ///
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            value = number
        } else if let text = try? container.decode(String.self), let number = Int64(text) {
            value = number
        } else {
            throw DecodingError.typeMismatch(
                Int64.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected an int64."))
        }
    }

    /// Writes the number as a decimal string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(value))
    }
}
