import Foundation
import GRDB
import StoreContract
import Synchronization
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct QueryPlanTests {
    /// Statements that may read a whole table, by how they begin or what they hold, and why.
    private static let allowed: [(sql: String, reason: String)] = [
        ("FROM signing_keys", "a handful of rows"),
        ("SELECT topic, count FROM changes", "a handful of rows"),
        ("SELECT project FROM project_settings", "a row for each project, read by commands and once an hour"),
        ("WITH RECURSIVE populated", "jumps from project to project in an index"),
        ("FROM api_keys ORDER BY created_at", "a command lists them all"),
        ("FROM audit_log  ORDER BY sequence DESC LIMIT ?", "walks the primary key backwards and stops at the limit"),
        ("FROM audit_log WHERE +project = ? ORDER BY sequence DESC LIMIT ?", "a command; walks the primary key backwards"),
        ("FROM audit_log WHERE json_extract(details, '$.requestId') = ?", "a command; walks the primary key backwards"),
        ("SELECT name, secret FROM sealed_secrets WHERE name > ?", "a handful of rows"),
        ("FROM password_schemes AS s WHERE EXISTS", "a row for each kind of imported hash"),
        ("DELETE FROM password_schemes", "a row for each kind of imported hash"),
        ("FROM grdb_migrations", "a row for each step of the schema"),
        ("sqlite_schema", "the list of tables"),
        ("instr(CAST(", "the search for an old master key, which must read everything"),
        ("pragma_table_info", "a table's columns"),
        ("FROM deletions ORDER BY begun_at", "a row for each project or tenant that is being deleted"),
        ("EXCEPT SELECT project FROM deletions", "a row for each project or tenant that is being deleted"),
        ("DELETE FROM action_codes WHERE (sequence) IN", "a project or tenant that is deleted, at the beginning and end"),
        ("DELETE FROM browser_flows WHERE (id) IN", "as for codes"),
        ("DELETE FROM outbox WHERE (sequence) IN", "as for codes"),
        ("FROM operators AS o CROSS JOIN", "a row for each operator of the console"),
        ("FROM operator_invitations ORDER BY", "a row for each who has not become an operator yet"),
    ]

    /// What a statement makes up by itself.
    private static let noTables = ["json_each", "CONSTANT", "populated", "SCAN waiting", "SCAN counted"]

    /// With a million accounts a scan is an outage.
    @Test func noQueryReadsAWholeTable() async throws {
        let statements = try await everyStatement()
        try await withEphemeralStore { store in
            try await store.database.read { db in
                for sql in statements {
                    let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: .init(placeholders(sql)))
                    for step in plan.map({ $0["detail"] as String }) where step.hasPrefix("SCAN") {
                        let isNoTable = Self.noTables.contains { step.contains($0) }
                        let isAllowed = Self.allowed.contains { sql.contains($0.sql) }
                        #expect(isNoTable || isAllowed, "\(step) in \(sql)")
                    }
                }
            }
        }
        for entry in Self.allowed {
            #expect(statements.contains { $0.contains(entry.sql) }, "\(entry.sql) is allowed and asked by nobody")
        }
    }

    @Test func whatIsAskedOftenUsesItsIndex() async throws {
        let since = AuditQuery(since: Timestamp(milliseconds: 1), limit: 5)
        let action = AuditQuery(since: Timestamp(milliseconds: 1), action: AuditAction("a"), limit: 5)
        let account = AuditQuery(since: Timestamp(milliseconds: 1), account: AccountID("a"), action: AuditAction("a"), limit: 5)
        let cases: [(index: String, run: @Sendable (any WriteTransaction) throws -> Void)] = [
            ("audit_log_time (time>?)", { _ = try $0.auditEntries(since) }),
            ("audit_log_action (action=? AND time>?)", { _ = try $0.auditEntries(action) }),
            ("audit_log_account (account=?)", { _ = try $0.auditEntries(account) }),
            ("outbox", { _ = try $0.nextMessageDue(.mail) }),
            (
                "accounts_anonymous",
                {
                    _ = try $0.anonymousAccounts(
                        signedInBefore: Timestamp(milliseconds: 1), after: nil, limit: 5, in: .sample)
                }
            ),
            ("accounts_password_sample (project=? AND tenant=? AND <expr>>?)", { _ = try $0.samplePassword(at: 1, in: .sample) }),
            // The console's lists of accounts, and their searches.
            ("(project=? AND tenant=?)", { _ = try $0.accounts(AccountQuery(limit: 51), in: .sample) }),
            ("(project=? AND tenant=? AND uid>?)", { _ = try $0.accounts(after: AccountID("u"), limit: 51, in: .sample) }),
            (
                "(project=? AND tenant=? AND email>? AND email<?)",
                { _ = try $0.accounts(emailPrefix: "a", after: nil, limit: 51, in: .sample) }
            ),
            (
                "(project=? AND tenant=? AND email>? AND email<?)",
                { _ = try $0.accounts(emailPrefix: "a", after: "ab", limit: 51, in: .sample) }
            ),
            (
                "accounts_name (project=? AND tenant=? AND <expr>>? AND <expr><?)",
                { _ = try $0.accounts(namePrefix: "a", after: nil, limit: 51, in: .sample) }
            ),
            (
                "accounts_name (project=? AND tenant=? AND <expr>>? AND <expr><?)",
                { _ = try $0.accounts(namePrefix: "a", after: (key: "ab", id: AccountID("u")), limit: 51, in: .sample) }
            ),
            (
                "(project=? AND tenant=? AND provider=?)",
                { _ = try $0.accounts(provider: .google, after: nil, limit: 51, in: .sample) }
            ),
            ("action_codes_open", { _ = try $0.openActionCodes(in: .sample, now: Timestamp(milliseconds: 1), limit: 5) }),
            (
                "action_codes USING INDEX action_codes_account (account=?)",
                {
                    try $0.endActionCodes(
                        of: AccountID("a"), purposes: [.verifyEmail, .resetPassword], keeping: 0, in: .sample,
                        now: Timestamp(milliseconds: 1))
                }
            ),
            (
                "action_codes_email (project=? AND tenant=? AND email=? AND purpose=?)",
                {
                    try $0.endActionCodes(
                        sentFor: EmailAddress(canonical: "a@example.com"), purpose: .signIn, keeping: 0, in: .sample,
                        now: Timestamp(milliseconds: 1))
                }
            ),
        ]
        try await withEphemeralStore { store in
            for (index, run) in cases {
                let plan = try await store.database.write { db in
                    let statements = Mutex<[String]>([])
                    db.trace { if case .statement(let statement) = $0 { statements.withLock { $0.append(statement.sql) } } }
                    try run(db.transaction)
                    db.trace(options: [])
                    let first = statements.withLock { $0.first }
                    let sql = try #require(first)
                    return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: .init(placeholders(sql)))
                        .map { $0["detail"] as String }
                }
                #expect(plan.first?.contains(index) == true && !plan.contains { $0.contains("TEMP B-TREE") }, "\(index): \(plan)")
            }
        }
    }

    /// The planner keeps the statistics of an `ANALYZE` for good. Of a few records, it reads all to find the last one.
    @Test func statisticsOfAFewRowsAreDropped() async throws {
        try await withFileStore { store, file in
            let details = "'k', 'i', 'a', '{}', x'', x''"
            let insertion = """
                INSERT INTO audit_log (sequence, time, actor_kind, actor_id, action, details, previous, seal)
                VALUES (%d, 1, \(details))
                """
            /// The instructions by which a further record finds the last one, on the connection that writes.
            func steps(_ store: SQLiteStore) async throws -> [String] {
                try await store.database.writeWithoutTransaction { db in
                    // Only a statement that runs notices that the schema has changed.
                    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM audit_log")
                    return try Row.fetchAll(db, sql: "EXPLAIN " + String(format: insertion, 9)).map { $0["opcode"] as String }
                        .filter { ["Rewind", "Next", "Last", "Prev"].contains($0) }
                }
            }
            #expect(try await steps(store) == ["Last", "Prev"])
            try await store.database.writeWithoutTransaction { db in
                for number in 1...4 { try db.execute(sql: String(format: insertion, number)) }
                try db.execute(sql: "ANALYZE")
            }
            #expect(try await steps(store) == ["Rewind", "Next"])
            try await store.migrate()
            #expect(try await steps(store) == ["Last", "Prev"])
            // Whoever opens the file next has the same plans.
            let other = try SQLiteStore(at: file)
            try await other.migrate()
            #expect(try await steps(other) == ["Last", "Prev"])
            try await other.close()
        }
    }

    /// Everything that the store's own promises make it ask, and what else it has calls for.
    private func everyStatement() async throws -> Set<String> {
        let statements = Mutex<Set<String>>([])
        for storeCase in StoreContract.cases {
            let store = try SQLiteStore.ephemeral()
            try await store.migrate()
            try await store.database.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { _ = statements.withLock { $0.insert(statement.sql) } }
                }
            }
            try await storeCase.run(store)
            try? await store.close()
        }
        try await withEphemeralStore { store in
            try store.database.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event { _ = statements.withLock { $0.insert(statement.sql) } }
                }
                try db.inTransaction {
                    try runEverything(db.transaction)
                    return .rollback
                }
                db.trace(options: [])
            }
        }
        let queries = statements.withLock { $0 }.filter { sql in
            ["SELECT", "UPDATE", "DELETE", "WITH", "INSERT"].contains { sql.hasPrefix($0) }
        }
        #expect(queries.count > 100)
        return queries
    }

    @Test func aPageInTheOrderOfTimeIsNotSorted() async throws {
        try await withEphemeralStore { store in
            try await store.database.read { db in
                for column in ["created_at", "last_sign_in_at"] {
                    let plan = try Row.fetchAll(
                        db,
                        sql: """
                            EXPLAIN QUERY PLAN SELECT * FROM accounts WHERE project = 'p' AND tenant = ''
                            ORDER BY \(column) ASC, uid LIMIT 10
                            """
                    ).map { $0["detail"] as String }
                    #expect(plan.count == 1 && plan.allSatisfy { $0.contains("accounts_\(column)") }, "\(plan)")
                }
            }
        }
    }

    private func placeholders(_ sql: String) -> [Int?] { Array(repeating: nil, count: sql.filter { $0 == "?" }.count) }

    private func runEverything(_ tx: any WriteTransaction) throws {
        let scope = ProjectScope.sample
        let email = EmailAddress(canonical: "a@example.com")
        let key = IdentityKey(provider: .google, issuer: "i", subject: "s")
        let identity = Identity(key: key, email: email, profile: Profile())
        var account = Account.sample("1")
        account.identities = [identity]
        try tx.insert(account, in: scope)
        var changed = account
        changed.email = email
        changed.identities[0].email = nil
        try tx.update(changed, from: account, in: scope)
        account = changed
        changed.identities = []
        try tx.update(changed, from: account, in: scope)
        _ = try tx.account(account.id, in: scope)
        _ = try tx.account(email: email, in: scope)
        if let phone = PhoneNumber("+12025550100") { _ = try tx.account(phone: phone, in: scope) }
        _ = try tx.account(identity: key, in: scope)
        _ = try tx.accounts(provider: .google, subject: "s", in: scope)
        _ = try tx.accounts(initialEmail: email, in: scope)
        _ = try tx.accounts(identityEmail: email, in: scope)
        _ = try tx.accounts(after: AccountID(""), limit: 1, in: scope)
        for field in AccountQuery.SortField.allCases { _ = try tx.accounts(AccountQuery(sortBy: field), in: scope) }
        _ = try tx.accountCount(in: scope)
        let hash = Data([1])
        let session = Session(
            id: hash, scope: scope, account: account.id, authTime: account.createdAt, signInProvider: .google, generation: 0,
            refresh: RefreshChain(active: hash)
        )
        try tx.insert(session)
        _ = try tx.session(hash)
        _ = try tx.account(account.id, withSession: hash, in: scope)
        try tx.update(refresh: session.refresh, usedAt: session.lastUsedAt, ofSession: hash)
        try tx.noteUse(ofSession: hash, at: session.lastUsedAt)
        _ = try tx.sessions(after: Data(), limit: 1)
        _ = try tx.openSessions(of: account.id, limit: 1, in: scope)
        let code = HandoverCode(id: hash, session: hash, challenge: "c", host: "h", expiresAt: account.createdAt)
        try tx.insert(code)
        _ = try tx.handoverCode(hash)
        _ = try tx.consumeHandoverCode(hash)
        _ = try tx.endSessions(of: account.id, except: Data(), in: scope)
        _ = try tx.endSession(hash)
        try tx.update(refresh: .ended, usedAt: session.lastUsedAt, ofSession: hash)
        try tx.deleteSession(hash)
        try tx.insert(Revocation(scope: scope, target: .session(handle: "h"), madeAt: account.createdAt))
        _ = try tx.revocation(1)
        _ = try tx.revocations(after: 0, limit: 1, of: "p")
        try tx.save(ServicePeriod(since: account.createdAt, seenAt: account.createdAt))
        _ = try tx.servicePeriod()
        let attempts = PasswordAttemptsKey(target: hash, neighbourhood: hash)
        try tx.save(PasswordAttempts(), attempts, expiresAt: account.createdAt)
        _ = try tx.passwordAttempts(attempts)
        try tx.forgivePasswordFailures(target: hash)
        _ = try tx.deleteExpiredPasswordAttempts(now: account.createdAt, limit: 1)
        _ = try tx.pendingCredential(tokenHash: hash)
        _ = try tx.consumePendingCredential(tokenHash: hash)
        _ = try tx.browserFlow("f")
        _ = try tx.browserFlow(codeHash: hash)
        _ = try tx.answerBrowserFlow("f")
        _ = try tx.finishBrowserFlow("f", codeHash: hash, sealedResult: hash, expiresAt: account.createdAt)
        _ = try tx.consumeBrowserFlow(codeHash: hash)
        _ = try tx.noteMismatch(ofBrowserFlow: "f")
        try tx.deleteExpired(now: account.createdAt)
        try tx.purge(account.id, in: scope)
        try tx.save(.production, of: "p")
        _ = try tx.settings(of: "p")
        _ = try tx.projects()
        let provider = OpenIDProvider(id: ProviderID("oidc.a"), isEnabled: true, clientID: "c", issuer: "i")
        try tx.insert(provider, in: scope)
        try tx.update(provider, in: scope)
        _ = try tx.openIDProvider(provider.id, in: scope)
        _ = try tx.openIDProviders(in: scope)
        try tx.deleteOpenIDProvider(provider.id, in: scope)
        let apiKey = APIKey(key: "k", project: "p", label: "", createdAt: account.createdAt)
        try tx.insert(apiKey)
        _ = try tx.apiKey("k")
        _ = try tx.apiKeys(of: "p")
        try tx.update(apiKey)
        try tx.noteUse(ofAPIKey: "k", at: account.createdAt)
        _ = try tx.deleteAPIKey("k")
        let service = ServiceAccount(email: "e", project: "p", clientID: "1", role: .owner, createdAt: account.createdAt)
        try tx.insert(service)
        try tx.update(service)
        _ = try tx.serviceAccount("e")
        _ = try tx.serviceAccounts(of: "p")
        _ = try tx.serviceAccountKey("k")
        _ = try tx.serviceAccountKeys(of: "e")
        _ = try tx.deleteServiceAccountKey("k")
        _ = try tx.deleteServiceAccount("e")
        let foreign = CustomTokenKey(
            project: "p", serviceAccount: "e", id: "k", publicKey: "{}", expiresAt: nil, createdAt: account.createdAt)
        _ = try tx.insert(foreign)
        try tx.update(foreign)
        _ = try tx.customTokenKeys(of: "e")
        _ = try tx.customTokenKeys(in: "p")
        _ = try tx.deleteCustomTokenKey("k", of: "e", in: "p")
        _ = try tx.useAssertion(hash, now: account.createdAt, expiresAt: account.createdAt)
        _ = try tx.takeTurn(hash, now: account.createdAt, next: account.createdAt)
        _ = try tx.useAssertion(hash, now: account.createdAt, expiresAt: account.createdAt)
        _ = try tx.projectsWaiting(for: .mail)
        _ = try tx.takeMessage(of: "p", .mail, now: account.createdAt, dueAt: account.createdAt)
        _ = try tx.webhooksWaiting()
        _ = try tx.takeMessage(of: "p", toWebhook: hash, now: account.createdAt, dueAt: account.createdAt)
        _ = try tx.askedMails(to: hash, kinds: [.signIn], since: account.createdAt)
        _ = try tx.lastSeen(atPlace: hash)
        _ = try tx.keepSealedSecret(hash, named: "n")
        _ = try tx.signingKeys()
        try tx.deleteSigningKey("k")
        _ = try tx.changeCounts()
        _ = try tx.takeLease("l", holder: "h", now: account.createdAt, until: account.createdAt)
        _ = try tx.apiKeys(of: nil)
        _ = try tx.nextMessageDue(.mail)
        try tx.hurryMessages(now: account.createdAt)
        for state in OutboxMessage.State.allCases {
            for project in [nil, "demo"] {
                for channel in [nil, OutboxMessage.Channel.text] {
                    _ = try tx.messages(state, channel: channel, project: project, limit: 1)
                }
            }
        }
        _ = try tx.askedMails(to: hash, kinds: MailKind.allCases, since: account.createdAt)
        _ = try tx.openActionCodes(in: scope, now: account.createdAt, limit: 1)
        _ = try tx.openActionCodes(of: account.id, in: scope)
        _ = try tx.anonymousAccounts(signedInBefore: account.createdAt, after: nil, limit: 1, in: scope)
        for query in [
            AuditQuery(limit: 1), AuditQuery(project: "p", limit: 1),
            AuditQuery(project: "p", since: account.createdAt, limit: 1), AuditQuery(since: account.createdAt, limit: 1),
            AuditQuery(since: account.createdAt, action: AuditAction("a"), limit: 1),
            AuditQuery(action: AuditAction("a"), limit: 1),
            AuditQuery(since: account.createdAt, account: account.id, limit: 1), AuditQuery(account: account.id, limit: 1),
            AuditQuery(account: account.id, action: AuditAction("a"), limit: 1),
            AuditQuery(since: account.createdAt, account: account.id, action: AuditAction("a"), limit: 1),
        ] { _ = try tx.auditEntries(query) }
        var window = AuditQuery(project: "p", action: AuditAction("a"), limit: 1)
        (window.window, window.actor) = (1...5, "a")
        _ = try tx.auditEntries(window)
        window.account = account.id
        _ = try tx.auditEntries(window)
        _ = try tx.auditSequence(before: account.createdAt)
        let count = UsageCount(project: "p", kind: .mail, method: "", span: .day, start: account.createdAt, count: 1)
        try tx.add(count)
        _ = try tx.usage(of: "p", .day, since: account.createdAt)
        _ = try tx.deleteExpiredUsage(now: account.createdAt, limit: 1)
        for kind in tx.sealedKinds() { _ = try tx.sealedRecords(kind, after: "", limit: 1) }
        _ = try tx.tablesHolding([hash])
        try tx.delete(account.id, in: scope)
        _ = try tx.deleteAllAccounts(in: scope, after: account.id, limit: 5)
    }
}
