import ArgumentParser
import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// `vincula email test`
struct EmailTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a test email immediately and reports the mail server's response.")

    @Argument(help: "The recipient's address.")
    var address: String

    @Option(help: "The kind of email.", transform: EmailPreview.kind)
    var kind = MailKind.signIn

    @Option(help: "en, es, it, fr, de or pt.", transform: EmailPreview.language)
    var language = Language.english

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        guard let mail = configuration.mail else {
            throw ConfigurationError(description: "No mail server is set. Set smtp.host and mail.from.")
        }
        if let problem = mail.authoritiesProblem { throw ConfigurationError(description: problem) }
        guard let to = EmailAddress(address) else { throw ValidationError("\(address) is not an email address.") }
        let example = ExampleMail(
            purpose: .test, configuration: configuration, settings: try await EmailPreview.settings(configuration))
        let rendered = try example.render(kind, language, to: to)
        let message = try MailMessage(rendered, from: mail.from, id: UUID().uuidString.lowercased(), createdAt: SystemClock().now)
        let sender = SMTPSender(options: mail.options)
        defer { sender.close() }
        do {
            try await sender.deliver(message)
        } catch {
            throw ConfigurationError(
                description: "\(mail.options.host):\(mail.options.port) did not accept the email. \(error.text).")
        }
        print("\(mail.options.host):\(mail.options.port) accepted the email. Check the mailbox of \(to.value).")
    }
}
