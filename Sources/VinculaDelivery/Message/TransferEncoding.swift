import Foundation

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
