import Dispatch
import Foundation
import Synchronization
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// Reads whose first question is known: those that wait for a connection are asked together.
@Suite struct ExpectedQueryTests {
    private static let scope = ProjectScope(project: "p")

    private struct Refusal: Error {}

    /// What a read found out.
    private struct Finding: Hashable, Sendable {
        var account: String?
        var session: Data?
        var name: String?
        /// The beginning of its transaction.
        var began: String?
    }

    /// The id of an account's session.
    private static func session(_ number: Int) -> Data { Data((0..<16).map { _ in UInt8(number) }) }

    private static func query(_ number: Int) -> ExpectedQuery {
        .accountWithSession(account: AccountID("u\(number)"), session: session(number), scope: scope)
    }

    /// Asks what ``query(_:)`` announces.
    private static func find(_ number: Int, _ tx: any ReadTransaction) throws -> Finding {
        let found = try tx.account(AccountID("u\(number)"), withSession: session(number), in: scope)
        return Finding(account: found.account?.id.value, session: found.session?.id, name: found.account?.displayName)
    }

    /// When the transaction began; another statement.
    private static func beginning(_ tx: any ReadTransaction) throws -> String? {
        try (tx as? Transaction)?.db.first("SELECT now()::text") { try $0.next(String.self) }
    }

