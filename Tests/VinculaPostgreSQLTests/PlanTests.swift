import Foundation
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// The plans of what is asked all the time, in a database that grows.
@Suite struct PlanTests {
    private static let scope = ProjectScope(project: "p")
    private static let moment = Timestamp(milliseconds: 1)
    private static let key = IdentityKey(provider: .google, issuer: "i", subject: "s")

    /// How a statement is recognized, and the index that its plan must have.
    private static let indexes = [
        ("a.uid = $3", "accounts_uid"), ("a.email = $3", "accounts_email"), ("a.initial_email = $3", "accounts_initial_email"),
        ("i.subject = $4 AND i.issuer = $5", "identities_key"), ("FROM identities WHERE project = $1", "identities_email"),
        ("LEFT JOIN identities AS n", "identities_provider"), ("WHERE s.id = $1", "sessions_pkey"),
        ("LEFT JOIN sessions AS s ON s.id = $1", "sessions_pkey"), ("LEFT JOIN sessions AS s ON s.id = $1", "accounts_uid"),
        ("WHERE id = $2 AND last_used_at <", "sessions_pkey"),
        ("FROM sessions AS s JOIN accounts AS a ON a.id = s.account\nWHERE a.project", "sessions_account"),
        ("password_hash IS NOT NULL", "accounts_password_sample"),
        // There are several that fit while all messages are mails of one project.
        ("SELECT min(due_at) FROM outbox", "outbox_"), ("AND project = $2 AND due_at <= $3 ORDER BY due_at, sequence", "outbox_"),
        ("FROM outbox WHERE recipient", "outbox_recipient"), ("FROM password_attempts", "password_attempts_pkey"),
        ("FROM audit_waiting WHERE position > $1", "audit_waiting_pkey"),
        ("FROM audit_log WHERE time = ANY", "audit_log_time"),
        ("FROM revocations", "revocations_project"), ("FROM pending_credentials", "pending_credentials_pkey"),
        ("WHERE p.id = $1", "pending_sign_ins_id_key"), ("FROM api_keys WHERE key", "api_keys_pkey"),
        ("FROM project_settings WHERE project", "project_settings_pkey"), ("FROM projects AS p", "projects_pkey"),
        ("UPDATE sessions SET network = NULL, device = NULL WHERE account = $1", "sessions_account"),
        ("UPDATE action_codes SET spent_at = $1 WHERE account =", "action_codes_account"),
        ("AND email = $4 AND purpose = $5 AND spent_at IS NULL", "action_codes_email"),
        // The console's lists of accounts, and their searches.
        ("a.uid > $3 ORDER BY a.uid", "accounts_uid"), ("a.email >= $3 AND a.email < $4 ORDER BY a.email", "accounts_email"),
        ("a.email > $3 AND a.email < $4 ORDER BY a.email", "accounts_email"),
        ("a.display_name IS NOT NULL AND", "accounts_name"), ("ORDER BY i.subject, i.issuer LIMIT", "identities_key"),
        ("a.uid = ANY", "accounts_uid"), ("SELECT email, uid FROM accounts", "accounts_email"),
        ("SELECT i.subject, a.uid FROM", "identities_key"), ("FROM second_factors WHERE id = ANY", "second_factors_id"),
        ("FROM accounts WHERE project = $1 AND tenant = $2 AND uid > $3 ORDER BY", "accounts_uid"),
        ("FROM accounts WHERE project = $1 AND (tenant, uid) > ($2, $3) ORDER BY", "accounts_uid"),
    ]

