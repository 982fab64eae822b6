/// The reason why a text is not a phone number, or a number is not one that anybody can have.
package enum PhoneNumberFault: String, Error, Hashable, Sendable, CaseIterable {
    /// There is no text.
    case missing
    /// It does not begin with `+`, has other characters than digits and separators, or would be read as another number.
    case malformed
    /// No country has this calling code.
    case unknownCallingCode
    case tooShort
    case tooLong
    /// The length is right, but no such numbers are in use.
    case unassigned
}

/// A phone number in E.164 form: `+`, then 7 to 15 digits, the first not zero.
///
/// One number has one form: national prefixes (the zero of `+44 (0)20 …`, the 15 of Argentina's mobile phones) are removed as
/// libphonenumber does, and what would not stay as it is if it were read again is refused. Numbers of fewer than seven digits
/// are refused, too, although Austria, Germany and Iran have a few; so are those of more than 15, which E.164 does not allow.
///
/// A number need not be in use: see ``isValid``. Tests use numbers that are not.
package struct PhoneNumber: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The greatest length of a text that is read at all, in bytes.
    package static let longestText = 64
    static let fewestDigits = 7
    static let mostDigits = 15

    /// The number, `+` included.
    package let value: String

    /// Takes a number as a program sends it: `+` and digits, nothing else.
    ///
    /// - Parameter text: The number; a national prefix in it is removed.
    /// - Returns: `nil` unless it is a number of a known calling code.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText, text.utf8.dropFirst().allSatisfy({ $0 &- 0x30 < 10 }),
            let number = try? PhoneNumber(typed: text)
        else { return nil }
        self = number
    }

    /// Takes a number as people write it: `+1 (650) 555-0100`.
    ///
    /// - Parameter text: `+`, then digits with spaces, hyphens, dashes, parentheses, dots and slashes. Only ASCII digits are
    ///   digits; an extension (`;ext=`) and letters are refused.
    /// - Throws: Every fault but ``PhoneNumberFault/unassigned``.
    package init(typed text: String) throws(PhoneNumberFault) {
        let plans = NumberingPlans.shared
        let digits = try plans.withoutNationalPrefix(Self.digits(of: text))
        // A form that would be read as another number is no form of its own.
        guard try plans.withoutNationalPrefix(digits) == digits else { throw .malformed }
        value = "+" + String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    }

    /// Takes a number from the database, whatever the numbering plans are by now.
    ///
    /// - Returns: `nil` unless it has E.164's form.
    package init?(stored text: String) {
        let bytes = Array(text.utf8)
        guard (Self.fewestDigits + 1...Self.mostDigits + 1).contains(bytes.count), bytes[0] == UInt8(ascii: "+"),
            bytes[1] != UInt8(ascii: "0"), bytes.dropFirst().allSatisfy({ $0 &- 0x30 < 10 })
        else { return nil }
        value = text
    }

    package var description: String { value }

    /// The digits, as numbers from 0 to 9.
    private static func digits(of text: String) throws(PhoneNumberFault) -> [UInt8] {
        guard !text.isEmpty else { throw .missing }
        guard text.utf8.count <= longestText else { throw .tooLong }
        guard text.utf8.first == UInt8(ascii: "+") else { throw .malformed }
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars.dropFirst() {
            switch scalar {
            case "0"..."9": digits.append(UInt8(scalar.value - 0x30))
            // The dashes and the space are what word processors and address books write.
            case " ", "-", ".", "(", ")", "/", "\u{A0}", "\u{2010}"..."\u{2015}":
                guard !digits.isEmpty else { throw .malformed }
            default: throw .malformed
            }
        }
        guard !digits.isEmpty else { throw .malformed }
        return digits
    }

    package init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
