public import VinculaCore

/// What happens in one write that may be worth a record, in order; the engine writes the records in the same transaction.
///
/// The store notes what is done to accounts by itself, so that no use case can forget it. The rest is told with
/// ``WriteTransaction/record(_:)``.
public final class AuditJournal {
    public enum Note: Sendable {
        case account(AccountChange)
        case event(AuditEvent)
    }

    public private(set) var notes: [Note] = []

    /// Whether a mail was put into the outbox.
    public private(set) var hasMail = false

    /// Whether somebody takes back a change of their address.
    public private(set) var isRecovery = false

    public init() {}

    /// Notes that a change of the address is taken back, so that this is nothing that could be taken back itself.
    public func noteRecovery() { isRecovery = true }

    /// Notes that there is a mail to be sent once the write has succeeded.
    public func noteMail() { hasMail = true }

    public func note(_ change: AccountChange) { notes.append(.account(change)) }
    public func note(_ event: AuditEvent) { notes.append(.event(event)) }
}

extension WriteTransaction {
    /// Has a change written into the audit log with this transaction, or not at all.
    public func record(_ event: AuditEvent) { journal.note(event) }
}
