/// A project's numbers for tests, each with a fixed code; nothing is ever sent to them.
package struct TestPhoneNumbers: Hashable, Sendable, Codable {
    /// The greatest number of them, as in Identity Platform.
    package static let most = 10
    /// The length of a code.
    package static let codeLength = 6

    /// The reason why a project's list is refused.
    package enum Fault: Error, Hashable, Sendable {
        case tooMany
        case number(String, PhoneNumberFault)
        /// Two spellings of one number.
        case twice(PhoneNumber)
        /// The code is not six digits.
        case code(PhoneNumber)
    }

    private let codes: [String: String]

    package init() { codes = [:] }

    /// Takes what an administrator sets.
    ///
    /// - Parameter pairs: Numbers as people write them, with their codes.
    /// - Throws: The first fault.
    package init(_ pairs: [String: String]) throws(Fault) {
        guard pairs.count <= Self.most else { throw .tooMany }
        var codes: [String: String] = [:]
        for (text, code) in pairs.sorted(by: { $0.key < $1.key }) {
            let number: PhoneNumber
            do { number = try PhoneNumber(typed: text) } catch { throw .number(text, error) }
            guard codes[number.value] == nil else { throw .twice(number) }
            guard code.utf8.count == Self.codeLength, code.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { throw .code(number) }
            codes[number.value] = code
        }
        self.codes = codes
    }

    /// By number, in E.164 form.
    package var pairs: [String: String] { codes }

    /// The fixed code of a number; `nil` if it is no test number.
    package func code(for number: PhoneNumber) -> String? { codes[number.value] }

    package init(from decoder: any Decoder) throws { codes = try decoder.singleValueContainer().decode([String: String].self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codes)
    }
}
