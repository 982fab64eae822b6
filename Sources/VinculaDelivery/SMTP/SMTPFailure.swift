import CCurl

/// The reason why a mail was not sent.
package struct SMTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable {
        /// The server permanently refused this recipient or this message: sending it again is useless.
        case permanent
        /// Any other failure, of the network, the server or the configuration: the same mail may be accepted later.
        case temporary
    }

    package let kind: Kind
    /// The server's last reply code, if it replied at all.
    package let code: Int?
    /// A description for operators. It contains no recipient, no password and nothing from the mail.
    package let text: String

    package init(kind: Kind, code: Int?, text: String) {
        self.kind = kind
        self.code = code
        self.text = text
    }

    package var description: String { text }
}

extension SMTPFailure {
    /// A failure before anything was sent.
    init(_ result: CURLcode) { self.init(result, code: 0, progress: .greeting, status: nil) }

    /// Interprets the end of a transfer.
    ///
    /// libcurl has one result for refused senders, recipients and commands, so the last command decides.
    ///
    /// - Parameters:
    ///   - result: Any but `CURLE_OK`.
    ///   - code: The last reply, 0 for none.
    ///   - progress: The last command of the transfer.
    ///   - status: The enhanced status code of the last reply, if it had one.
    init(_ result: CURLcode, code: Int, progress: MailTransfer.Progress, status: String?) {
        let reason = String(cString: curl_easy_strerror(result))
        let reply = (100..<600).contains(code) ? code : nil
        let isRefused = (400..<600).contains(code) && Self.isAnswer(result)
        if result == CURLE_LOGIN_DENIED || [530, 534, 535, 538].contains(code) {
            let end = reply.map { " (reply \($0))" } ?? ""
            self.init(
                kind: .temporary, code: reply,
                text: "Authentication failed: the mail server did not let the sender sign in\(end)")
        } else if isRefused, let subject = progress.subject {
            // A refused sender is for the operator to fix, and concerns all mails; but 552 is about this one's size.
            // A full disk or a quota (x.3, x.4) and a policy (x.7) concern the server as well, whatever the first digit is.
            let isAboutServer = status.map { status in ["3", "4", "7"].contains(status.split(separator: ".")[1]) } ?? false
            let isAboutMail = (progress > .sender || code == 552) && !isAboutServer
            self.init(
                kind: code >= 500 && isAboutMail ? .permanent : .temporary, code: reply,
                text: "The mail server refused the \(subject) with \(code)" + (status.map { " (\($0))" } ?? ""))
        } else {
            let end = reply.map { " (last reply \($0))" } ?? ""
            self.init(kind: .temporary, code: reply, text: "The email could not be sent: \(reason)\(end)")
        }
    }

    /// True if a result can come from a server's reply; timeouts and broken TLS cannot.
    private static func isAnswer(_ result: CURLcode) -> Bool {
        result == CURLE_SEND_ERROR || result == CURLE_WEIRD_SERVER_REPLY || result == CURLE_RECV_ERROR
    }
}
