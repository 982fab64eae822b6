public import Foundation
public import VinculaCore

/// Where accounts, sessions and settings are kept.
///
/// A closure gets a synchronous transaction, so that one decision is one transaction on any database. An error that leaves
/// the closure of ``write(_:)`` undoes all it did; when `write` returns, what was written survives a crash.
public protocol Store: Sendable {
    /// Reads one consistent state.
    func read<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result

    /// Changes the state, all of it or nothing.
    ///
    /// - Throws: What the closure throws, ``StoreConflict`` when a uniqueness rule forbids the change, or the database's
    ///   own error.
    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result

    /// Brings the schema up to date. Safe on a live database and when run again.
    func migrate() async throws

    /// Finishes what is under way and lets go of the database.
    func close() async throws

    /// What went wrong since the store was opened.
    var health: StoreHealth { get }

    /// Writes something that changes nothing, and waits until it is on the disk.
    ///
    /// - Throws: ``StoreUnavailable``.
    func tryToWrite() async throws
}

/// A uniqueness rule of the schema that a write would have broken.
public enum StoreConflict: Error, Hashable, Sendable {
    case accountID
    case email
    case phone
    /// The identity belongs to another account.
    case identity
    /// The account has another identity of that provider.
    case providerOfAccount
    /// The project has a provider of that id.
    case openIDProvider
    /// The project has a configuration of that built-in provider.
    case supportedProvider
}

/// What can be read within one transaction.
public protocol ReadTransaction: AdministrationReads, ActionCodeReads, OutboxReads, SecondFactorReads, KnownPlaceReads {
    func account(_ id: AccountID, in scope: ProjectScope) throws -> Account?
    func account(email: EmailAddress, in scope: ProjectScope) throws -> Account?
    func account(phone: PhoneNumber, in scope: ProjectScope) throws -> Account?
    func account(identity: IdentityKey, in scope: ProjectScope) throws -> Account?
    /// The accounts that have an identity of this provider with this subject, whatever its issuer.
    func accounts(provider: ProviderID, subject: String, in scope: ProjectScope) throws -> [Account]
    /// The accounts whose email, before it was first changed, was this one.
    func accounts(initialEmail: EmailAddress, in scope: ProjectScope) throws -> [Account]
    /// The accounts with an identity that carries this email.
    func accounts(identityEmail: EmailAddress, in scope: ProjectScope) throws -> [Account]
    /// A page of accounts in the order of their ids.
    ///
    /// - Parameters:
    ///   - after: The last id of the page before, or `nil` for the first page.
    ///   - limit: How many at most.
    func accounts(after: AccountID?, limit: Int, in scope: ProjectScope) throws -> [Account]
    /// A page of accounts in any order.
    func accounts(_ query: AccountQuery, in scope: ProjectScope) throws -> [Account]
    func accountCount(in scope: ProjectScope) throws -> Int
    /// Some accounts without email, phone and password that signed in before a moment, in the order of these sign-ins.
    ///
    /// - Parameters:
    ///   - before: The moment.
    ///   - after: The last account of those before; `nil` to begin.
    ///   - limit: How many at most.
    func anonymousAccounts(
        signedInBefore before: Timestamp, after: Account?, limit: Int, in scope: ProjectScope
    ) throws -> [Account]

    /// - Parameter id: The session's id, raw.
    func session(_ id: Data) throws -> Session?
    /// Some sessions in the order of their ids, whoever's they are, each with its account's generation.
    ///
    /// - Parameters:
    ///   - after: The last id of those before; empty to begin.
    ///   - limit: How many at most.
    func sessions(after: Data, limit: Int) throws -> [(session: Session, generation: Int64)]

    /// Since when a server has been there; `nil` before one noted it.
    func servicePeriod() throws -> ServicePeriod?

    /// What is remembered of passwords that were tried, if anything.
    func passwordAttempts(_ key: PasswordAttemptsKey) throws -> PasswordAttempts?

    /// The pending credential of a token, unless it was redeemed or deleted; expiry is the caller's to check.
    func pendingCredential(tokenHash: Data) throws -> PendingCredential?

    func settings(of project: String) throws -> ProjectSettings?
    /// The ids of all projects that have settings or accounts.
    func projects() throws -> [String]
    func openIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> OpenIDProvider?
    func openIDProviders(in scope: ProjectScope) throws -> [OpenIDProvider]
    func supportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> SupportedProvider?
    /// In the order of their ids.
    func supportedProviders(in scope: ProjectScope) throws -> [SupportedProvider]

    func signingKeys() throws -> [StoredSigningKey]
    /// A secret that the server made for itself, sealed, by name.
    func sealedSecret(_ name: String) throws -> Data?

