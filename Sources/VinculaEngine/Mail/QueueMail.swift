import Foundation
import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Adds a mail to the outbox, as part of the transaction that it reports.
    ///
    /// - Parameters:
    ///   - allowance: The allowance that it is counted against.
    ///   - expiresAt: The time after which it is of no use.
    func queue(
        _ order: MailOrder, countedAs allowance: MailAllowance = .uncounted, expiresAt: Timestamp, in scope: ProjectScope,
        now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        let id = SecureRandom.alphanumeric(24)
        let sealed = try sealer.seal(try JSONEncoder().encode(order), place: OutboxMail.place(id))
        try transaction.insert(
            OutboxMail(
                id: id, scope: scope, kind: order.kind, recipient: recipient(order.to, in: scope), sealed: sealed,
                state: mailDelivery.isSent ? .waiting : .kept, attempts: 0, createdAt: now, dueAt: now, expiresAt: expiresAt,
                lastError: nil, share: allowance.share, network: allowance.network))
        transaction.journal.noteMail()
    }
}

extension OutboxMail {
    /// The place that a sealed order is bound to.
    static func place(_ id: String) -> String { "outbox/\(id)" }
}
