import Foundation

/// Builds the folded lines of a message's header.
enum MailHeader {
    private static let lineLength = 78

    /// A line of free text.
    static func unstructured(_ name: String, _ text: String) -> String {
        let text = cleaned(text)
        return folded(name, EncodedWord.isNeeded(for: text) ? words(name, text) : tokens(text))
    }

    /// A line with one address, and optionally its display name.
    static func mailbox(_ name: String, displayName: String?, address: String) -> String {
        let shown = cleaned(displayName ?? "")
        if shown.isEmpty { return folded(name, [address]) }
        let phrase = EncodedWord.isNeeded(for: shown) ? words(name, shown) : tokens(quoted(shown))
        return folded(name, phrase + ["<\(address)>"])
    }

    /// A line with a date in UTC, independent of the locale.
    static func date(_ name: String, _ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = weekdays[((parts.weekday ?? 1) - 1) % 7]
        let month = months[((parts.month ?? 1) - 1) % 12]
        let time = [parts.hour, parts.minute, parts.second].map { padded($0 ?? 0, 2) }.joined(separator: ":")
        return "\(name): \(weekday), \(padded(parts.day ?? 1, 2)) \(month) \(padded(parts.year ?? 1970, 4)) \(time) +0000\r\n"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Removes characters that could end the line or reverse the direction of the text after it, and truncates it to a readable
    /// length.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalars.count < 200 {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars).trimmingCharacters(in: .whitespaces)
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func words(_ name: String, _ text: String) -> [String] {
        EncodedWord.words(text, room: lineLength - name.utf8.count - 2)
    }

    /// The parts between which a text may be folded. Two spaces in a row make an empty token, so that both remain.
    private static func tokens(_ text: String) -> [String] {
        text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    }

    private static func folded(_ name: String, _ tokens: [String]) -> String {
        var line = "\(name):"
        var column = line.utf8.count
        for (index, token) in tokens.enumerated() {
            // The first line must not be empty.
            if index > 0, column + 1 + token.utf8.count > lineLength {
                line += "\r\n"
                column = 0
            }
            line += " " + token
            column += 1 + token.utf8.count
        }
        return line + "\r\n"
    }
}