    /// The end of the audit log; `nil` while it is empty.
    func auditHead() throws -> AuditHead?
    /// The audit log's records behind a place, oldest first.
    func auditEntries(after sequence: Int64, limit: Int) throws -> [SealedAuditEntry]
    /// The audit log's records that a person asks for, newest first.
    func auditEntries(_ query: AuditQuery) throws -> [AuditEntry]
    /// Whether the database itself still refuses to change and delete records of the audit log.
    func auditLogIsProtected() throws -> Bool

    /// The kinds of things that hold sealed secrets.
    func sealedKinds() -> [SealedKind]
    /// A page of the sealed secrets of one kind, in the order of their rows.
    func sealedRecords(_ kind: SealedKind, after row: String, limit: Int) throws -> [SealedRecord]
    /// The names of all tables where one of these texts or byte strings stands anywhere.
    func tablesHolding(_ markers: [Data]) throws -> [String]
}

/// What can be changed within one transaction.
public protocol WriteTransaction: ReadTransaction, AdministrationWrites, ActionCodeWrites, OutboxWrites, SecondFactorWrites,
    KnownPlaceWrites
{
    /// What this write did that may be worth a record.
    var journal: AuditJournal { get }
    /// Adds a record to the end of the audit log.
    func append(_ entry: SealedAuditEntry, head: AuditHead) throws
    /// Puts a secret that was sealed anew in the old one's place.
    func replace(_ record: SealedRecord, with sealed: Data) throws

    /// - Throws: ``StoreConflict``.
    func insert(_ account: Account, in scope: ProjectScope) throws
    /// Writes what differs between two states of one account.
    ///
    /// - Throws: ``StoreConflict``.
    func update(_ account: Account, from old: Account, in scope: ProjectScope) throws
    /// Deletes an account with everything that hangs on it.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func delete(_ id: AccountID, in scope: ProjectScope) throws -> Bool
    /// Deletes what hangs on an account and could still be redeemed by whoever had it before: pending credentials, sign-ins
    /// and enrolments of second factors that wait.
    ///
    /// Sessions stay as rows. The account's new generation made them void, and their clients learn that they are over
    /// (`TOKEN_EXPIRED`, which signs out) and not that their token is unknown.
    func purge(_ id: AccountID, in scope: ProjectScope) throws
    /// Deletes every account of a project, with everything that hangs on them.
    func deleteAllAccounts(in scope: ProjectScope) throws

    func insert(_ session: Session) throws
    /// Replaces a session's refresh chain, and notes the use.
    func update(refresh: RefreshChain, usedAt: Timestamp, ofSession id: Data) throws
    /// Notes that a session was used and its account with it, unless a later moment is noted or the session is gone.
    func noteUse(ofSession id: Data, at moment: Timestamp) throws
    func deleteSession(_ id: Data) throws

    func insert(_ pending: PendingCredential) throws
    /// Deletes a pending credential by one conditional write.
    ///
    /// - Returns: Whether this call was the one that deleted it.
    func consumePendingCredential(tokenHash: Data) throws -> Bool
    /// Deletes some of what nobody can use any more.
    ///
    /// - Parameter limit: How many rows of a table at most.
    /// - Returns: Whether there may be more.
    func deleteExpired(now: Timestamp, limit: Int) throws -> Bool

    /// Notes since when a server has been there, in place of what was noted.
    func save(_ period: ServicePeriod) throws

    /// Remembers attempts, in place of what was remembered under that key, until a moment.
    func save(_ attempts: PasswordAttempts, _ key: PasswordAttemptsKey, expiresAt: Timestamp) throws
    /// Forgets the failures for a target, from wherever they came; which neighbourhoods are known stays.
    func forgivePasswordFailures(target: Data) throws
    /// Deletes attempts that have expired.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: How many it were.
    func deleteExpiredPasswordAttempts(now: Timestamp, limit: Int) throws -> Int

    func save(_ settings: ProjectSettings, of project: String) throws
    /// - Throws: ``StoreConflict/openIDProvider`` if there is one of that id.
    func insert(_ provider: OpenIDProvider, in scope: ProjectScope) throws
    func update(_ provider: OpenIDProvider, in scope: ProjectScope) throws
    @discardableResult
    func deleteOpenIDProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool
    /// - Throws: ``StoreConflict/supportedProvider`` if there is one of that id.
    func insert(_ provider: SupportedProvider, in scope: ProjectScope) throws
    func update(_ provider: SupportedProvider, in scope: ProjectScope) throws
    @discardableResult
    func deleteSupportedProvider(_ id: ProviderID, in scope: ProjectScope) throws -> Bool

    func insert(_ key: StoredSigningKey) throws
    func update(_ key: StoredSigningKey) throws
    func deleteSigningKey(_ id: String) throws
    /// Keeps a secret unless there is one of that name.
    ///
    /// - Returns: The secret that stands now.
    func keepSealedSecret(_ secret: Data, named name: String) throws -> Data
}

extension WriteTransaction {
    /// Deletes all that nobody can use any more.
    public func deleteExpired(now: Timestamp) throws { while try deleteExpired(now: now, limit: 500) {} }
}
