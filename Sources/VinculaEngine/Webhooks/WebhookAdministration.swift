import Foundation
package import VinculaCore
import VinculaCrypto

/// The use cases of operators who let their own servers be told of changes to accounts.
package struct WebhookAdministration: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    let caller: any WebhookCaller

    /// A refused request, in words.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case unusableURL
        case tooMany
        case noSuchWebhook(String)

        package var description: String {
            switch self {
            case .unusableURL:
                """
                This address cannot be used. It must begin with https://, without user name or fragment, and must not be at a \
                private address unless providers.allowPrivateAddresses is set. For development data, http:// on this machine is \
                allowed.
                """
            case .tooMany: "A project may have at most \(Webhook.mostOfAProject) webhooks."
            case .noSuchWebhook(let id): "The project has no webhook \(id)."
            }
        }
    }

    /// Creates a webhook.
    ///
    /// - Parameters:
    ///   - url: The address that messages are posted to.
    ///   - events: The events that it is told of; empty for all.
    ///   - scope: The project.
    /// - Returns: The webhook, and its secret in the form `whsec_…`, which is not shown again.
    /// - Throws: ``Refusal``.
    package func create(
        url: String, events: Set<AccountEvent.Kind>, in scope: ProjectScope
    ) async throws -> (webhook: Webhook, secret: String) {
        guard Webhook.isUsable(url), caller.accepts(url) else { throw Refusal.unusableURL }
        let secret = SecureRandom.bytes(Webhook.secretLength)
        let id = SecureRandom.alphanumeric(12)
        let webhook = Webhook(id: id, url: url, events: events, createdAt: clock.now)
        let stored = StoredWebhook(
            webhook: webhook, scope: scope, sealedSecret: try sealer.seal(secret, place: StoredWebhook.place(id)))
        try await write(in: scope) { work in
            guard try work.transaction.webhooks(in: scope).count < Webhook.mostOfAProject else { throw Refusal.tooMany }
            try work.transaction.insert(stored)
            // The path of an address may be a secret of its receiver.
            let host = URLComponents(string: url)?.host ?? ""
            work.record(.webhookCreate, details: ["webhook": .string(id), "host": .string(host)])
        }
        return (webhook, "whsec_" + secret.base64EncodedString())
    }

    /// The webhooks of a project, oldest first.
    package func list(in scope: ProjectScope) async throws -> [Webhook] {
        try await read(in: scope) { try $0.reads.webhooks(in: scope).map(\.webhook) }
    }

    /// Deletes a webhook. Messages that wait for it are dropped.
    ///
    /// - Throws: ``Refusal/noSuchWebhook(_:)``, also for another project's.
    package func delete(_ id: String, in scope: ProjectScope) async throws {
        try await write(in: scope) { work in
            guard try work.transaction.webhook(id)?.scope == scope, try work.transaction.deleteWebhook(id) else {
                throw Refusal.noSuchWebhook(id)
            }
            work.record(.webhookDelete, details: ["webhook": .string(id)])
        }
    }

    /// Queues a message that says nothing, to try a webhook.
    ///
    /// - Throws: ``Refusal/noSuchWebhook(_:)``.
    package func test(_ id: String, in scope: ProjectScope) async throws {
        try await write(in: scope) { work in
            guard let stored = try work.transaction.webhook(id), stored.scope == scope else { throw Refusal.noSuchWebhook(id) }
            try transactions.webhooks.queue(AccountEvent(.test, nil, in: scope), for: stored.webhook, work)
        }
    }
}
