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

/// The transfer encodings of a mail's text (RFC 2045 §6).
enum TransferEncoding {
    private static let lineLength = 76

    /// Encodes a text as UTF-8 in whichever of quoted-printable and base64 is shorter.
    ///
    /// - Parameter text: Lines that end in CRLF, LF or CR.
    /// - Returns: The encoding's name, and lines of at most 76 characters that all end in CRLF.
    static func shortest(_ text: String) -> (name: String, body: String) {
        let lines = canonicalLines(text)
        let quoted = lines.map(quotedPrintable).joined(separator: "\r\n") + "\r\n"
        let encoded = base64(lines.joined(separator: "\r\n") + "\r\n")
        return encoded.utf8.count < quoted.utf8.count ? ("base64", encoded) : ("quoted-printable", quoted)
    }

    /// The lines without their line ends, and without the empty one after a final line end.
    private static func canonicalLines(_ text: String) -> [String] {
        // Split by scalars: to Swift, CR LF is one character.
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" || scalar == "\n" {
                if scalar == "\r" || !isAfterReturn {
                    lines.append(String(line))
                    line = String.UnicodeScalarView()
                }
            } else {
                line.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        if !line.isEmpty { lines.append(String(line)) }
        return lines
    }

    /// Encodes one line, with soft breaks where it is too long.
    static func quotedPrintable(_ line: String) -> String {
        var text = ""
        var column = 0
        let scalars = Array(line.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isLast = index == scalars.count - 1
            let piece = quoted(scalar, isLast: isLast)
            // A soft break takes a column itself.
            if column + piece.utf8.count > (isLast ? lineLength : lineLength - 1) {
                text += "=\r\n"
                column = 0
            }
            text += piece
            column += piece.utf8.count
        }
        return text
    }

    private static func quoted(_ scalar: Unicode.Scalar, isLast: Bool) -> String {
        switch scalar {
        case "=": "=3D"
        // Servers may remove white space from a line's end.
        case " ", "\t": isLast ? hexadecimal(scalar) : String(scalar)
        case "!"..."~": String(scalar)
        default: hexadecimal(scalar)
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String { String(scalar).utf8.map(\.escaped).joined() }

    private static func base64(_ text: String) -> String {
        var lines = ""
        var rest = Data(text.utf8).base64EncodedString()[...]
        while !rest.isEmpty {
            lines += rest.prefix(lineLength) + "\r\n"
            rest = rest.dropFirst(lineLength)
        }
        return lines
    }
}

extension UInt8 {
    /// `=` and two uppercase digits, as in quoted-printable and encoded words.
    var escaped: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "=0\(digits)" : "=\(digits)"
    }
}
