import Foundation
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// Writes that announce what they are going to ask: it is asked with their first statement.
///
/// Each statement of a claim sees what others have committed until then. So another one's commit in between tells when a query
/// was asked.
@Suite(.timeLimit(.minutes(5))) struct ExpectedInWritesTests {
    private static let scope = ProjectScope(project: "p")
    private static let queries: [ExpectedQuery] = [
        .account(AccountID("u"), scope: scope), .accountWithEmail(EmailAddress(canonical: "nobody@example.com"), scope: scope),
    ]

    private static func name(_ tx: any WriteTransaction) throws -> String? {
        try tx.account(AccountID("u"), in: scope)?.displayName
    }

    /// Runs a claim, and with it a closure that commits a name as another one.
    private static func claim<Value: Sendable>(
        _ body: @escaping @Sendable (_ tx: any WriteTransaction, _ commit: (String) throws -> Void) throws -> Value
    ) async throws -> Value {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address)
            try await store.write { tx in
                var account = Account(id: AccountID("u"), createdAt: Timestamp(milliseconds: 1))
                account.displayName = "before"
                try tx.insert(account, in: scope)
            }
            let value = try await store.claim { tx in
                try body(tx) { try Pipeline(address).script("UPDATE accounts SET display_name = '\($0)'") }
            }
            try await store.close()
            return value
        }
    }

    @Test func `they are asked with the first statement`() async throws {
        let names = try await Self.claim { tx, commit in
            tx.expect(Self.queries)
            _ = try tx.settings(of: "p")
            try commit("between")
            // The second time, it is a query of its own.
            return [try Self.name(tx), try Self.name(tx)]
        }
        #expect(names == ["before", "between"])
    }

    @Test func `without a word they are asked when they come`() async throws {
        let name = try await Self.claim { tx, commit in
            _ = try tx.settings(of: "p")
            try commit("between")
            return try Self.name(tx)
        }
        #expect(name == "between")
    }

    @Test func `once something has changed, they are asked anew`() async throws {
        let name = try await Self.claim { tx, commit in
            tx.expect(Self.queries)
            _ = try tx.settings(of: "p")
            try commit("between")
            try tx.save(ProjectSettings(), of: "q")
            return try Self.name(tx)
        }
        #expect(name == "between")
    }

    @Test func `a query that is itself the first is asked once`() async throws {
        let names = try await Self.claim { tx, commit in
            tx.expect(Self.queries)
            let first = try Self.name(tx)
            try commit("between")
            return [first, try Self.name(tx)]
        }
        #expect(names == ["before", "between"])
    }

    @Test func `what is announced too late is asked when it comes`() async throws {
        let name = try await Self.claim { tx, commit in
            _ = try tx.settings(of: "p")
            tx.expect(Self.queries)
            _ = try tx.settings(of: "q")
            try commit("between")
            return try Self.name(tx)
        }
        #expect(name == "between")
    }

    @Test func `an error among them is the write's, and the next write knows nothing of it`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, role: .alone)
            // The queries of accounts need it.
            try await SQLScript.run("ALTER TABLE identities RENAME TO hidden", at: address)
            await #expect(throws: (any Error).self) {
                try await store.write { tx in
                    tx.expect(Self.queries)
                    return try tx.settings(of: "p")
                }
            }
            try await SQLScript.run("ALTER TABLE hidden RENAME TO identities", at: address)
            let found = try await store.write { tx in
                tx.expect(Self.queries)
                return (try tx.settings(of: "p"), try Self.name(tx))
            }
            #expect(found.0 == nil && found.1 == nil)
            try await store.close()
        }
    }
}
