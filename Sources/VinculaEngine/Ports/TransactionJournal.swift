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

    /// True if a message was added to the outbox.
    package private(set) var hasMessage = false

    /// The account whose owner takes a change back, if that is what the write does.
    package private(set) var recovered: AccountID?

    /// True if a mailed code made the change, which proves the owner's mailbox.
    package private(set) var isProvenByMail = false

    /// True if the write imports accounts: the audit log has one record for all that it creates.
    package private(set) var isImport = false

    /// Tokens that were ended before they expire, in order.
    package private(set) var endedTokens: [EndedTokens] = []

    package init() {}

    /// Notes that this write imports accounts.
    package func noteImport() { isImport = true }

    /// Notes that this write takes back a change of an account, so that it cannot be taken back itself.
    package func noteRecovery(of account: AccountID) { recovered = account }

    /// Notes that a mailed code makes this write's change.
    package func noteProofByMail() { isProvenByMail = true }

    /// Notes that there is a message to be sent once the write has succeeded.
    package func noteMessage() { hasMessage = true }

    /// Notes that tokens were ended, which the revocation feed then says.
    package func noteEnd(of tokens: EndedTokens) { endedTokens.append(tokens) }

    package func note(_ change: AccountChange) { notes.append(.account(change)) }
    package func note(_ event: AuditEvent) { notes.append(.event(event)) }
}

extension WriteTransaction {
    /// Adds an event to the audit log, as part of this transaction.
    package func record(_ event: AuditEvent) { journal.note(event) }
}