    /// Asks everything once.
    private static func ask(_ tx: any WriteTransaction) throws {
        let email = EmailAddress(canonical: "a@example.com")
        _ = try tx.hasProject("p")
        _ = try tx.settings(of: "p")
        _ = try tx.apiKey("k")
        _ = try tx.account(AccountID("u1"), in: scope)
        _ = try tx.account(email: email, in: scope)
        _ = try tx.account(identity: key, in: scope)
        _ = try tx.accounts(initialEmail: email, in: scope)
        _ = try tx.accounts(identityEmail: email, in: scope)
        _ = try tx.accounts(after: AccountID("u1"), limit: 51, in: scope)
        _ = try tx.accounts(emailPrefix: "e", after: nil, limit: 51, in: scope)
        _ = try tx.accounts(emailPrefix: "e", after: "e1", limit: 51, in: scope)
        _ = try tx.accounts(namePrefix: "n", after: nil, limit: 51, in: scope)
        _ = try tx.accounts(namePrefix: "n", after: (key: "n1", id: AccountID("u1")), limit: 51, in: scope)
        _ = try tx.accounts(provider: .google, after: nil, limit: 51, in: scope)
        _ = try tx.accounts(provider: .google, after: key, limit: 51, in: scope)
        _ = try tx.session(Data([1]))
        _ = try tx.account(AccountID("u"), withSession: Data([1]), in: scope)
        _ = try tx.openSessions(of: AccountID("u1"), limit: 5, in: scope)
        try tx.noteUse(ofSession: Data([1]), at: moment)
        _ = try tx.samplePassword(at: 1, in: scope)
        try tx.endActionCodes(of: AccountID("u1"), purposes: [.signIn, .verifyEmail], keeping: 0, in: scope, now: moment)
        try tx.endActionCodes(sentFor: email, purpose: .signIn, keeping: 0, in: scope, now: moment)
        _ = try tx.passwordAttempts(PasswordAttemptsKey(target: Data([1]), neighbourhood: Data([1])))
        _ = try tx.pendingCredential(tokenHash: Data([1]))
        _ = try tx.pendingSignIn("x")
        _ = try tx.nextMessageDue(.mail)
        _ = try tx.takeMessage(of: "p", .mail, now: Timestamp(milliseconds: 0), dueAt: moment)
        _ = try tx.askedMails(to: Data([1]), kinds: [], since: moment)
        _ = try tx.revocations(after: 0, limit: 5, of: "p")
        _ = try tx.waitingAuditEntries(after: 0, limit: 5)
        _ = try tx.auditEntries(at: [moment])
        for withTenants in [false, true] {
            _ = try tx.countAccounts(in: scope, withTenants: withTenants, after: nil, limit: 50_000)
        }
        var keys = ImportKeys()
        (keys.ids, keys.emails, keys.factors) = ([AccountID("u1")], [email], [SecondFactorID("f")])
        keys.subjects = [ProviderSubject(provider: .google, subject: "s")]
        _ = try tx.importHolders(of: keys, in: scope)
        if let account = try tx.account(AccountID("u1"), in: scope) {
            var ended = account
            ended.generation += 1
            try tx.update(ended, from: account, in: scope)
        }
    }

    /// The statements of ``ask(_:)`` with the plans that the server keeps for any arguments.
    private func plans(_ store: PostgreSQLStore) async throws -> [(sql: String, plan: String)] {
        try await store.write { tx in
            try Self.ask(tx)
            let db = try #require(tx as? Transaction).db
            try db.run("SET LOCAL plan_cache_mode = force_generic_plan", isCached: false)
            let statements = try db.all(
                """
                SELECT name, statement, coalesce(array_length(parameter_types, 1), 0) FROM pg_prepared_statements
                WHERE statement ~ '^(SELECT|UPDATE|DELETE)' AND statement !~ 'pg_prepared'
                """
            ) { (name: try $0.next(String.self), sql: try $0.next(String.self), count: try $0.next(Int.self)) }
            return try statements.map { statement in
                let nothing = Array(repeating: "NULL", count: statement.count).joined(separator: ", ")
                let call = statement.count > 0 ? "\(statement.name)(\(nothing))" : statement.name
                let plan = try db.all("EXPLAIN (COSTS OFF) EXECUTE \(call)") { try $0.next(String.self) }
                return (statement.sql, plan.joined(separator: "\n"))
            }
        }
    }

