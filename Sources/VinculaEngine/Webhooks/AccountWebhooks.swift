import Foundation
package import VinculaCore
import VinculaCrypto

/// A webhook's message as it is sealed.
struct WebhookOrder: Codable, Sendable {
    let webhook: String
    let payload: String
}

/// Tells webhooks of changes to accounts: the messages are written in the transaction that makes the change, so that each
/// change is reported and nothing else is; ``Outbox`` has them sent.
struct AccountWebhooks: Sendable {
    let sealer: Sealer

    /// Adds the messages about a change to the outbox.
    func queue(_ change: AccountChange, _ work: Work) throws { try queue(change.webhookEvents, work) }

    /// Adds the messages about events of one account to the outbox.
    func queue(_ events: [AccountEvent], _ work: Work) throws {
        guard let scope = events.first?.scope else { return }
        // Webhooks are the project's, and are told of its tenants' accounts too.
        let webhooks = try work.transaction.webhooks(in: scope.withoutTenant).map(\.webhook)
        guard !webhooks.isEmpty else { return }
        for event in events {
            for webhook in webhooks where webhook.wants(event) { try queue(event, for: webhook, work.about(scope)) }
        }
    }

    /// Adds one message to the outbox.
    func queue(_ event: AccountEvent, for webhook: Webhook, _ work: Work) throws {
        let id = SecureRandom.alphanumeric(24)
        let order = WebhookOrder(webhook: webhook.id, payload: event.payload(at: Self.text(work.now)))
        try work.transaction.insert(
            OutboxMessage(
                id: id, scope: work.scope, kind: .accountEvent, recipient: Self.fingerprint(webhook.id),
                sealed: try sealer.seal(try JSONEncoder().encode(order), place: OutboxMessage.place(id)),
                state: .waiting, createdAt: work.now, dueAt: work.now,
                expiresAt: work.now.adding(seconds: Webhook.lifetimeSeconds)))
        work.transaction.journal.noteMessage()
    }

    /// The fingerprint by which a message names its webhook.
    static func fingerprint(_ webhook: String) -> Data { Data(Data(webhook.utf8).sha256.prefix(16)) }

    private static func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

/// A message to a webhook, as it is sent.
package struct WebhookMessage: Sendable {
    package let url: String
    package let payload: String
    fileprivate let secret: Data

    /// The header fields that identify and sign it; its id is the same at each attempt.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - now: The current time.
    package func headers(id: String, now: Timestamp) -> [(name: String, value: String)] {
        [
            ("webhook-id", id), ("webhook-timestamp", String(now.seconds)),
            ("webhook-signature", WebhookSignature.make(id: id, timestamp: now.seconds, payload: payload, secret: secret)),
        ]
    }
}

extension Outbox {
    /// The message that a row of the outbox is.
    ///
    /// - Returns: `nil` if its webhook was deleted meanwhile.
    /// - Throws: The errors of a message that cannot be opened, and the store's.
    package func webhookMessage(_ message: OutboxMessage) async throws -> WebhookMessage? {
        guard message.kind.channel == .webhook, let sealed = message.sealed else { return nil }
        let opened = try sealer.open(sealed, place: OutboxMessage.place(message.id))
        let order = try JSONDecoder().decode(WebhookOrder.self, from: opened)
        guard let stored = try await read({ try $0.reads.webhook(order.webhook) }), stored.scope == message.scope.withoutTenant
        else {
            return nil
        }
        let secret = try sealer.open(stored.sealedSecret, place: StoredWebhook.place(order.webhook))
        return WebhookMessage(url: stored.webhook.url, payload: order.payload, secret: secret)
    }
}

/// What a message to a webhook is about, for operators: no part of the account.
package struct WebhookMessageAbout: Hashable, Sendable {
    /// The webhook's id.
    package let webhook: String
    /// The type of the event, such as `account.created`; `nil` once the message was given up, which forgets its content.
    package let event: String?
}

extension Outbox {
    /// The webhook and the event of a message.
    ///
    /// - Returns: `nil` for a message of another channel, or one whose webhook was deleted.
    package func webhookMessageAbout(_ message: OutboxMessage) async throws -> WebhookMessageAbout? {
        guard message.kind.channel == .webhook else { return nil }
        let webhooks = try await read { try $0.reads.webhooks(in: message.scope.withoutTenant).map(\.webhook.id) }
        guard let webhook = webhooks.first(where: { AccountWebhooks.fingerprint($0) == message.recipient }) else { return nil }
        guard let sealed = message.sealed, let opened = try? sealer.open(sealed, place: OutboxMessage.place(message.id)),
            let order = try? JSONDecoder().decode(WebhookOrder.self, from: opened)
        else { return WebhookMessageAbout(webhook: webhook, event: nil) }
        let event = JSONValue.parse(Data(order.payload.utf8))?["type"]?.string
        return WebhookMessageAbout(webhook: webhook, event: event)
    }
}

extension StoredWebhook {
    /// The place that a secret is bound to.
    static func place(_ id: String) -> String { "webhook/\(id)" }
}
