import Foundation
import VinculaCore
import VinculaCrypto

extension AccountMail {
    /// Adds a mail to the outbox, as part of the transaction that it reports.
    ///
    /// - Parameters:
    ///   - allowance: The allowance that it is counted against.
    ///   - expiresAt: The time after which it is of no use.
    func queue(
        _ order: MailOrder, countedAs allowance: MailAllowance = .uncounted, expiresAt: Timestamp, _ work: Work
    ) throws {
        let id = SecureRandom.alphanumeric(24)
        let sealed = try sealer.seal(try JSONEncoder().encode(order), place: OutboxMail.place(id))
        try work.transaction.insert(
            OutboxMail(
                id: id, scope: work.scope, kind: order.kind, recipient: recipient(order.to, in: work.scope), sealed: sealed,
                state: delivery.isSent ? .waiting : .kept, attempts: 0, createdAt: work.now, dueAt: work.now,
                expiresAt: expiresAt,
                lastError: nil, share: allowance.share, network: allowance.network))
        work.transaction.journal.noteMail()
    }
}

extension OutboxMail {
    /// The place that a sealed order is bound to.
    static func place(_ id: String) -> String { "outbox/\(id)" }
}
