import Dispatch
import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// Reads that announce what they are going to ask: those that wait for a connection are asked together.
@Suite(.timeLimit(.minutes(5))) struct ExpectedQueryTests {
    private static let scope = ProjectScope(project: "p")

    private struct Refusal: Error {}

    /// What a read found out.
    private struct Finding: Hashable, Sendable {
        var account: String?
        var session: Data?
        var name: String?
    }

    /// The id of an account's session.
    private static func session(_ number: Int) -> Data { Data((0..<16).map { _ in UInt8(number) }) }

    private static func queries(_ number: Int) -> [ExpectedQuery] {
        [.accountWithSession(account: AccountID("u\(number)"), session: session(number), scope: scope)]
    }

    /// Asks what ``queries(_:)`` announces.
    private static func find(_ number: Int, _ tx: any ReadTransaction) throws -> Finding {
        let found = try tx.account(AccountID("u\(number)"), withSession: session(number), in: scope)
        return Finding(account: found.account?.id.value, session: found.session?.id, name: found.account?.displayName)
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
            // What a connection has never run is not asked ahead.
            _ = try await store.read(expecting: queries(0)) { try find(0, $0) }
            try await body(store, address)
            try await store.close()
        }
    }

    /// Runs reads that wait for the store's only connection at the same time.
    private static func together<Value: Sendable>(
        _ count: Int, _ store: PostgreSQLStore, expecting: @escaping @Sendable (Int) -> [ExpectedQuery] = { queries($0) },
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
            while store.readers.waitingCount <= number { try await Task.sleep(for: .milliseconds(1)) }
        }
        try await beforehand()
        gate.signal()
        try await first.value
        var results: [Result<Value, any Error>] = []
        for read in reads { results.append(await read.result) }
        return results
    }

    @Test func `each gets its own answer`() async throws {
        try await Self.withStore { store, _ in
            let found = try await Self.together(20, store) { try Self.find($0, $1) }.map { try $0.get() }
            #expect(found.map(\.account) == (0..<20).map { "u\($0)" })
            #expect(found.map(\.session) == (0..<20).map(Self.session))
            #expect(store.health.activity.numbers.askedTogether == 20)
            // One that comes by itself asks by itself.
            #expect(try await store.read(expecting: Self.queries(7)) { try Self.find(7, $0) }.account == "u7")
            #expect(store.health.activity.numbers.askedTogether == 20)
        }
    }

    @Test func `more than a thread takes at a time are all answered`() async throws {
        try await Self.withStore { store, _ in
            let count = PoolState.mostTogether + 8
            let found = try await Self.together(count, store) { try Self.find($0, $1).account }.map { try $0.get() }
            #expect(found == (0..<count).map { "u\($0)" })
            #expect(store.health.activity.numbers.askedTogether == count)
        }
    }

    @Test func `they see one state, which is not older than the youngest of them`() async throws {
        try await Self.withStore { store, address in
            let update = "UPDATE accounts SET display_name ="
            let first = try await Self.together(10, store) { number, tx in
                if number == 0 { try Pipeline(address).script("\(update) 'new'") }
                return try Self.find(number, tx).name
            }.map { try $0.get() }
            #expect(first == Array(repeating: nil, count: 10))
            #expect(try await store.read(expecting: Self.queries(3)) { try Self.find(3, $0) }.name == "new")
            // What was committed while they waited is seen.
            let last = try await Self.together(
                3, store, beforehand: { try await SQLScript.run("\(update) 'last'", at: address) }
            ) { try Self.find($0, $1).name }.map { try $0.get() }
            #expect(last == ["last", "last", "last"])
            #expect(store.health.activity.numbers.askedTogether == 13)
        }
    }

    @Test func `several questions of each, and what all ask`() async throws {
        try await Self.withStore { store, address in
            try await SQLScript.run(
                "INSERT INTO project_settings (project, settings) VALUES ('p', '{}')", at: address)
            _ = try await store.read { try $0.settings(of: "p") }
            let found = try await Self.together(
                8, store, expecting: { Self.queries($0) + [.settings(project: "p")] }
            ) { number, tx in
                let before = try tx.settings(of: "p")
                return (try Self.find(number, tx).account, before != nil, try Self.find(number, tx).account)
            }.map { try $0.get() }
            #expect(found.map(\.0) == (0..<8).map { "u\($0)" } && found.map(\.2) == found.map(\.0))
            #expect(found.map(\.1) == Array(repeating: true, count: 8))
            #expect(store.health.activity.numbers.askedTogether == 8)
        }
    }

    @Test func `whatever one of them does, all get their answers`() async throws {
        try await Self.withStore { store, address in
            let kinds = 8
            let results = try await Self.together(kinds * 4, store) { number, tx -> [String?] in
                func own() throws -> String? { try Self.find(number, tx).account }
                let transaction = try #require(tx as? Transaction)
                switch number % kinds {
                case 0: throw Refusal()
                case 1: return []
                // These need a connection.
                case 2:
                    _ = try transaction.db.first("SELECT 1 / 0") { $0.skip() }
                    return []
                case 3: return [try Self.find(number + 1, tx).account, try own(), try own()]
                case 4:
                    var count = 0
                    try transaction.db.connection.scan("SELECT uid FROM accounts") { _ in count += 1 }
                    return ["\(count)", try own()]
                case 5: return [try own(), try tx.account(AccountID("u\(number)"), in: Self.scope)?.id.value]
                // Even if it hides that.
                case 6:
                    let count = try? tx.accountCount(in: Self.scope)
                    return ["\(count ?? -1)", try? own()]
                default: return [try own()]
                }
            }
            for (number, result) in results.enumerated() {
                let own = "u\(number)"
                switch number % kinds {
                case 0: #expect(throws: Refusal.self) { try result.get() }
                case 1: #expect(try result.get().isEmpty)
                case 2: #expect(throws: PostgreSQLError(state: "22012")) { try result.get() }
                case 3: #expect(try result.get() == ["u\(number + 1)", own, own])
                case 4: #expect(try result.get() == ["100", own])
                case 5: #expect(try result.get() == [own, own])
                case 6: #expect(try result.get() == ["100", own])
                default: #expect(try result.get() == [own])
                }
            }
            #expect(store.health.activity.numbers.askedTogether == 3 * 4)
            // The connection is the same one, and has nothing open.
            #expect(store.health.activity.numbers.connections == 1 && store.health.activity.numbers.lost == 0)
            let open = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL
                    AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                """
            for _ in 0..<500 {
                if try await SQLScript.run(open, at: address) == "0" { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try await SQLScript.run(open, at: address) == "0")
        }
    }

    @Test func `others among them get answers of their own`() async throws {
        try await Self.withStore { store, _ in
            let found = try await Self.together(30, store, expecting: { $0 % 5 == 0 ? [] : Self.queries($0) }) {
                try Self.find($0, $1).account
            }.map { try $0.get() }
            #expect(found == (0..<30).map { "u\($0)" })
            #expect(store.health.activity.numbers.askedTogether == 24)
        }
    }

    @Test(arguments: ["ended", "stopped"])
    func `a connection that is lost loses none of them`(fault: String) async throws {
        try await Self.withStore { store, address in
            let others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            let word = try await SQLScript.run("SELECT pid \(others) AND backend_type = 'client backend'", at: address)
            let process = try #require(word.flatMap { Int32($0) })
            defer { kill(process, SIGCONT) }
            let found = try await Self.together(
                10, store,
                beforehand: {
                    if fault == "stopped" {
                        kill(process, SIGSTOP)
                    } else {
                        try await SQLScript.run("SELECT pg_terminate_backend(\(process))", at: address)
                    }
                }
            ) { try Self.find($0, $1).account }.map { try $0.get() }
            #expect(found == (0..<10).map { "u\($0)" })
            #expect(store.health.activity.numbers.lost == 1 && store.health.activity.numbers.askedTogether == 0)
            kill(process, SIGCONT)
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
                        try await store.read(expecting: Self.queries(number)) { tx in
                            gate.wait()
                            return try Self.find(number, tx).account
                        }
                    })
                // One thread would take them all.
                while store.health.activity.numbers.inUse <= number { try await Task.sleep(for: .milliseconds(1)) }
            }
            // It is left to them for a moment.
            let other = await Task { try await store.read(expecting: Self.queries(50)) { try Self.find(50, $0).account } }.result
            for _ in slow { gate.signal() }
            #expect(try other.get() == "u50")
            for (number, task) in slow.enumerated() { #expect(try await task.value == "u\(number)") }
        }
    }
}
