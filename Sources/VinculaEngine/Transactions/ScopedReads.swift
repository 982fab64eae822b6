import VinculaCore

/// Reads of one project's data within one transaction.
protocol ScopedReads {
    var scope: ProjectScope { get }
    /// The time of the decision.
    var now: Timestamp { get }
    var reads: any ReadTransaction { get }
    /// The settings of projects that were never configured.
    var defaultSettings: ProjectSettings { get }
}

extension ScopedReads {
    func settings() throws -> ProjectSettings { try settings(of: scope.project) }

    func settings(of project: String) throws -> ProjectSettings { try reads.settings(of: project) ?? defaultSettings }

    func account(_ id: AccountID) throws -> Account? { try reads.account(id, in: scope) }

    func account(email: EmailAddress) throws -> Account? { try reads.account(email: email, in: scope) }

    func account(phone: PhoneNumber) throws -> Account? { try reads.account(phone: phone, in: scope) }

    func account(identity: IdentityKey) throws -> Account? { try reads.account(identity: identity, in: scope) }

    /// The same read, of another project or tenant.
    func about(_ scope: ProjectScope) -> Reading {
        Reading(reads, in: scope, now: now, defaultSettings: defaultSettings)
    }

    /// - Throws: ``AuthError/userNotFound``.
    func existing(_ id: AccountID) throws -> Account {
        guard let account = try account(id) else { throw AuthError.userNotFound }
        return account
    }

    /// The open codes of an account, newest first.
    func openActionCodes(of account: AccountID) throws -> [ActionCode] { try reads.openActionCodes(of: account, in: scope) }
}

/// A read of one project's data, in one transaction.
struct Reading: ScopedReads {
    let scope: ProjectScope
    let now: Timestamp
    let reads: any ReadTransaction
    let defaultSettings: ProjectSettings

    init(_ reads: any ReadTransaction, in scope: ProjectScope, now: Timestamp, defaultSettings: ProjectSettings) {
        self.scope = scope
        self.now = now
        self.reads = reads
        self.defaultSettings = defaultSettings
    }
}
