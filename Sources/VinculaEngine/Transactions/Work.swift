import VinculaCore

/// One decision in progress: the project that it is about, its time, who makes it, and the transaction that it is made in.
///
/// Steps of a decision that need nothing but it are extensions of `Work`; those that need keys or configuration are methods of
/// ``AccountMail``, ``GuessRecords``, ``SessionOpener`` and ``Linker``, which take it.
///
/// The time is read once for each write, so that a code, its mail, a session and the audit log's record of them agree.
struct Work: ScopedReads {
    let scope: ProjectScope
    let now: Timestamp
    /// The actor to whom the audit log attributes the decision, and their address.
    let origin: AuditOrigin
    /// The language of the person who makes it, if they named one.
    let language: Language?
    /// The transaction, for what is not about one project's accounts.
    let transaction: any WriteTransaction
    let defaultSettings: ProjectSettings
    /// What the project's functions have answered.
    var answers = BlockingAnswers()

    var reads: any ReadTransaction { transaction }
    var provenKey: KeyThumbprint? { origin.key }

    /// The same decision, about another project or tenant.
    func about(_ scope: ProjectScope) -> Work {
        Work(
            scope: scope, now: now, origin: origin, language: language, transaction: transaction,
            defaultSettings: defaultSettings, answers: answers)
    }

    /// - Throws: ``StoreConflict``.
    func insert(_ account: Account) throws { try transaction.insert(account, in: scope) }

    /// Writes the differences between two states of one account.
    ///
    /// - Throws: ``StoreConflict``.
    func update(_ account: Account, from old: Account) throws { try transaction.update(account, from: old, in: scope) }

    /// Deletes an account and everything that belongs to it. While the project takes over people from another server, it is
    /// remembered, so that the account does not come back from there.
    ///
    /// - Returns: `true` if there was one.
    @discardableResult
    func delete(_ id: AccountID) throws -> Bool {
        if try settings().migration.firebase != nil {
            try transaction.noteDeletedWhileMoving(id, in: scope, expiresAt: forgottenAt)
        }
        return try transaction.delete(id, in: scope)
    }

    /// Deletes accounts as ``delete(_:)`` does, by some statements for any number of them.
    func delete(_ ids: [AccountID]) throws {
        guard !ids.isEmpty else { return }
        if try settings().migration.firebase != nil {
            for id in ids { try transaction.noteDeletedWhileMoving(id, in: scope, expiresAt: forgottenAt) }
        }
        try transaction.delete(ids, in: scope)
    }

    /// The time until which a deletion during a move is remembered.
    private var forgottenAt: Timestamp { now.adding(seconds: Int64(FormerProject.longestDays + 1) * 24 * 3600) }

    /// Deletes everything of an account that its previous holder could still redeem.
    func purge(_ id: AccountID) throws { try transaction.purge(id, in: scope) }

    /// Ends the open codes of an account, except for the newest.
    func endActionCodes(of account: AccountID, purposes: [ActionCodePurpose], keeping count: Int = 0) throws {
        try transaction.endActionCodes(of: account, purposes: purposes, keeping: count, in: scope, now: now)
    }

    /// Ends the open codes that were requested for an email, except for the newest.
    func endActionCodes(sentFor email: EmailAddress, purpose: ActionCodePurpose, keeping count: Int = 0) throws {
        try transaction.endActionCodes(sentFor: email, purpose: purpose, keeping: count, in: scope, now: now)
    }

    /// Adds an event of this project to the audit log.
    func record(_ action: AuditAction, account: AccountID? = nil, details: [String: JSONValue] = [:]) {
        transaction.record(AuditEvent(action, in: scope, account: account, details: details))
    }
}
