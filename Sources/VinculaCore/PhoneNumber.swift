/// A phone number in E.164 form: `+`, then 7 to 15 digits, the first not zero.
package struct PhoneNumber: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number, `+` included.
    package let value: String

    /// Takes a number as received.
    ///
    /// - Parameter text: The number; nothing is stripped or guessed.
    /// - Returns: `nil` unless it is strict E.164.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (8...16).contains(bytes.count), bytes[0] == UInt8(ascii: "+"), bytes[1] != UInt8(ascii: "0"),
            bytes.dropFirst().allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return nil }
        value = text
    }

    package var description: String { value }

    package init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
