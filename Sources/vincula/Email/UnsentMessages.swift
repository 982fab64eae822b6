import Foundation
import VinculaCore
import VinculaEngine

/// The messages of a channel that wait to be sent or were given up.
struct UnsentMessages {
    private let messages: [OutboxMessage]
    /// The webhooks and events, by the message.
    private let about: [String: WebhookMessageAbout]

    /// Finds them, those of all projects or of one.
    ///
    /// - Throws: ``ConfigurationError`` if there is no such project.
    static func find(
        _ channel: OutboxMessage.Channel, _ configuration: ServerConfiguration, project: String?
    ) async throws -> UnsentMessages {
        try await Installation.use(configuration) { engine in
            if project != nil { try await engine.requireProject(configuration) }
            let messages =
                try await engine.outbox.messages(.waiting, channel: channel, project: project)
                + engine.outbox.messages(.dead, channel: channel, project: project)
            var about: [String: WebhookMessageAbout] = [:]
            for message in messages { about[message.id] = try await engine.outbox.webhookMessageAbout(message) }
            return UnsentMessages(messages: messages, about: about)
        }
    }

    /// Lists them; `nil` if there are none.
    ///
    /// - Parameter name: The heading of the first column.
    func table(of name: String) -> String? {
        guard !messages.isEmpty else { return nil }
        let areWebhooks = messages[0].kind.channel == .webhook
        let rows = messages.map { message in
            let about = about[message.id]
            let start = [message.id, message.state.rawValue, message.scope.project]
            return start + (areWebhooks ? [about?.webhook ?? ""] : []) + [
                areWebhooks ? about?.event ?? "" : message.kind.name, "\(message.attempts)",
                Date(timeIntervalSince1970: Double(message.createdAt.milliseconds) / 1000).formatted(.iso8601),
                message.lastError ?? "",
            ]
        }
        let headings = [name, "STATE", "PROJECT"] + (areWebhooks ? ["WEBHOOK", "EVENT"] : ["KIND"])
        return Table(headings: headings + ["ATTEMPTS", "REQUESTED", "LAST ERROR"], rows: rows).text(widest: 200)
    }
}