    /// Runs a closure with a store with accounts that have sessions.
    private static func withStore(
        connections: Int = 2, _ body: (PostgreSQLStore, PostgreSQLAddress) async throws -> Void
    ) async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(
                """
                INSERT INTO accounts (project, tenant, uid, email_verified, is_disabled, generation, created_at)
                SELECT 'p', '', 'u' || i, 0, 0, 1, i FROM generate_series(0, 99) AS i;
                INSERT INTO sessions (id, account, auth_time, sign_in_provider, generation, active_hash, branch)
                SELECT decode(repeat(lpad(to_hex(created_at), 2, '0'), 16), 'hex'), id, 1, 'google.com', 1, 'x', 0 FROM accounts;
                """, at: address)
            let store = PostgreSQLStore(address, connections: connections)
            // What was never run on a connection is not asked ahead.
            _ = try await store.read(expecting: query(0)) { try find(0, $0) }
            try await body(store, address)
            try await store.close()
        }
    }

    /// Runs reads that wait for the store's only connection at the same time.
    private static func together<Value: Sendable>(
        _ count: Int, _ store: PostgreSQLStore, expecting: @escaping @Sendable (Int) -> ExpectedQuery? = { query($0) },
        beforehand: () async throws -> Void = {},
        _ body: @escaping @Sendable (Int, any ReadTransaction) throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        let first = Task {
            try await store.read { _ in gate.wait() }
        }
        while store.health.activity.numbers.inUse == 0 { try await Task.sleep(for: .milliseconds(1)) }
        var reads: [Task<Value, any Error>] = []
        for number in 0..<count {
            reads.append(Task { try await store.read(expecting: expecting(number)) { try body(number, $0) } })
            while store.readers.state.withLock({ $0.waiting.count }) <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        try await beforehand()
        gate.signal()
        try await first.value
        var results: [Result<Value, any Error>] = []
        for read in reads { results.append(await read.result) }
        return results
    }

    @Test func `each gets its own answer, and all are of one transaction`() async throws {
        try await Self.withStore { store, _ in
            let found = try await Self.together(20, store) { number, tx in
                var finding = try Self.find(number, tx)
                finding.began = try Self.beginning(tx)
                return finding
            }.map { try $0.get() }
            #expect(found.map(\.account) == (0..<20).map { "u\($0)" })
            #expect(found.map(\.session) == (0..<20).map(Self.session))
            #expect(Set(found.map(\.began)).count == 1 && found[0].began != nil)
            #expect(store.health.activity.numbers.askedTogether == 20)
            // One that comes by itself asks by itself.
            #expect(try await store.read(expecting: Self.query(7)) { try Self.find(7, $0) }.account == "u7")
            #expect(store.health.activity.numbers.askedTogether == 20)
        }
    }

    @Test func `more than a thread takes at a time are all answered`() async throws {
        try await Self.withStore { store, _ in
            let found = try await Self.together(100, store) { number, tx in
                (try Self.find(number, tx).account, try Self.beginning(tx))
            }.map { try $0.get() }
            #expect(found.map(\.0) == (0..<100).map { "u\($0)" })
            #expect(Set(found.map(\.1)).count == (100 + PoolState.mostTogether - 1) / PoolState.mostTogether)
        }
    }

    @Test func `each sees one state, whatever is committed meanwhile, and the next ones see that`() async throws {
        try await Self.withStore { store, address in
            let found = try await Self.together(10, store) { number, tx in
                if number == 0 { try Pipeline(address).script("UPDATE accounts SET display_name = 'new'") }
                let later = try tx.account(AccountID("u\(number)"), in: Self.scope)
                return [later?.displayName, try Self.find(number, tx).name]
            }.map { try $0.get() }
            #expect(found.allSatisfy { $0 == [nil, nil] })
            #expect(try await store.read(expecting: Self.query(3)) { try Self.find(3, $0) }.name == "new")
            let next = try await Self.together(3, store) { try Self.find($0, $1).name }.map { try $0.get() }
            #expect(next == ["new", "new", "new"])
            // What was committed while they waited is seen, too.
            let last = try await Self.together(
                3, store, beforehand: { try await SQLScript.run("UPDATE accounts SET display_name = 'last'", at: address) }
            ) { try Self.find($0, $1).name }.map { try $0.get() }
            #expect(last == ["last", "last", "last"])
        }
    }

    @Test func `whatever one of them does, the others get their answers`() async throws {
        try await Self.withStore { store, address in
            let kinds = 7
            let results = try await Self.together(kinds * 4, store) { number, tx -> [Finding] in
                let connection = try #require(tx as? Transaction).db.connection
                switch number % kinds {
                case 0: throw Refusal()
                case 1: _ = try (tx as? Transaction)?.db.first("SELECT 1 / 0") { $0.skip() }
                case 2: return []
                case 3: return [try Self.find(number + 1, tx), try Self.find(number, tx), try Self.find(number, tx)]
                case 4:
                    var count = 0
                    try connection.scan("SELECT uid FROM accounts") { _ in count += 1 }
                    #expect(count == 100)
                    return [try Self.find(number, tx)]
                case 5: try Pipeline(address).script("UPDATE accounts SET display_name = '\(number)'")
                default: break
                }
                return [try Self.find(number, tx)]
            }
            for (number, result) in results.enumerated() {
                switch number % kinds {
                case 0: #expect(throws: Refusal.self) { try result.get() }
                case 1: #expect(throws: PostgreSQLError(state: "22012")) { try result.get() }
                case 2: #expect(try result.get().isEmpty)
                case 3: #expect(try result.get().map(\.account) == ["u\(number + 1)", "u\(number)", "u\(number)"])
                default: #expect(try result.get().map(\.account) == ["u\(number)"])
                }
            }
            // The connection is the same one, and has nothing open.
            #expect(store.health.activity.numbers.connections == 1 && store.health.activity.numbers.lost == 0)
            let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL"
            for _ in 0..<100 where try await SQLScript.run(open, at: address) != "1" {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try await SQLScript.run(open, at: address) == "1")
        }
    }

    @Test func `others among them keep their places, and get answers of their own`() async throws {
        try await Self.withStore { store, _ in
            let found = try await Self.together(30, store, expecting: { $0 % 3 == 0 ? nil : Self.query($0) }) {
                try Self.find($0, $1).account
            }.map { try $0.get() }
            #expect(found == (0..<30).map { "u\($0)" })
            #expect(store.health.activity.numbers.askedTogether == 20)
        }
    }

    @Test(arguments: [false, true])
    func `a connection that is lost loses none of them`(whileAsked: Bool) async throws {
        try await Self.withStore { store, address in
            let end = """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            let found = try await Self.together(
                10, store,
                beforehand: {
                    if !whileAsked { try await SQLScript.run(end, at: address) }
                }
            ) { number, tx in
                if whileAsked, number == 4, store.health.activity.numbers.lost == 0 { try Pipeline(address).script(end) }
                return [try Self.find(number, tx).account, try tx.account(AccountID("u\(number)"), in: Self.scope)?.id.value]
            }
            for (number, result) in found.enumerated() {
                #expect(try result.get() == ["u\(number)", "u\(number)"])
            }
            #expect(store.health.activity.numbers.lost > 0)
        }
    }

    @Test func `those that are at work for long do not keep the others waiting`() async throws {
        let most = PoolState.mostAsking
        try await Self.withStore(connections: 2 * (most + 1)) { store, _ in
            let gate = DispatchSemaphore(value: 0)
            var slow: [Task<String?, any Error>] = []
            for number in 0..<most {
                slow.append(
                    Task {
                        try await store.read(expecting: Self.query(number)) { tx in
                            gate.wait()
                            return try Self.find(number, tx).account
                        }
                    })
                // One thread would take them all.
                while store.health.activity.numbers.inUse <= number { try await Task.sleep(for: .milliseconds(1)) }
            }
            // It is left to the two for a moment.
            #expect(try await store.read(expecting: Self.query(50)) { try Self.find(50, $0) }.account == "u50")
            for _ in slow { gate.signal() }
            for (number, task) in slow.enumerated() { #expect(try await task.value == "u\(number)") }
        }
    }
}