    private static func fill(_ range: ClosedRange<Int>, _ address: PostgreSQLAddress) async throws {
        try await SQLScript.run(
            """
            INSERT INTO accounts (project, tenant, uid, email, initial_email, email_verified, is_disabled, generation, created_at,
                last_sign_in_at, password_hash, password_updated_at)
            SELECT 'p', '', 'u' || i, 'e' || i, 'e' || i, 0, 0, 1, i, i, 'h', i FROM generate_series(\(range.lowerBound), \(range.upperBound)) AS i;
            INSERT INTO sessions (id, account, auth_time, sign_in_provider, generation, active_hash, branch)
            SELECT decode(md5(uid), 'hex'), id, 1, 'google.com', 1, 'x', 0 FROM accounts
            WHERE created_at BETWEEN \(range.lowerBound) AND \(range.upperBound);
            INSERT INTO identities (account, project, tenant, provider, subject, issuer, email)
            SELECT id, project, tenant, 'google.com', uid, 'i', email FROM accounts
            WHERE created_at BETWEEN \(range.lowerBound) AND \(range.upperBound);
            INSERT INTO outbox (id, project, tenant, kind, recipient, state, attempts, created_at, due_at, expires_at)
            SELECT uid, project, tenant, 'k', decode(md5(uid), 'hex'), CASE created_at % 2 WHEN 0 THEN 'waiting' ELSE 'sent' END, 0,
                created_at, created_at, created_at FROM accounts
            WHERE created_at BETWEEN \(range.lowerBound) AND \(range.upperBound);
            INSERT INTO action_codes (id, project, tenant, purpose, account, email, target, mismatches, created_at, expires_at)
            SELECT uid, project, tenant, 'EMAIL_SIGNIN', id, email, '{}', 0, created_at, created_at FROM accounts
            WHERE created_at BETWEEN \(range.lowerBound) AND \(range.upperBound);
            """, at: address)
    }

    /// Makes the planner know nothing of the accounts, and turns autovacuum off for them: on a machine that is busy for long
    /// enough, it would analyze them.
    private static func makeUnknown(_ address: PostgreSQLAddress) async throws {
        try await SQLScript.run(
            """
            ALTER TABLE accounts SET (autovacuum_enabled = false);
            UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid = 'accounts'::regclass;
            """, at: address)
    }

    @Test func `what is asked all the time uses its index, however many rows there are`() async throws {
        // A new one, whose tables have never been written.
        try await PostgreSQLDatabases.with(isMigrated: false) { address in
            // On one connection, which keeps its plans.
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            var before = 0
            for count in [0, 1, 10, 100, 10_000] {
                if count > before { try await Self.fill(before + 1...count, address) }
                before = count
                try await SQLScript.run(YoungTables.analysis, at: address)
                let plans = try await plans(store)
                for (sql, plan) in plans { #expect(!plan.contains("Seq Scan"), "\(count) rows: \(sql)\n\(plan)") }
                // Few rows are read as quickly by any index.
                guard count >= 100 else { continue }
                for (part, index) in Self.indexes {
                    let found = plans.filter { $0.sql.contains(part) }
                    #expect(!found.isEmpty, "\(part) is asked by nobody: \(plans.map(\.sql))")
                    for (sql, plan) in found { #expect(plan.contains(index), "\(count) rows: \(sql)\n\(plan)") }
                }
                for (sql, plan) in plans where sql.contains(".uid = $3") || sql.contains(".email = $3") {
                    let readsProject = plan.contains("accounts_created_at") || plan.contains("accounts_last_sign_in_at")
                    #expect(!readsProject, "\(sql)\n\(plan)")
                }
            }
            try await store.close()
        }
    }

    @Test func `a database that a test has emptied is a new one to the planner of the next test`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await Self.fill(1...20, address)
            try await SQLScript.run("ANALYZE; DELETE FROM accounts; DELETE FROM outbox", at: address)
            try await DatabaseReset.run(at: address)
            let known = "SELECT string_agg(relname, ',') FROM pg_class WHERE relname IN ('accounts', 'outbox') AND reltuples >= 0"
            #expect(try await SQLScript.run(known, at: address) == nil)
        }
    }

