import VinculaCore

/// Reads of one project's data within one transaction.
protocol ScopedReads {
    var scope: ProjectScope { get }
    /// The time of the decision.
    var now: Timestamp { get }
    var reads: any ReadTransaction { get }
    /// The settings of projects that were never configured.
    var defaultSettings: ProjectSettings { get }
    /// The key that the request has proven, if it has proven one.
    var provenKey: KeyThumbprint? { get }
}

extension ScopedReads {
    /// The settings by which everything in this scope happens: in a tenant, the tenant's own over the project's.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    func settings() throws -> ProjectSettings { try settings(in: scope) }

    func settings(in scope: ProjectScope) throws -> ProjectSettings {
        let project = try settings(ofProject: scope.project)
        return scope.tenant.isEmpty ? project : try tenant(scope).settings.effective(in: project)
    }

    /// A project's own settings, which are not those of its tenants.
    func settings(ofProject project: String) throws -> ProjectSettings {
        guard project != ProjectScope.operators.project else { return .operators }
        return try reads.settings(of: project) ?? defaultSettings
    }

    /// - Throws: ``AuthError/tenantNotFound``.
    func tenant(_ scope: ProjectScope) throws -> Tenant {
        guard let tenant = try reads.tenant(scope) else { throw AuthError.tenantNotFound }
        return tenant
    }

    /// Requires that the scope exists.
    ///
    /// - Throws: ``AuthError/tenantNotFound``.
    func requireTenant() throws { if !scope.tenant.isEmpty { _ = try tenant(scope) } }

    /// Requires that people may sign in here.
    ///
    /// - Throws: ``AuthError/projectDisabled``, ``AuthError/tenantNotFound``.
    func requireInUse() throws {
        guard !scope.tenant.isEmpty else { return }
        guard try !tenant(scope).settings.isDisabled else { throw AuthError.projectDisabled }
    }

    func account(_ id: AccountID) throws -> Account? { try reads.account(id, in: scope) }

    func account(email: EmailAddress) throws -> Account? { try reads.account(email: email, in: scope) }

    func account(phone: PhoneNumber) throws -> Account? { try reads.account(phone: phone, in: scope) }

    func account(identity: IdentityKey) throws -> Account? { try reads.account(identity: identity, in: scope) }

    /// The same read, of another project or tenant.
    func about(_ scope: ProjectScope) -> Reading {
        Reading(reads, in: scope, now: now, defaultSettings: defaultSettings, key: provenKey)
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
    let provenKey: KeyThumbprint?

    init(
        _ reads: any ReadTransaction, in scope: ProjectScope, now: Timestamp, defaultSettings: ProjectSettings,
        key: KeyThumbprint? = nil
    ) {
        self.scope = scope
        self.now = now
        self.reads = reads
        self.defaultSettings = defaultSettings
        provenKey = key
    }
}
