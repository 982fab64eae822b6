import Foundation

/// Encodes header words in UTF-8 (RFC 2047).
enum EncodedWord {
    private static let start = "=?UTF-8?"
    private static let limit = 75

    /// True if a text must be encoded to arrive unchanged.
    ///
    /// This applies to non-ASCII text, to text that a reader would decode as an encoded word, and to words too long to fold.
    static func isNeeded(for text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 > 0x7E } || text.contains("=?")
            || text.split(separator: " ").contains { $0.utf8.count > 60 }
    }

    /// Encodes a text.
    ///
    /// - Parameters:
    ///   - text: Any text. White space between encoded words is dropped, so all of the text is encoded.
    ///   - room: The number of columns left on the first line, at least 30.
    /// - Returns: Words of at most 75 characters, each of whole scalars; the first one fits into the room.
    static func words(_ text: String, room: Int) -> [String] {
        let bytes = text.utf8
        let isQuotedShorter = bytes.reduce(0) { $0 + quoted($1).utf8.count } <= (bytes.count + 2) / 3 * 4
        let frame = start.utf8.count + 4
        var words: [String] = []
        var content: [UInt8] = []
        for scalar in text.unicodeScalars {
            let grown = content + Array(String(scalar).utf8)
            let capacity = (words.isEmpty ? min(limit, room) : limit) - frame
            if encoded(grown, isQuoted: isQuotedShorter).utf8.count > capacity {
                words.append(word(content, isQuoted: isQuotedShorter))
                content = Array(String(scalar).utf8)
            } else {
                content = grown
            }
        }
        return words + [word(content, isQuoted: isQuotedShorter)]
    }

    private static func word(_ bytes: [UInt8], isQuoted: Bool) -> String {
        "\(start)\(isQuoted ? "Q" : "B")?\(encoded(bytes, isQuoted: isQuoted))?="
    }

    private static func encoded(_ bytes: [UInt8], isQuoted: Bool) -> String {
        isQuoted ? bytes.map(quoted).joined() : Data(bytes).base64EncodedString()
    }

    /// Leaves only characters unchanged that are also allowed in a display name (RFC 2047 §5).
    private static func quoted(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: " "): "_"
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"):
            String(Unicode.Scalar(byte))
        default: byte.escaped
        }
    }
}
