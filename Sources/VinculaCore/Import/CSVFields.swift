/// The fields of a record in CSV (RFC 4180), read as leniently as firebase-tools writes them.
///
/// firebase-tools quotes a name with a comma without doubling the quotes within it, and leaves a quote alone that a backslash
/// precedes. So a quote ends a field only where a comma or the end follows. It writes photo URLs without any quotes, so that a
/// user's own text can end a record and write others: nobody can tell these apart, and such a file cannot be trusted.
package enum CSVFields {
    package enum State: Sendable {
        /// At the beginning of a field.
        case start
        case plain
        case quoted
        /// After a quote in a quoted field.
        case quote

        package func next(_ byte: UInt8) -> State {
            let ends = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
            switch self {
            case .start: return byte == UInt8(ascii: "\"") ? .quoted : ends ? .start : .plain
            case .plain: return ends ? .start : .plain
            case .quoted: return byte == UInt8(ascii: "\"") ? .quote : .quoted
            case .quote: return ends ? .start : byte == UInt8(ascii: "\r") ? .quote : .quoted
            }
        }
    }

    /// Splits a record at its commas.
    ///
    /// - Returns: `nil` if it is not UTF-8, or ends within quotes.
    package static func split(_ record: [UInt8]) -> [String]? {
        var fields: [String] = []
        var field: [UInt8] = []
        var state = State.start
        for byte in record + [UInt8(ascii: ",")] {
            let next = state.next(byte)
            switch (state, next) {
            case (_, .start):
                guard let text = String(validating: field, as: UTF8.self), text.isStreamSafe else { return nil }
                fields.append(text)
                field = []
            // The opening quote, and one that may be the closing one.
            case (.start, .quoted), (.quoted, .quote), (.quote, .quote): break
            // A quote that turned out to be part of the text; of two, one is left.
            case (.quote, _):
                field.append(UInt8(ascii: "\""))
                if byte != UInt8(ascii: "\"") { field.append(byte) }
            default: field.append(byte)
            }
            state = next
        }
        return state == .start ? fields : nil
    }

    /// True if a spreadsheet would take a cell for a formula, or for a formula once apostrophes are taken off.
    private static func isFormula(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return formulaStarts.contains(first)
    }

    /// The characters that begin a formula, and their fullwidth forms.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

    /// A text as no formula: with an apostrophe before it if it would be one.
    package static func withoutFormula(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// The text that ``withoutFormula(_:)`` was given.
    package static func text(of cell: String) -> String {
        cell.utf8.first == UInt8(ascii: "'") && isFormula(cell) ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Writes a field; quotes are doubled.
    package static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
        if isPlain { return text }
        // By scalars: a quote with a combining mark is another character, but readers of CSV see the quote.
        var quoted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"" + String(quoted) + "\""
    }
}