    @Test func `a store that writes has the planner look at tables that have grown`() async throws {
        try await PostgreSQLDatabases.with { address in
            let known = "SELECT reltuples FROM pg_class WHERE oid = 'accounts'::regclass"
            try await Self.makeUnknown(address)
            let store = PostgreSQLStore(address, connections: 2)
            try await Self.fill(1...100, address)
            #expect(try await SQLScript.run(known, at: address) == "-1")
            for _ in 0..<100 where try await SQLScript.run(known, at: address) == "-1" {
                try await store.write { _ = try $0.hasProject("p") }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try await SQLScript.run(known, at: address) == "100")
            try await store.close()
        }
    }

    @Test func `a server that only reads does, too`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await Self.makeUnknown(address)
            try await Self.fill(1...20, address)
            let store = PostgreSQLStore(address, connections: 2)
            let following = Task { await store.followChanges { _ in } }
            let known = "SELECT reltuples FROM pg_class WHERE oid = 'accounts'::regclass"
            for _ in 0..<100 where try await SQLScript.run(known, at: address) == "-1" {
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(try await SQLScript.run(known, at: address) == "20")
            following.cancel()
            await following.value
            try await store.close()
        }
    }

    @Test(arguments: [
        // What the planner knows, what there is, whether it looks.
        (-1, 15, false), (-1, 16, true), (0, 16, true), (4, 15, false), (10, 39, false), (10, 40, true), (90_000, 100, false),
        (100_000, 100, false),
    ])
    func `the planner looks at a table that has four times the rows, until it is large`(
        known: Int, rows: Int, looks: Bool
    ) async throws {
        try await PostgreSQLDatabases.with { address in
            try await Self.makeUnknown(address)
            try await Self.fill(1...rows, address)
            try await SQLScript.run(
                "UPDATE pg_class SET reltuples = \(known) WHERE oid = 'accounts'::regclass", at: address)
            // It passes over a table that autovacuum has locked just then.
            var now: String?
            for _ in 0..<(looks ? 50 : 1) where now.flatMap(Double.init) != Double(rows) {
                if now != nil { try await Task.sleep(for: .milliseconds(100)) }
                try await SQLScript.run(YoungTables.analysis, at: address)
                now = try await SQLScript.run("SELECT reltuples FROM pg_class WHERE oid = 'accounts'::regclass", at: address)
            }
            #expect(now.flatMap(Double.init) == Double(looks ? rows : known))
        }
    }

    @Test func `whoever may not analyze a table leaves it, and one server at a time looks`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await Self.makeUnknown(address)
            try await Self.fill(1...100, address)
            // Roles belong to all databases of the server.
            try await SQLScript.run("CREATE ROLE stranger LOGIN", at: address)
            try await SQLScript.run(YoungTables.analysis, at: address.user("stranger"))
            let known = "SELECT reltuples FROM pg_class WHERE oid = 'accounts'::regclass"
            #expect(try await SQLScript.run(known, at: address) == "-1")
            let other = try Pipeline(address)
            try other.script("BEGIN; \(YoungTables.analysis)")
            // The other one has not committed yet.
            try await SQLScript.run(YoungTables.analysis, at: address)
            try other.script("ROLLBACK")
            try await SQLScript.run(YoungTables.analysis, at: address)
            #expect(try await SQLScript.run(known, at: address) == "100")
            try await SQLScript.run("DROP ROLE stranger", at: address)
        }
    }
}
