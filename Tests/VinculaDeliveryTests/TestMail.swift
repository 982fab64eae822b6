import Foundation
import SMTPSink
import VinculaDelivery

func mail(
    from name: String? = "Vincula", to: String = "ada@example.com", replyTo: String? = nil, subject: String = "Hello",
    text: String = "Hello.\n", html: String = "<p>Hello.</p>\n", language: String? = "en"
) throws -> MailMessage {
    try MailMessage(
        from: MailboxName(displayName: name, address: "accounts@vincula.test"), to: to, replyTo: replyTo, subject: subject,
        text: text, html: html, date: Date(timeIntervalSince1970: 1_700_000_000), messageID: "\(UUID().uuidString)@vincula.test",
        language: language)
}

extension SMTPSink {
    func options(_ security: SMTPOptions.Security = .none, timeout: Int = 20) -> SMTPOptions {
        SMTPOptions(
            host: "127.0.0.1", port: port, security: security, connectTimeout: 5, timeout: timeout, helloName: "client.test")
    }
}

/// What a mail failed with, or `nil`.
func failure(of sender: SMTPSender, _ message: MailMessage) async -> SMTPFailure? {
    do throws(SMTPFailure) {
        try await sender.deliver(message)
        return nil
    } catch {
        return error
    }
}
