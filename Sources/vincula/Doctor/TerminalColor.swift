import Foundation

/// A colour of a terminal.
enum TerminalColor: Int {
    case red = 31
    case green = 32
    case yellow = 33

    /// Whether standard output is a terminal that shows colours, and nobody asked for none (<https://no-color.org>).
    static var isWanted: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// - Returns: The text in this colour, or as it is.
    func paint(_ text: String, _ isWanted: Bool) -> String { isWanted ? "\u{1B}[1;\(rawValue)m\(text)\u{1B}[0m" : text }
}
