import Foundation

/// A terminal colour.
enum TerminalColor: Int {
    case red = 31
    case green = 32
    case yellow = 33

    /// True if standard output is a terminal that shows colours, and `NO_COLOR` is not set (<https://no-color.org>).
    static var isWanted: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// - Returns: The text in this colour, or unchanged.
    func paint(_ text: String, _ isWanted: Bool) -> String { isWanted ? "\u{1B}[1;\(rawValue)m\(text)\u{1B}[0m" : text }
}
