import VinculaCore
import VinculaEngine

/// Deletions of projects and tenants: at first their name and settings, in one transaction, then their data in many.
///
/// The tables whose rows are deleted in steps are found by their columns. What must be gone at once is listed here, and
/// `TenantTablesTests` has each table with a column `project` in one list or another.
extension Transaction {
    /// The tables that outlive a tenant: the record of what happened, the news that its tokens have ended, and this one.
    static let tablesOutlivingTenants: Set = ["audit_log", "audit_waiting", "revocations", "deletions"]

    /// The tables of what allows something, which is deleted at once. Each has few rows.
    static let tablesDeletedFirst: Set = [
        "api_keys", "custom_token_keys", "openid_providers", "project_settings", "projects", "service_accounts",
        "supported_providers", "tenants", "webhooks",
    ]
    /// The tables whose rows go with accounts, or after them.
    static let tablesDeletedLast: Set = ["accounts", "identities", "password_schemes"]

    func deletions(limit: Int) throws -> [ScopeDeletion] {
        try db.all(
            "SELECT project, tenant, begun_at, accounts FROM deletions ORDER BY begun_at, project, tenant LIMIT ?", [limit]
        ) { ScopeDeletion(scope: try $0.scope(), begunAt: try $0.timestamp(), accounts: try $0.next()) }
    }

    func isBeingDeleted(_ scope: ProjectScope) throws -> Bool {
        try db.first(
            "SELECT 1 FROM deletions WHERE project = ? AND tenant IN ('', ?)", [scope.project, scope.tenant]
        ) { try $0.next(Bool.self) } ?? false
    }

    func accountCount(ofAll scope: ProjectScope, upTo limit: Int) throws -> Int {
        let rows = Rows(of: scope)
        return try db.first(
            "SELECT count(*) FROM (SELECT 1 AS one FROM accounts WHERE \(rows.condition) LIMIT ?) AS counted",
            rows.arguments + [limit]
        ) { try $0.next(Int.self) } ?? 0
    }

    func beginDeletion(of scope: ProjectScope, by worker: String, now: Timestamp, until: Timestamp) throws -> Bool {
        if !scope.tenant.isEmpty, try tenant(scope) == nil { return false }
        // An anonymous sign-up is not checked against others, so it must not be running.
        try db.connection.requireAlone()
        knownRows.forgetAll()
        knownProject.forget()
        let rows = Rows(of: scope)
        // A project's covers those of its tenants.
        if scope.tenant.isEmpty { try db.run("DELETE FROM deletions WHERE project = ? AND tenant <> ''", [scope.project]) }
        let isNew = try changesRow(
            """
            INSERT INTO deletions (project, tenant, begun_at, worker, until, accounts) VALUES (?, ?, ?, ?, ?, 0)
            ON CONFLICT (project, tenant) DO NOTHING
            """,
            [scope.project, scope.tenant, now.milliseconds, worker, until.milliseconds])
        guard isNew else { return false }
        if scope.tenant.isEmpty {
            try endTokens(ofTenantsOf: scope.project, now: now)
            journal.noteChange(of: .callers)
        }
        for table in try tables(having: rows.columns) where Self.tablesDeletedFirst.contains(table) {
            // Kept prepared: GRDB remembers something of each deletion that is prepared on the connection that writes.
            try db.run("DELETE FROM \(table) WHERE \(rows.condition)", rows.arguments)
        }
        // Nothing more is sent: there are no settings any more to send it by.
        try db.run("DELETE FROM outbox WHERE \(rows.condition) AND state = 'waiting'", rows.arguments)
        journal.noteEnd(of: .everybody(in: scope))
        journal.noteChange(of: .settings)
        return true
    }

