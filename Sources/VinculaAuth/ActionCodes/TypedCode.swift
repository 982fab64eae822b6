/// The six digits from an email, as a person types or pastes them.
struct TypedCode: Hashable, Sendable {
    /// Six ASCII digits.
    let digits: String

    /// Parses the text; returns nil unless it contains exactly six digits.
    ///
    /// - Parameter text: Spaces and dashes between the digits are ignored, and digits of other scripts are accepted:
    ///   keyboards and mail programs insert them.
    init?(_ text: String) {
        let marks = text.filter { !$0.isWhitespace && !"-–·.".contains($0) }
        let isDecimal = marks.unicodeScalars.allSatisfy { $0.properties.generalCategory == .decimalNumber }
        let numbers = marks.compactMap(\.wholeNumberValue)
        guard isDecimal, marks.count == 6, numbers.count == 6 else { return nil }
        digits = numbers.map(String.init).joined()
    }

    /// Parses the text.
    ///
    /// - Throws: `invalidActionCode`.
    init(checking text: String) throws {
        guard let code = TypedCode(text) else {
            throw AuthFailure.make(.invalidActionCode, message: "A code from an email has six digits. Enter it as shown there.")
        }
        self = code
    }
}
