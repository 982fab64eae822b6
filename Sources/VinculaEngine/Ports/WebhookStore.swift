package import Foundation
package import VinculaCore

/// A webhook with its secret, sealed.
package struct StoredWebhook: Hashable, Sendable {
    package let webhook: Webhook
    package let scope: ProjectScope
    package let sealedSecret: Data

    package init(webhook: Webhook, scope: ProjectScope, sealedSecret: Data) {
        self.webhook = webhook
        self.scope = scope
        self.sealedSecret = sealedSecret
    }
}

/// Read access to webhooks.
package protocol WebhookReads {
    func webhook(_ id: String) throws -> StoredWebhook?
    /// Oldest first.
    func webhooks(in scope: ProjectScope) throws -> [StoredWebhook]
}

/// Write access to them.
package protocol WebhookWrites: WebhookReads {
    func insert(_ webhook: StoredWebhook) throws
    /// - Returns: `true` if there was one.
    func deleteWebhook(_ id: String) throws -> Bool
}
