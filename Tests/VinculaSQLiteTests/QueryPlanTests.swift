import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaSQLite

@Suite struct QueryPlanTests {
    /// With a million accounts a scan is an outage.
    @Test func noQueryReadsAWholeTable() async throws {
        try await withEphemeralStore { store in
            try store.database.writeWithoutTransaction { db in
                var statements: Set<String> = []
                db.trace { if case .statement(let statement) = $0 { statements.insert(statement.sql) } }
                try db.inTransaction {
                    try runEverything(Transaction(db: db))
                    return .rollback
                }
                db.trace(options: [])
                let queries = statements.filter { sql in
                    ["SELECT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) }
                }
                #expect(queries.count > 30)
                for sql in queries {
                    let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: .init(placeholders(sql)))
                    for step in plan.map({ $0["detail"] as String }) where step.hasPrefix("SCAN") {
                        let isSmall = ["json_each", "populated", "signing_keys", "project_settings", "CONSTANT", "SCAN waiting"]
                            .contains { step.contains($0) }
                        #expect(isSmall, "\(step) in \(sql)")
                    }
                }
            }
        }
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

    private func runEverything(_ tx: Transaction) throws {
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
        try tx.update(refresh: session.refresh, usedAt: session.lastUsedAt, ofSession: hash)
        try tx.noteUse(ofSession: hash, at: session.lastUsedAt)
        _ = try tx.sessions(after: Data(), limit: 1)
        try tx.deleteSession(hash)
        let attempts = PasswordAttemptsKey(target: hash, neighbourhood: hash)
        try tx.save(PasswordAttempts(), attempts, expiresAt: account.createdAt)
        _ = try tx.passwordAttempts(attempts)
        try tx.forgivePasswordFailures(target: hash)
        _ = try tx.deleteExpiredPasswordAttempts(now: account.createdAt, limit: 1)
        _ = try tx.pendingCredential(tokenHash: hash)
        _ = try tx.consumePendingCredential(tokenHash: hash)
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
        _ = try tx.useAssertion(hash, now: account.createdAt, expiresAt: account.createdAt)
        _ = try tx.useAssertion(hash, now: account.createdAt, expiresAt: account.createdAt)
        _ = try tx.projectsWithMail()
        _ = try tx.takeMail(of: "p", now: account.createdAt, dueAt: account.createdAt)
        _ = try tx.askedMails(to: hash, kinds: [.signIn], since: account.createdAt)
        _ = try tx.lastSeen(atPlace: hash)
        _ = try tx.keepSealedSecret(hash, named: "n")
        _ = try tx.signingKeys()
        try tx.deleteSigningKey("k")
        try tx.delete(account.id, in: scope)
        try tx.deleteAllAccounts(in: scope)
    }
}
