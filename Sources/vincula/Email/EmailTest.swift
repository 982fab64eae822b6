import ArgumentParser
import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// `vincula email test`
struct EmailTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Sends a test email immediately and reports the mail server's response.",
        discussion: "If the project has a mail server of its own, the email goes through that one.")

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
        guard let to = EmailAddress(address) else { throw ValidationError("\(address) is not an email address.") }
        let settings = try await EmailPreview.settings(configuration)
        let (options, from) = try await mailServer(settings, configuration)
        let example = ExampleMail(purpose: .test, configuration: configuration, settings: settings)
        let rendered = try example.render(kind, language, to: to)
        let message = try MailMessage(rendered, from: from, id: UUID().uuidString.lowercased(), createdAt: SystemClock().now)
        let sender = SMTPSender(options: options)
        defer { sender.close() }
        do {
            try await sender.deliver(message)
        } catch {
            throw ConfigurationError(description: "\(options.host):\(options.port) did not accept the email. \(error.text).")
        }
        print("\(options.host):\(options.port) accepted the email. Check the mailbox of \(to.value).")
    }

    /// The server that the project's mails go through, and their sender.
    private func mailServer(
        _ settings: ProjectSettings, _ configuration: ServerConfiguration
    ) async throws -> (options: SMTPOptions, from: EmailAddress) {
        if settings.email.ownServer != nil {
            let own = try await Installation.useProject(configuration) {
                try $0.outbox.ownServer(settings.email, of: configuration.project)
            }
            guard let own else { throw ConfigurationError(description: "The project's mail server has just been removed.") }
            do {
                return (try await configuration.ownMailServers.options(for: own), own.settings.sender)
            } catch {
                throw ConfigurationError(
                    description: "\(own.settings.host): \(error).\(PrivateAddressHint.text(configuration))")
            }
        }
        guard let mail = configuration.mail else {
            throw ConfigurationError(
                description: """
                    No mail server is set. Set smtp.host and mail.from, or give the project its own. \(MailFindings.blindSpot)
                    """)
        }
        if let problem = mail.authoritiesProblem { throw ConfigurationError(description: problem) }
        return (mail.options, mail.from)
    }
}
