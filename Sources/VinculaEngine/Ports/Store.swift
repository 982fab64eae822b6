package import Foundation
package import VinculaCore

/// The storage for accounts, sessions and settings.
///
/// A closure gets a synchronous transaction, so that one decision is one transaction on any database. An error thrown by the
/// closure of ``write(_:)`` undoes all its changes; when `write` returns, the changes survive a crash.
package protocol Store: Sendable {
    /// Reads one consistent state.
    ///
    /// - Parameters:
    ///   - queries: All queries that the closure usually makes; empty if they are not known in advance. If it makes others, it may
    ///     run twice.
    ///   - body: The closure.
    func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result

    /// Reads one consistent state, which a read replica may provide: it then lacks the changes of the last seconds, as many as
    /// the operator allows.
    ///
    /// For lists and counts, which decide nothing. An error never comes from the replica: the closure then runs again, on the
    /// current state.
    func survey<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result

    /// The state of the read replica; `nil` if there is none.
    var replica: ReplicaHealth? { get }

    /// Looks whether the read replica can be used.
    func checkReplica() async

    /// Changes the state, completely or not at all.
    ///
    /// - Throws: Any error of the closure, ``StoreConflict`` if a uniqueness rule forbids the change, or the database's own
    ///   error.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result

    /// Changes the state as ``write(_:)`` does, and meanwhile works on its result: an answer that is prepared while the disk is
    /// waited for.
    ///
    /// - Parameters:
    ///   - body: The change.
    ///   - meanwhile: Runs once, where the caller runs, after `body` has run; the change may still fail. What it returns is
    ///     returned only once the change is complete, and dropped if it fails.
    /// - Throws: As ``write(_:)``; what `meanwhile` throws once the change is complete.
    func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value

    /// Makes one conditional change, of which others that happen at the same time need not be ruled out, as ``write(_:)`` does.
    ///
    /// The closure's statements may see different states. Each must decide by itself, such as an update with a condition.
    ///
    /// - Throws: As ``write(_:)``.
    func claim<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result

    /// Makes a conditional change as ``claim(_:)`` does, and meanwhile works on its result, as ``write(_:meanwhile:)`` does.
    func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value

    /// The changes of what servers keep in memory.
    var changes: ChangeFeed { get }

    /// Learns of changes that other servers and commands make, until the task is cancelled.
    ///
    /// - Parameter changed: Called with the topics that have changed, at the beginning with all. If it throws, it is called again.
    func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async

    /// Indicates whether several servers may use the database at the same time.
    var isShared: Bool { get }
    /// Indicates whether writes run at the same time and are checked against each other, and not one after the other.
    var runsWritesSideBySide: Bool { get }

    /// Brings the schema up to date. Safe on a live database and when run again.
    func migrate() async throws

    /// Gives up what takes longer than half a second from now on, because the process is about to end and a database server may
    /// hang: callers then get ``StoreUnavailable`` while they can still be answered. A change that is given up may be made all the
    /// same.
    ///
    /// A store in a file has no such server, and does nothing.
    func stopWaiting()

    /// Finishes the work in progress and closes the database.
    func close() async throws

    /// The failures since the store was opened.
    var health: StoreHealth { get }

    /// Writes something that changes nothing, and waits until it is on the disk.
    ///
    /// - Throws: ``StoreUnavailable``.
    func tryToWrite() async throws
}

/// A uniqueness rule of the schema that a write would have violated.
package enum StoreConflict: Error, Hashable, Sendable {
    case accountID
    case email
    case phone
    /// The identity belongs to another account.
    case identity
    /// The account has another identity of that provider.
    case providerOfAccount
    /// The project already has a provider with that id.
    case openIDProvider
    /// The project already has a configuration of that built-in provider.
    case supportedProvider
}

