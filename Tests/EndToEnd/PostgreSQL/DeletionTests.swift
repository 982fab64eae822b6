import ChildProcesses
import Foundation
import TestStores
import TestSupport
import Testing
import VinculaCore
import VinculaPostgreSQL

/// A tenant with more accounts than one statement may delete, on two servers.
@Suite("Deleting what is large")
struct DeletionTests {
    private static let owner = ["Authorization": "Bearer owner"]
    private static let count = 50_000

    private static func fill(_ tenant: String, _ address: PostgreSQLAddress) async throws {
        try await SQLScript.run(
            """
            INSERT INTO accounts (project, tenant, uid, email_verified, is_disabled, generation, created_at)
            SELECT 'shop', '\(tenant)', 'u' || n, 0, 0, 1, 1 FROM generate_series(1, \(count)) AS n;
            INSERT INTO identities (account, project, tenant, provider, subject, issuer)
            SELECT id, project, tenant, 'google.com', uid, 'i' FROM accounts WHERE tenant = '\(tenant)';
            """, at: address)
    }

    @Test("A tenant with 50,000 accounts is gone at once on all servers, and in the end its data, though its server is killed")
    func tenant() async throws {
        try await PostgreSQLDatabases.withText { text in
            var environment = PostgreSQLProcess.environment(text)
            // Somebody signs up again and again until the end.
            environment["VINCULA_LIMITS_RATE"] = "false"
            let address = try PostgreSQLAddress(text)
            let key = try await PostgreSQLProcess.apiKey(environment)
            for arguments in [["sign-in", "enable", "anonymous"], ["tenants", "allow"]] {
                let outcome = try await PostgreSQLProcess.vincula(arguments, environment)
                #expect(outcome.status == 0, "\(outcome.output)")
            }
            let limit = ["--database-statement-seconds", "1", "--limits-rate", "false"]
            let servers = [
                try await PostgreSQLProcess.serve(environment, limit), try await PostgreSQLProcess.serve(environment, limit),
            ]
            func call(_ server: Int, _ path: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
                try await HTTP.post("\(servers[server].url)/v1/\(path)?key=\(key)", .object(body))
            }
            let made = try await HTTP.post(
                "\(servers[0].adminURL)/v2/projects/shop/tenants",
                .object(["displayName": "acme", "enableAnonymousUser": true]), headers: Self.owner)
            let tenant = try #require(made["tenantId"], "\(made.text)")
            let person = try await call(0, "accounts:signUp", ["tenantId": .string(tenant), "returnSecureToken": true])
            let idToken = try #require(person["idToken"], "\(person.text)")
            let refreshToken = try #require(person["refreshToken"])
            try await Self.fill(tenant, address)

            async let deletion = HTTP.send(
                "DELETE", "\(servers[0].adminURL)/v2/projects/shop/tenants/\(tenant)", headers: Self.owner)
            var looked = try await call(1, "accounts:lookup", ["idToken": .string(idToken)])
            for _ in 0..<100 where looked.status == 200 {
                try await Task.sleep(for: .milliseconds(20))
                looked = try await call(1, "accounts:lookup", ["idToken": .string(idToken)])
            }
            #expect(looked.code == "TENANT_NOT_FOUND", "\(looked.text)")
            servers[0].child.signal(SIGKILL)
            _ = try? await deletion
            let refreshed = try await call(1, "token", ["grantType": "refresh_token", "refreshToken": .string(refreshToken)])
            #expect(refreshed.code == "USER_NOT_FOUND", "\(refreshed.text)")
            let newcomer = try await call(1, "accounts:signUp", ["tenantId": .string(tenant), "returnSecureToken": true])
            #expect(newcomer.code == "TENANT_NOT_FOUND", "\(newcomer.text)")
            let list = try await PostgreSQLProcess.vincula(["tenants"], environment)
            let words = "Tenant \(tenant) of project shop was deleted; its data is still being deleted"
            #expect(list.output.contains(words), "\(list.output)")

            var slowest = Duration.zero
            let start = ContinuousClock.now
            var isGone = false
            while !isGone, .now - start < .seconds(120) {
                let before = ContinuousClock.now
                let other = try await call(1, "accounts:signUp", ["returnSecureToken": true])
                #expect(other.status == 200, "\(other.text)")
                slowest = max(slowest, .now - before)
                try await Task.sleep(for: .milliseconds(200))
                isGone = try await !PostgreSQLProcess.vincula(["tenants"], environment).output.contains("is still being deleted")
            }
            #expect(isGone && slowest < .seconds(3), "\(slowest)")
            print("Deleted 50,000 accounts; gone after \(ContinuousClock.now - start), slowest sign-up \(slowest)")
            let audit = try await PostgreSQLProcess.vincula(["audit", "--action", "tenant.erase", "--json"], environment)
            #expect(audit.output.contains("\"accounts\":\(Self.count + 1)"), "\(audit.output)")
            let left = try await PostgreSQLProcess.vincula(["database", "status"], environment)
            #expect(left.output.contains(/identities +0\n/) && left.output.contains(/deletions +0\n/), "\(left.output)")
            try await servers[1].end()
        }
    }
}
