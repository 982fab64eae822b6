/// The six digits of a mail, as a person types or pastes them.
struct TypedCode: Hashable, Sendable {
    /// Six digits of ASCII.
    let digits: String

    /// Reads them; nil for what are no six digits.
    ///
    /// - Parameter text: Spaces and dashes between the digits do no harm, nor do the digits of another script: keyboards and mail
    ///   programs put them there.
    init?(_ text: String) {
        let marks = text.filter { !$0.isWhitespace && !"-–·.".contains($0) }
        let isDecimal = marks.unicodeScalars.allSatisfy { $0.properties.generalCategory == .decimalNumber }
        let numbers = marks.compactMap(\.wholeNumberValue)
        guard isDecimal, marks.count == 6, numbers.count == 6 else { return nil }
        digits = numbers.map(String.init).joined()
    }

    /// Reads them.
    ///
    /// - Throws: `invalidActionCode`.
    init(checking text: String) throws {
        guard let code = TypedCode(text) else {
            throw AuthFailure.make(.invalidActionCode, message: "A code from a mail has six digits. Type it as it stands there.")
        }
        self = code
    }
}