/// Read access within one transaction.
package protocol ReadTransaction: AdministrationReads, ActionCodeReads, OutboxReads, SecondFactorReads, KnownPlaceReads,
    KnownDeviceReads,
    BrowserFlowReads, HandoverReads, PhoneReads, PasswordSchemeReads, RevocationReads, WebhookReads,
    ImportRunReads, ImportReads, TenantReads, MigrationReads, ProjectReads, ChangeReads, DeletionReads, OperatorReads,
    AccountPageReads, UsageReads
{
    func account(_ id: AccountID, in scope: ProjectScope) throws -> Account?
    func account(email: EmailAddress, in scope: ProjectScope) throws -> Account?
    func account(phone: PhoneNumber, in scope: ProjectScope) throws -> Account?
    func account(identity: IdentityKey, in scope: ProjectScope) throws -> Account?
    /// The accounts that have an identity of this provider with this subject, whatever its issuer.
    func accounts(provider: ProviderID, subject: String, in scope: ProjectScope) throws -> [Account]
    /// The number of identities of a provider that have this issuer.
    func identityCount(provider: ProviderID, issuer: String, in scope: ProjectScope) throws -> Int
    /// The accounts whose email, before its first change, was this one.
    func accounts(initialEmail: EmailAddress, in scope: ProjectScope) throws -> [Account]
    /// The accounts with an identity that has this email.
    func accounts(identityEmail: EmailAddress, in scope: ProjectScope) throws -> [Account]
    /// A page of accounts, sorted by id.
    ///
    /// - Parameters:
    ///   - after: The last id of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    func accounts(after: AccountID?, limit: Int, in scope: ProjectScope) throws -> [Account]
    /// A page of accounts in the requested order.
    func accounts(_ query: AccountQuery, in scope: ProjectScope) throws -> [Account]
    /// Counts some accounts, in the order of their tenants and ids: to count millions takes seconds.
    ///
    /// - Parameters:
    ///   - scope: The tenant, or the project.
    ///   - withTenants: `true` to count those of a project's tenants, too.
    ///   - after: The last account of the previous call; `nil` to begin.
    ///   - limit: The maximum number of accounts.
    func countAccounts(
        in scope: ProjectScope, withTenants: Bool, after: AccountPlace?, limit: Int
    ) throws -> AccountCount
    /// Some accounts without email, phone and password that last signed in before a given time, sorted by that sign-in.
    ///
    /// - Parameters:
    ///   - before: The time.
    ///   - after: The last account of the previous page; `nil` to begin.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    func anonymousAccounts(
        signedInBefore before: Timestamp, after: Account?, limit: Int, in scope: ProjectScope
    ) throws -> [Account]

    /// - Parameter id: The session's id, as raw bytes.
    func session(_ id: Data) throws -> Session?
    /// Finds an account, and a session if it is the account's: one question to a database server instead of two.
    ///
    /// - Parameters:
    ///   - account: The account's id.
    ///   - session: The session's id, as raw bytes.
    ///   - scope: The project or tenant of the account.
    func account(
        _ account: AccountID, withSession session: Data, in scope: ProjectScope
    ) throws -> (account: Account?, session: Session?)
    /// The sessions of an account that were neither ended nor invalidated by its generation, the latest opened first. The
    /// caller must check their age.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - limit: The maximum number of sessions; `nil` for all.
    ///   - scope: The project.
    func openSessions(of account: AccountID, limit: Int?, in scope: ProjectScope) throws -> [Session]
    /// Some sessions of all accounts, sorted by id, each with its account's generation.
    ///
    /// - Parameters:
    ///   - after: The last id of the previous page; empty to begin.
    ///   - limit: The maximum number of sessions.
    func sessions(after: Data, limit: Int) throws -> [(session: Session, generation: Int64)]

    /// The current service period; `nil` before a server has recorded one.
    func servicePeriod() throws -> ServicePeriod?

    /// The record of attempts with a password, if there is one.
    func passwordAttempts(_ key: PasswordAttemptsKey) throws -> PasswordAttempts?

    /// The pending credential of a token, unless it was redeemed or deleted; the caller must check its expiry.
    func pendingCredential(tokenHash: Data) throws -> PendingCredential?

    func settings(of project: String) throws -> ProjectSettings?
    /// The ids of all projects that were created, or have settings or accounts.
    func projects() throws -> [String]
    func openIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> OpenIDProvider?
    func openIDProviders(in scope: ProjectScope) throws -> [OpenIDProvider]
    func supportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> SupportedProvider?
    /// Sorted by id.
    func supportedProviders(in scope: ProjectScope) throws -> [SupportedProvider]

    func signingKeys() throws -> [StoredSigningKey]
    /// A secret that the server created for itself, sealed, by name.
    func sealedSecret(_ name: String) throws -> Data?

    /// The end of the audit log; `nil` while it is empty.
    func auditHead() throws -> AuditHead?
    /// The audit log's records after a position, oldest first.
    func auditEntries(after sequence: Int64, limit: Int) throws -> [SealedAuditEntry]
    /// The audit log's records that match a query, newest first.
    func auditEntries(_ query: AuditQuery) throws -> [AuditEntry]
    /// The records that wait for their place in the audit log, the oldest first.
    ///
    /// - Parameters:
    ///   - position: The last position of the previous page; 0 to begin.
    ///   - limit: The maximum number of records.
    func waitingAuditEntries(after position: Int64, limit: Int) throws -> [WaitingAuditEntry]
    /// The audit log's records of these moments.
    func auditEntries(at moments: Set<Timestamp>) throws -> [AuditEntry]
    /// The number of the last record of the audit log before a moment; 0 if there is none.
    func auditSequence(before moment: Timestamp) throws -> Int64
    /// Indicates whether the database still prevents changing and deleting records of the audit log.
    func auditLogIsProtected() throws -> Bool

    /// The kinds of sealed secrets in the store.
    func sealedKinds() -> [SealedKind]
    /// A page of the sealed secrets of one kind, sorted by row.
    func sealedRecords(_ kind: SealedKind, after row: String, limit: Int) throws -> [SealedRecord]
    /// The names of all tables that contain one of these texts or byte strings anywhere.
    func tablesHolding(_ markers: [Data]) throws -> [String]
}

