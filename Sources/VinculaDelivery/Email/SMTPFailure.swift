import CCurl

/// Why a mail was not sent.
public struct SMTPFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The server refused this recipient or this message for good: sending it again is no use.
        case permanent
        /// Anything else, be it the network's fault, the server's or the operator's: the same mail may be taken later.
        case temporary
    }

    public let kind: Kind
    /// The server's last reply code, if it replied at all.
    public let code: Int?
    /// What happened, for operators. It names no recipient, no password and nothing out of the mail.
    public let text: String

    public init(kind: Kind, code: Int?, text: String) {
        self.kind = kind
        self.code = code
        self.text = text
    }

    public var description: String { text }
}

extension SMTPFailure {
    /// A failure before anything was sent.
    init(_ result: CURLcode) { self.init(result, code: 0, progress: .greeting, status: nil) }

    /// Reads how a transfer ended.
    ///
    /// libcurl has one result for refused senders, recipients and commands, so what was asked last decides.
    ///
    /// - Parameters:
    ///   - result: Any but `CURLE_OK`.
    ///   - code: The last reply, 0 for none.
    ///   - progress: How far the transfer came.
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
            // A refused sender is the operator's to mend, and concerns all mails; but 552 is about this one's size.
            // So are a full disk or a quota (x.3, x.4) and a policy (x.7) of the server's, whatever it says in the first digit.
            let isAboutServer = status.map { status in ["3", "4", "7"].contains(status.split(separator: ".")[1]) } ?? false
            let isAboutMail = (progress > .sender || code == 552) && !isAboutServer
            self.init(
                kind: code >= 500 && isAboutMail ? .permanent : .temporary, code: reply,
                text: "The mail server refused the \(subject) with \(code)" + (status.map { " (\($0))" } ?? ""))
        } else {
            let end = reply.map { " (last reply \($0))" } ?? ""
            self.init(kind: .temporary, code: reply, text: "No mail could be sent: \(reason)\(end)")
        }
    }

    /// Whether a result can come from what the server answered; timeouts and broken TLS cannot.
    private static func isAnswer(_ result: CURLcode) -> Bool {
        result == CURLE_SEND_ERROR || result == CURLE_WEIRD_SERVER_REPLY || result == CURLE_RECV_ERROR
    }
}
