import VinculaCore

/// A mail that a development server kept instead of sending it.
package struct KeptMail: Sendable {
    package let message: OutboxMessage
    package let mail: RenderedMail
    /// The link of the mail's button.
    package let link: String?
    /// The code that can be typed instead.
    package let digits: String?
}

/// A text message that a development server kept instead of sending it.
package struct KeptText: Sendable {
    package let message: OutboxMessage
    package let text: RenderedText
    package let code: String
}

extension Outbox {
    /// The mails kept here on a development server, newest first.
    package func keptMails(limit: Int = 200) async throws -> [KeptMail] {
        try await kept(.mail, limit: limit).compactMap { message, settings in try keptMail(message, settings) }
    }

    /// The text messages kept here on a development server, newest first.
    package func keptTexts(limit: Int = 200) async throws -> [KeptText] {
        try await kept(.text, limit: limit).compactMap { message, settings in
            guard let order = try textOrder(message), let text = try renderedText(message, settings) else { return nil }
            return KeptText(message: message, text: text, code: order.code)
        }
    }

    /// One of the mails kept here.
    package func keptMail(_ id: String) async throws -> KeptMail? {
        let found = try await read { reading in
            try reading.reads.message(id).map { ($0, try reading.settings(in: $0.scope)) }
        }
        guard let (message, settings) = found, message.state == .kept else { return nil }
        return try keptMail(message, settings)
    }

    /// Deletes all messages kept here, of all projects.
    package func clearKept() async throws { try await write { try $0.transaction.deleteKeptMessages() } }

    private func keptMail(_ message: OutboxMessage, _ settings: ProjectSettings) throws -> KeptMail? {
        guard let order = try mailOrder(message), let mail = try rendered(message, settings) else { return nil }
        return KeptMail(message: message, mail: mail, link: order.link, digits: order.digits)
    }

    private func kept(
        _ channel: OutboxMessage.Channel, limit: Int
    ) async throws -> [(message: OutboxMessage, settings: ProjectSettings)] {
        try await read { reading in
            let messages = try reading.reads.messages(.kept, channel: channel, project: nil, limit: limit)
            let settings = Dictionary(try Set(messages.map(\.scope)).map { ($0, try reading.settings(in: $0)) }) { $1 }
            return messages.compactMap { message in settings[message.scope].map { (message, $0) } }
        }
    }
}
