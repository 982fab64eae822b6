import Foundation
import SMTPSink
import VinculaCore
import VinculaDelivery
import VinculaEngine

func mail(
    _ id: String = UUID().uuidString, from name: String = "Vincula", sender: String = "accounts@vincula.test",
    to: String = "ada@example.com", replyTo: String? = nil, subject: String = "Hello", text: String = "Hello.\n",
    html: String = "<p>Hello.</p>\n", language: Language = .english
) throws(MailMessageError) -> MailMessage {
    let mail = RenderedMail(
        senderName: name, replyTo: replyTo.map(EmailAddress.init(canonical:)), to: EmailAddress(canonical: to),
        subject: subject, text: text, html: html, language: language)
    return try MailMessage(
        mail, from: EmailAddress(canonical: sender), id: id, createdAt: Timestamp(milliseconds: 1_700_000_000_000))
}

extension SMTPSink {
    func options(_ security: SMTPOptions.Security = .none, timeout: Int = 120) -> SMTPOptions {
        SMTPOptions(
            host: "127.0.0.1", port: port, security: security, connectTimeout: 60, timeout: timeout, helloName: "client.test")
    }
}

/// The failure of a mail, or `nil`.
func failure(of sender: SMTPSender, _ message: MailMessage) async -> SMTPFailure? {
    do throws(SMTPFailure) {
        try await sender.deliver(message)
        return nil
    } catch {
        return error
    }
}
