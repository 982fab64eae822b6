package import VinculaCore

/// The events of one write that may have to be recorded, in order; the engine writes the records in the same transaction.
///
/// The store notes changes to accounts by itself, so that no use case can forget them. Other events are noted with
/// ``WriteTransaction/record(_:)``.
package final class TransactionJournal {
    package enum Note: Sendable {
        case account(AccountChange)
        case event(AuditEvent)
    }

    package private(set) var notes: [Note] = []

    /// True if a mail was added to the outbox.
    package private(set) var hasMail = false

    /// True if somebody reverts a change of their address.
    package private(set) var isRecovery = false

    package init() {}

    /// Notes that this write reverts a change of the address, so that it cannot be reverted itself.
    package func noteRecovery() { isRecovery = true }

    /// Notes that there is a mail to be sent once the write has succeeded.
    package func noteMail() { hasMail = true }

    package func note(_ change: AccountChange) { notes.append(.account(change)) }
    package func note(_ event: AuditEvent) { notes.append(.event(event)) }
}

extension WriteTransaction {
    /// Adds an event to the audit log, as part of this transaction.
    package func record(_ event: AuditEvent) { journal.note(event) }
}
