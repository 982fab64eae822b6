import Foundation

/// A list on the command line.
enum CommaList {
    /// The items between commas. A space within one stays, so that it is refused rather than read as another name.
    static func items(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The items between commas or spaces, where none can have a space.
    static func words(_ text: String) -> [String] { text.split { $0 == "," || $0.isWhitespace }.map(String.init) }
}
