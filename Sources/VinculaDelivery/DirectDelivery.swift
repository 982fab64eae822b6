package import VinculaCore
package import VinculaEngine

/// Sends operators' test messages at once, over connections of their own.
package struct DirectDelivery: MessageTester {
    private let server: MailWorker.Server?
    private let ownServers: OwnMailServers
    private let gateway: TextGatewayOptions?

    /// - Parameters:
    ///   - server: The operator's mail server; `nil` if only projects have some.
    ///   - ownServers: The means of reaching projects' own servers.
    ///   - gateway: The gateway for text messages; `nil` if there is none.
    package init(server: MailWorker.Server?, ownServers: OwnMailServers, gateway: TextGatewayOptions?) {
        self.server = server
        self.ownServers = ownServers
        self.gateway = gateway
    }

    package func send(
        _ mail: RenderedMail, through own: OwnMailServer?, id: String, at now: Timestamp
    ) async -> MessageOutcome {
        do {
            let options: SMTPOptions
            let from: EmailAddress
            if let own {
                (options, from) = (try await ownServers.options(for: own), own.settings.sender)
            } else {
                guard let server else { return .refused("No mail server is set.") }
                (options, from) = (server.options, server.from)
            }
            let message = try MailMessage(mail, from: from, id: id, createdAt: now)
            let sender = SMTPSender(options: options)
            defer { sender.close() }
            try await sender.deliver(message)
            return .sent
        } catch let failure as SMTPFailure {
            return .failed(failure.text)
        } catch {
            return .refused("The sender's or the recipient's address cannot be used in a mail.")
        }
    }

    package func send(_ text: RenderedText, id: String) async -> MessageOutcome {
        guard let gateway else { return .refused("No SMS gateway is set.") }
        return await TextGateway.send(text, id: id, through: gateway)
    }
}
