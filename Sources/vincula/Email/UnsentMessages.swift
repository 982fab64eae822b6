import Foundation
import VinculaCore
import VinculaEngine

/// The messages of a channel that wait to be sent or were given up.
struct UnsentMessages {
    private let messages: [OutboxMessage]

    /// Finds them, those of all projects or of one.
    ///
    /// - Throws: ``ConfigurationError`` if there is no such project.
    static func find(
        _ channel: OutboxMessage.Channel, _ configuration: ServerConfiguration, project: String?
    ) async throws -> UnsentMessages {
        let messages = try await Installation.use(configuration) { engine in
            if project != nil { try await engine.requireProject(configuration) }
            return try await engine.outbox.messages(.waiting, channel: channel, project: project)
                + engine.outbox.messages(.dead, channel: channel, project: project)
        }
        return UnsentMessages(messages: messages)
    }

    /// Lists them; `nil` if there are none.
    ///
    /// - Parameter name: The heading of the first column.
    func table(of name: String) -> String? {
        guard !messages.isEmpty else { return nil }
        let rows = messages.map { message in
            [
                message.id, message.state.rawValue, message.scope.project, message.kind.name, "\(message.attempts)",
                Date(timeIntervalSince1970: Double(message.createdAt.milliseconds) / 1000).formatted(.iso8601),
                message.lastError ?? "",
            ]
        }
        return Table(headings: [name, "STATE", "PROJECT", "KIND", "ATTEMPTS", "REQUESTED", "LAST ERROR"], rows: rows)
            .text(widest: 200)
    }
}
