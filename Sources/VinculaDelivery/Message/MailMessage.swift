import Foundation
package import VinculaCore
package import VinculaEngine

/// The reason why a mail is invalid.
package enum MailMessageError: Error, Hashable, Sendable {
    /// The sender's address is not a plain ASCII address.
    case from
    /// The recipient's address is not a plain ASCII address.
    case to
    /// The address for replies is not a plain ASCII address.
    case replyTo
    /// The message's id is not of the form `left@right`, in ASCII.
    case messageID
}

/// A mail as a mail server gets it: an encoded message (RFC 5322), and the addresses of its envelope.
package struct MailMessage: Sendable {
    package let from: EmailAddress
    package let to: EmailAddress
    /// ASCII, in lines of at most 78 characters that end in CRLF (an address alone may be longer). Lines that begin with a dot
    /// are unchanged: libcurl doubles the dot.
    package let bytes: [UInt8]

    /// Encodes a rendered mail.
    ///
    /// - Parameters:
    ///   - mail: The text, in plain form and as HTML.
    ///   - from: The sender's address; the name before it is the mail's.
    ///   - id: The mail's id, the same at every attempt.
    ///   - createdAt: The time at which the mail was requested.
    /// - Throws: ``MailMessageError`` for an address or id that could be misread as something else.
    package init(
        _ mail: RenderedMail, from: EmailAddress, id: String, createdAt: Timestamp
    ) throws(MailMessageError) {
        let messageID = "\(id)@\(from.value.split(separator: "@").last ?? "")"
        guard Self.isPlain(from.value) else { throw .from }
        guard Self.isPlain(mail.to.value) else { throw .to }
        guard mail.replyTo.map({ Self.isPlain($0.value) }) ?? true else { throw .replyTo }
        guard Self.isPlain(messageID) else { throw .messageID }
        self.from = from
        to = mail.to
        // Neither quoted-printable nor base64 text contains `=_`.
        let boundary = "=_vincula"
        var message = MailHeader.date("Date", Date(timeIntervalSince1970: Double(createdAt.milliseconds) / 1000))
        message += "Message-ID: <\(messageID)>\r\n"
        message += MailHeader.mailbox("From", displayName: mail.senderName, address: from.value)
        message += MailHeader.mailbox("To", displayName: nil, address: mail.to.value)
        if let replyTo = mail.replyTo {
            message += MailHeader.mailbox("Reply-To", displayName: nil, address: replyTo.value)
        }
        message += MailHeader.unstructured("Subject", mail.subject)
        message += "MIME-Version: 1.0\r\n"
        message += "Content-Language: \(mail.language.rawValue)\r\n"
        // Prevents automatic replies (RFC 3834).
        message += "Auto-Submitted: auto-generated\r\n"
        message += "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
        for (type, content) in [("plain", mail.text), ("html", mail.html)] {
            let (encoding, body) = TransferEncoding.shortest(content)
            message += "--\(boundary)\r\n"
            message += "Content-Type: text/\(type); charset=utf-8\r\n"
            message += "Content-Transfer-Encoding: \(encoding)\r\n\r\n\(body)\r\n"
        }
        bytes = Array((message + "--\(boundary)--\r\n").utf8)
    }

    /// True if a text is an unambiguous address without quotes: dot-atoms around one `@`.
    private static func isPlain(_ address: String) -> Bool {
        let halves = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return halves.count == 2 && address.utf8.count <= 254
            && halves.allSatisfy { half in
                half.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
                    !part.isEmpty && part.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
                }
            }
    }
}

/// Builds the folded lines of a message's header.
private enum MailHeader {
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

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
