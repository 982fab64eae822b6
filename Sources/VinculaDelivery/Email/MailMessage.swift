package import Foundation

/// The address that a mail comes from, and the name that is shown for it.
package struct MailboxName: Hashable, Sendable {
    /// Any text; control characters and marks that reverse the direction of writing are left out of a mail.
    package let displayName: String?
    /// A plain address, such as `accounts@example.com`.
    package let address: String

    package init(displayName: String? = nil, address: String) {
        self.displayName = displayName
        self.address = address
    }
}

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

/// A mail to one person, in plain text and in HTML.
package struct MailMessage: Sendable {
    package let from: MailboxName
    /// The recipient's address.
    package let to: String
    /// The address for replies, if not the sender's.
    package let replyTo: String?
    package let subject: String
    package let text: String
    package let html: String
    package let date: Date
    /// The message's id, without angle brackets.
    package let messageID: String
    package let language: String?

    /// Makes a mail.
    ///
    /// - Parameters:
    ///   - from: The sender.
    ///   - to: The recipient's address: ASCII, already canonical, without a name.
    ///   - replyTo: The address for replies, or `nil`.
    ///   - subject: Any text. Control characters are left out, as are those beyond the 200th.
    ///   - text: The mail for readers without HTML.
    ///   - html: The same as a complete HTML document.
    ///   - date: The time at which it was written.
    ///   - messageID: An id that no other mail has, such as `8fb2c1@example.com`, without angle brackets.
    ///   - language: The tag of the mail's language, such as `pt-BR`; left out of the mail if it is not a valid tag.
    /// - Throws: ``MailMessageError`` for an address or id that could be misread as something else.
    package init(
        from: MailboxName, to: String, replyTo: String? = nil, subject: String, text: String, html: String, date: Date,
        messageID: String, language: String? = nil
    ) throws(MailMessageError) {
        guard Self.isPlain(from.address) else { throw .from }
        guard Self.isPlain(to) else { throw .to }
        guard replyTo.map(Self.isPlain) ?? true else { throw .replyTo }
        guard Self.isPlain(messageID) else { throw .messageID }
        self.from = from
        self.to = to
        self.replyTo = replyTo
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
        self.messageID = messageID
        self.language = language
    }

    /// Encodes the message for a mail server (RFC 5322).
    ///
    /// - Returns: ASCII, in lines of at most 78 characters that end in CRLF (an address alone may be longer). Lines that begin
    ///   with a dot are unchanged: the sender doubles the dot.
    package func bytes() -> Data {
        // Neither quoted-printable nor base64 text contains `=_`.
        let boundary = "=_vincula"
        var message = MailHeader.date("Date", date)
        message += "Message-ID: <\(messageID)>\r\n"
        message += MailHeader.mailbox("From", displayName: from.displayName, address: from.address)
        message += MailHeader.mailbox("To", displayName: nil, address: to)
        if let replyTo { message += MailHeader.mailbox("Reply-To", displayName: nil, address: replyTo) }
        message += MailHeader.unstructured("Subject", subject)
        message += "MIME-Version: 1.0\r\n"
        if let language, Self.isLanguageTag(language) { message += "Content-Language: \(language)\r\n" }
        // Prevents automatic replies (RFC 3834).
        message += "Auto-Submitted: auto-generated\r\n"
        message += "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
        for (type, content) in [("plain", text), ("html", html)] {
            let (encoding, body) = TransferEncoding.shortest(content)
            message += "--\(boundary)\r\n"
            message += "Content-Type: text/\(type); charset=utf-8\r\n"
            message += "Content-Transfer-Encoding: \(encoding)\r\n\r\n\(body)\r\n"
        }
        return Data((message + "--\(boundary)--\r\n").utf8)
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

    private static func isLanguageTag(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return tag.utf8.count <= 35 && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isAlphanumeric) }
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
