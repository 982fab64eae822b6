package import VinculaCore

/// The events of one write that may have to be recorded, in order; the engine writes the records in the same transaction.
///
/// The store notes changes to accounts by itself, so that no use case can forget them. Other events are noted with
/// ``WriteTransaction/record(_:)``.
package final class TransactionJournal {
    package enum Note: Sendable {
        case account(AccountChange)
        /// A change by which an account comes from elsewhere, as it is there: the audit log has one record for all that an
        /// import creates, and neither owners nor webhooks are told.
        case imported(AccountChange)
        case event(AuditEvent)

        /// The change of an account, if it is one.
        package var change: AccountChange? {
            switch self {
            case .account(let change), .imported(let change): change
            case .event: nil
            }
        }

        /// Indicates whether it is an import's change.
        package var isImported: Bool { if case .imported = self { true } else { false } }
    }

    package private(set) var notes: [Note] = []

    /// True if a message was added to the outbox.
    package private(set) var hasMessage = false

    /// The account whose owner takes a change back, if that is what the write does.
    package private(set) var recovered: AccountID?

    /// True if a mailed code made the change, which proves the owner's mailbox.
    package private(set) var isProvenByMail = false

    /// True while changes are an import's.
    private var isImporting = false

    /// Tokens that were ended before they expire, in order.
    package private(set) var endedTokens: [EndedTokens] = []

    /// The kinds of data that servers keep in memory, and that this write has changed.
    package private(set) var changedTopics: Set<ChangeTopic> = []

    /// The sign-ins and sign-ups of this write, which are counted once it has succeeded.
    package private(set) var uses: [UsageEvent] = []

    package init() {}

    /// Notes an event that is counted once the write has succeeded.
    package func note(_ use: UsageEvent) { uses.append(use) }

    /// Notes that all changes of accounts from here on are an import's.
    package func noteImport() { isImporting = true }

    /// Makes changes that are an import's; whatever else this write changes is told as usual.
    package func importing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = isImporting
        isImporting = true
        defer { isImporting = before }
        return try body()
    }

    /// Notes that this write takes back a change of an account, so that it cannot be taken back itself.
    package func noteRecovery(of account: AccountID) { recovered = account }

    /// Notes that a mailed code makes this write's change.
    package func noteProofByMail() { isProvenByMail = true }

    /// Notes that there is a message to be sent once the write has succeeded.
    package func noteMessage() { hasMessage = true }

    /// Notes a change of data that servers keep in memory.
    package func noteChange(of topic: ChangeTopic) { changedTopics.insert(topic) }

    /// Notes that tokens were ended, which the revocation feed then says.
    package func noteEnd(of tokens: EndedTokens) { endedTokens.append(tokens) }

    package func note(_ change: AccountChange) { notes.append(isImporting ? .imported(change) : .account(change)) }
    package func note(_ event: AuditEvent) { notes.append(.event(event)) }
}

extension WriteTransaction {
    /// Adds an event to the audit log, as part of this transaction.
    package func record(_ event: AuditEvent) { journal.note(event) }
}
