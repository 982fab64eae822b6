import ChildProcesses
import Foundation
import SMTPSink

/// A mail as a person's mail program reads it, from the bytes that came over the wire.
package struct ReceivedMail: Sendable {
    /// By their names in lower case, unfolded.
    package let headers: [String: String]
    /// The part of plain text.
    package let text: String
    /// The part of HTML.
    package let html: String

    /// The link that the mail is about; empty in a mail that only tells something.
    package let link: String

    /// Reads a mail.
    ///
    /// - Throws: If it is not in two parts that say the same link.
    init(_ mail: SMTPSink.Mail) throws {
        // The sink keeps one character for each byte.
        let bytes = Data(mail.data.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        let message = Entity(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n"))
        headers = message.headers
        let parts = message.parts
        guard let text = parts["text/plain"], let html = parts["text/html"] else {
            throw ChildProcess.Failure(description: "The mail has no two parts: \(mail.data)")
        }
        self.text = text
        self.html = html
        let found = text.split(separator: "\n").first { $0.hasPrefix("http://") || $0.hasPrefix("https://") }.map(String.init)
        if let found, !html.contains("href=\"\(found.replacingOccurrences(of: "&", with: "&amp;"))\"") {
            throw ChildProcess.Failure(description: "The parts of the mail do not have the same link: \(text) \(html)")
        }
        link = found ?? ""
    }

    /// The six digits that may be typed in the link's place, which stand on a line of their own.
    package var digits: String? {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.first {
            $0.count == 6 && $0.allSatisfy { ("0"..."9").contains($0) }
        }
    }

    /// A field of the link's query, decoded.
    package func field(_ name: String) -> String? {
        URLComponents(string: link)?.queryItems?.first { $0.name == name }?.value
    }

    /// The code of the link.
    package var code: String { field("oobCode") ?? "" }
}

/// A header and a body, of a mail or of a part of one.
private struct Entity {
    let headers: [String: String]
    let body: String

    init(_ text: String) {
        let halves = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        var name = ""
        for line in halves[0].split(separator: "\n") {
            if line.first == " " || line.first == "\t" {
                headers[name]? += line
            } else if let colon = line.firstIndex(of: ":") {
                name = line[..<colon].lowercased()
                headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
        }
        self.headers = headers
        body = halves.count == 2 ? String(halves[1]) : ""
    }

    /// The text of each part, by its type.
    var parts: [String: String] {
        guard let type = headers["content-type"], let start = type.range(of: "boundary=\"")?.upperBound,
            let end = type[start...].firstIndex(of: "\"")
        else { return [:] }
        var parts: [String: String] = [:]
        for text in "\n\(body)".components(separatedBy: "\n--\(type[start..<end])").dropFirst() where !text.hasPrefix("--") {
            let part = Entity(String(text.dropFirst()))
            let type = part.headers["content-type"]?.split(separator: ";").first.map(String.init) ?? ""
            parts[type] = part.decoded
        }
        return parts
    }

    /// The body as text, its transfer encoding undone.
    private var decoded: String {
        switch headers["content-transfer-encoding"]?.lowercased() {
        case "base64":
            String(decoding: Data(base64Encoded: body, options: .ignoreUnknownCharacters) ?? Data(), as: UTF8.self)
        case "quoted-printable": Self.unquoted(body)
        default: body
        }
    }

    private static func unquoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.replacingOccurrences(of: "=\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            let hex = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "="), hex.utf8.count == 2, let value = UInt8(hex, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