    func deleteSome(
        of scope: ProjectScope, as worker: String, now: Timestamp, until: Timestamp, limit: Int, mayEnd: Bool
    ) throws -> DeletionStep {
        let (name, named) = ([scope.project, scope.tenant] as Database.Arguments, "project = ? AND tenant = ?")
        let isOurs = try changesRow(
            "UPDATE deletions SET worker = ?, until = ? WHERE \(named) AND (worker = ? OR until <= ?)",
            [worker, until.milliseconds] + name + [worker, now.milliseconds])
        guard isOurs else { return .others }
        let found = try db.first("SELECT accounts, last_tenant, last_uid FROM deletions WHERE \(named)", name) { row in
            (accounts: try row.next(Int.self), tenant: try row.next(String?.self), uid: try row.next(String?.self))
        }
        guard let found else { return .others }
        let rows = Rows(of: scope)
        guard let tenant = found.tenant, let uid = found.uid else {
            // Messages and codes come before accounts, of which there may be many.
            if try deleteRows(rows, limit: limit, except: Self.tablesDeletedLast) < limit {
                try db.run("UPDATE deletions SET last_tenant = '', last_uid = '' WHERE \(named)", name)
            }
            return .more(accounts: found.accounts)
        }
        // After the last one, not from the beginning: PostgreSQL's index keeps those that are gone for a while.
        let page = try db.all(
            """
            SELECT id, tenant, uid FROM accounts WHERE \(rows.condition) AND (tenant, uid) > (?, ?)
            ORDER BY tenant, uid LIMIT ?
            """,
            rows.arguments + [tenant, uid, limit]
        ) { (row: try $0.next(Int64.self), tenant: try $0.next(String.self), uid: try $0.next(String.self)) }
        if let last = page.last {
            try deleteAccounts(ofRows: page.map(\.row))
            let accounts = found.accounts + page.count
            try db.run(
                "UPDATE deletions SET last_tenant = ?, last_uid = ?, accounts = ? WHERE \(named)",
                [last.tenant, last.uid, accounts] + name)
            return .more(accounts: accounts)
        }
        guard mayEnd else { return .ready(accounts: found.accounts) }
        // The deletion began alone, so nothing can have been added since; the last step looks again all the same.
        let isEmpty = try accountCount(ofAll: scope, upTo: 1) == 0 && deleteRows(rows, limit: limit, except: ["accounts"]) == 0
        guard isEmpty else {
            try db.run("UPDATE deletions SET last_tenant = NULL, last_uid = NULL WHERE \(named)", name)
            return .more(accounts: found.accounts)
        }
        try db.run("DELETE FROM deletions WHERE \(named)", name)
        return .done(accounts: found.accounts)
    }

    /// Deletes rows of tables other than `accounts`.
    ///
    /// - Returns: The number of rows; less than the limit if none are left.
    private func deleteRows(_ rows: Rows, limit: Int, except others: Set<String>) throws -> Int {
        var keys: [String: [String]] = [:]
        for (table, column) in try db.all(db.dialect.keysOfTables, [], { (try $0.next(String.self), try $0.next(String.self)) }) {
            keys[table, default: []].append(column)
        }
        var left = limit
        for table in try tables(having: rows.columns) where !others.contains(table) && left > 0 {
            let key = (keys[table] ?? []).joined(separator: ", ")
            try db.run(
                "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(rows.condition) LIMIT ?)",
                rows.arguments + [left])
            left -= db.changesCount
        }
        return limit - left
    }

    /// The tables with rows of tenants or of projects.
    func tables(having columns: Set<String>) throws -> [String] {
        try self.columns().filter { columns.isSubset(of: $0.columns.map(\.name)) }.map(\.table)
            .filter { !Self.tablesOutlivingTenants.contains($0) }
    }

    /// Adds the end of all tokens of a project's tenants to the revocation feed: by one statement, as there may be many.
    private func endTokens(ofTenantsOf project: String, now: Timestamp) throws {
        if let wait = db.dialect.waitForRevocationFeed { _ = try db.first(wait) { $0.skip() } }
        let end = Revocation(
            scope: ProjectScope(project: project), target: .everybody(issuedBefore: now.seconds), madeAt: now)
        try db.run(
            """
            INSERT INTO revocations (project, tenant, issued_before, lacks_factor, made_at, expires_at)
            SELECT project, tenant, ?, 0, ?, ? FROM tenants WHERE project = ? ORDER BY tenant
            """,
            [now.seconds, now.milliseconds, end.expiresAt.milliseconds, project])
    }

    /// The rows of a tenant, or of a project with all its tenants.
    private struct Rows {
        let condition: String
        let arguments: Database.Arguments
        let columns: Set<String>

        init(of scope: ProjectScope) {
            if scope.tenant.isEmpty {
                (condition, arguments, columns) = ("project = ?", [scope.project], ["project"])
            } else {
                (condition, columns) = ("project = ? AND tenant = ?", ["project", "tenant"])
                arguments = [scope.project, scope.tenant]
            }
        }
    }
}
