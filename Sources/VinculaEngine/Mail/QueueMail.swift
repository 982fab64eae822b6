import Foundation
import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Puts a mail into the outbox, as a part of the transaction that it tells of.
    ///
    /// - Parameter expiresAt: From when on it is of no use.
    func queue(
        _ order: MailOrder, expiresAt: Timestamp, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws {
        let id = SecureRandom.alphanumeric(24)
        let sealed = try sealer.seal(try JSONEncoder().encode(order), place: OutboxMail.place(id))
        try transaction.insert(
            OutboxMail(
                id: id, scope: scope, kind: order.kind, recipient: recipient(order.to, in: scope), sealed: sealed,
                state: mailDelivery.isSent ? .waiting : .kept, attempts: 0, createdAt: now, dueAt: now, expiresAt: expiresAt,
                lastError: nil))
        transaction.journal.noteMail()
    }

    /// Whether a mailbox has had so many mails of a kind, or of those that count together with it, that it gets no more for now.
    ///
    /// It bounds the guessing of six digits too, so it holds even where limits on requests are switched off; only the
    /// emulator's clients know none.
    func isFull(
        _ email: EmailAddress, with kind: MailKind, in scope: ProjectScope, now: Timestamp, _ transaction: any ReadTransaction
    ) throws -> Bool {
        guard limits.isOn || !actionLinks.isEmulator, let longest = OutboxPolicy.most.map(\.seconds).max() else { return false }
        let sent = try transaction.mailTimes(
            to: recipient(email, in: scope), kinds: kind.pool,
            since: now.adding(seconds: Int64(-longest)))
        return !OutboxPolicy.allows(sent: sent, now: now)
    }

    private func recipient(_ email: EmailAddress, in scope: ProjectScope) -> Data {
        let name = [scope.project, scope.tenant, email.value].joined(separator: "\u{0}")
        return Data(sealer.fingerprint(Data(name.utf8), purpose: "mail recipient").prefix(16))
    }
}

extension OutboxMail {
    /// The place that a sealed order is bound to.
    static func place(_ id: String) -> String { "outbox/\(id)" }
}
