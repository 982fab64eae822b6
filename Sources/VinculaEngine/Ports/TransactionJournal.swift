public import VinculaCore

/// The events of one write that may have to be recorded, in order; the engine writes the records in the same transaction.
///
/// The store notes changes to accounts by itself, so that no use case can forget them. Other events are noted with
/// ``WriteTransaction/record(_:)``.
public final class TransactionJournal {
    public enum Note: Sendable {
        case account(AccountChange)
        case event(AuditEvent)
    }

    public private(set) var notes: [Note] = []

    /// True if a mail was added to the outbox.
    public private(set) var hasMail = false

    /// True if somebody reverts a change of their address.
    public private(set) var isRecovery = false

    public init() {}

    /// Notes that this write reverts a change of the address, so that it cannot be reverted itself.
    public func noteRecovery() { isRecovery = true }

    /// Notes that there is a mail to be sent once the write has succeeded.
    public func noteMail() { hasMail = true }

    public func note(_ change: AccountChange) { notes.append(.account(change)) }
    public func note(_ event: AuditEvent) { notes.append(.event(event)) }
}

extension WriteTransaction {
    /// Adds an event to the audit log, as part of this transaction.
    public func record(_ event: AuditEvent) { journal.note(event) }
}