/// Write access within one transaction.
package protocol WriteTransaction: ReadTransaction, AdministrationWrites, ActionCodeWrites, OutboxWrites, SecondFactorWrites,
    KnownPlaceWrites, KnownDeviceWrites, BrowserFlowWrites, HandoverWrites, PhoneWrites, PasswordSchemeWrites, RevocationWrites,
    WebhookWrites, ImportRunWrites, ImportWrites, TenantWrites, MigrationWrites, ProjectWrites, LeaseWrites, DeletionWrites,
    OperatorWrites, UsageWrites
{
    /// The events of this write that may have to be recorded.
    var journal: TransactionJournal { get }
    /// Announces queries that the write is likely to make before it changes anything, so that a store whose queries are messages
    /// may send them with the next one.
    func expect(_ queries: [ExpectedQuery])
    /// Appends a record to the audit log.
    func append(_ entry: SealedAuditEntry, head: AuditHead) throws
    /// Adds a record that waits for its place in the audit log.
    func appendWaiting(_ entry: AuditEntry, seal: Data) throws
    /// Waits until nobody else appends to the audit log, for the rest of a claim.
    ///
    /// - Returns: The end of the log.
    func holdAuditLog() throws -> AuditHead?
    /// Appends records that waited, in a claim that holds the log.
    func append(_ entries: [SealedAuditEntry], waitedAt positions: [Int64], head: AuditHead) throws
    /// Replaces a secret with its resealed form.
    func replace(_ record: SealedRecord, with sealed: Data) throws

    /// - Throws: ``StoreConflict``.
    func insert(_ account: Account, in scope: ProjectScope) throws
    /// Writes the differences between two states of one account. A new generation erases the places of the account's
    /// sessions, all of which it ends.
    ///
    /// - Throws: ``StoreConflict``.
    func update(_ account: Account, from old: Account, in scope: ProjectScope) throws
    /// Deletes an account and everything that belongs to it.
    ///
    /// - Returns: `true` if there was one.
    @discardableResult
    func delete(_ id: AccountID, in scope: ProjectScope) throws -> Bool
    /// Deletes everything of an account that its previous holder could still redeem: pending credentials, pending sign-ins,
    /// and unfinished enrolments of second factors.
    ///
    /// The session rows stay. The account's new generation has invalidated them, and their clients must get `TOKEN_EXPIRED`,
    /// which signs out, and not the error for an unknown token.
    func purge(_ id: AccountID, in scope: ProjectScope) throws
    /// Deletes some of the accounts of a project or tenant, in the order of their ids, and everything that belongs to them.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - after: The last account of the previous call; `nil` for the first one, which also ends everybody's tokens.
    ///   - limit: The maximum number of accounts.
    /// - Returns: The last account that was deleted; `nil` once there are no more.
    @discardableResult
    func deleteAllAccounts(in scope: ProjectScope, after: AccountID?, limit: Int) throws -> AccountID?

    func insert(_ session: Session) throws
    /// Ends a session by one conditional write: none of its tokens is valid any more, and its place is erased. The row
    /// stays, so that its client gets `TOKEN_EXPIRED`.
    ///
    /// - Returns: `true` if this call was the one that ended it.
    func endSession(_ id: Data) throws -> Bool
    /// Ends all sessions of an account except one, as ``endSession(_:)`` does.
    ///
    /// - Returns: The number of sessions that this call ended.
    func endSessions(of account: AccountID, except id: Data, in scope: ProjectScope) throws -> Int
    /// Replaces a session's refresh chain, and records the use.
    func update(refresh: RefreshChain, usedAt: Timestamp, ofSession id: Data) throws
    /// Records a use of a session and its account, unless a later one is recorded or the session no longer exists.
    func noteUse(ofSession id: Data, at moment: Timestamp) throws
    /// Binds a session to a key, unless it is bound already.
    ///
    /// - Returns: `true` if this call bound it.
    func bind(session id: Data, to key: KeyThumbprint) throws -> Bool
    func deleteSession(_ id: Data) throws

    func insert(_ pending: PendingCredential) throws
    /// Deletes a pending credential by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumePendingCredential(tokenHash: Data) throws -> Bool
    /// Deletes some of the data that can no longer be used.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The maximum number of rows per table.
    /// - Returns: `true` if there may be more.
    func deleteExpired(now: Timestamp, limit: Int) throws -> Bool

    /// Stores the service period, replacing the stored one.
    func save(_ period: ServicePeriod) throws

    /// Stores a record of attempts until a given time, replacing the one under that key.
    func save(_ attempts: PasswordAttempts, _ key: PasswordAttemptsKey, expiresAt: Timestamp) throws
    /// Deletes the failures for a target, from all neighbourhoods; known neighbourhoods stay known.
    func forgivePasswordFailures(target: Data) throws
    /// Deletes records of attempts that have expired.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The maximum number to delete.
    /// - Returns: The number deleted.
    func deleteExpiredPasswordAttempts(now: Timestamp, limit: Int) throws -> Int

    func save(_ settings: ProjectSettings, of project: String) throws
    /// - Throws: ``StoreConflict/openIDProvider`` if there is one with that id.
    func insert(_ provider: OpenIDProvider, in scope: ProjectScope) throws
    func update(_ provider: OpenIDProvider, in scope: ProjectScope) throws
    @discardableResult
    func deleteOpenIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool
    /// - Throws: ``StoreConflict/supportedProvider`` if there is one with that id.
    func insert(_ provider: SupportedProvider, in scope: ProjectScope) throws
    func update(_ provider: SupportedProvider, in scope: ProjectScope) throws
    @discardableResult
    func deleteSupportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool

    func insert(_ key: StoredSigningKey) throws
    func update(_ key: StoredSigningKey) throws
    func deleteSigningKey(_ id: String) throws
    /// Stores a secret unless there is one with that name.
    ///
    /// - Returns: The secret that is now stored.
    func keepSealedSecret(_ secret: Data, named name: String) throws -> Data
    /// Replaces a secret by one conditional write.
    ///
    /// - Parameters:
    ///   - name: The secret's name.
    ///   - old: The secret as read, sealed; `nil` if there was none.
    ///   - new: The new one.
    /// - Returns: `false` if somebody else has changed it.
    func replaceSealedSecret(_ name: String, from old: Data?, with new: Data) throws -> Bool
}

extension WriteTransaction {
    /// Deletes all data that can no longer be used.
    package func deleteExpired(now: Timestamp) throws { while try deleteExpired(now: now, limit: 500) {} }
}
