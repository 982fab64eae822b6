import Foundation
import StoreContract
import TestStores
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaPostgreSQL
@testable import VinculaSQL

/// A store with a streaming standby that answers what may be two seconds old.
@Suite struct ReadReplicaTests {
    private static let scope = ProjectScope(project: "p")
    private static let tolerance = Duration.seconds(2)

    /// Two servers, and a database of this version in them.
    private struct Pair {
        let primary: PostgreSQLServer
        let standby: PostgreSQLServer
        let name: String

        func store(_ replica: PostgreSQLAddress? = nil, role: DatabaseRole = .server) throws -> PostgreSQLStore {
            PostgreSQLStore(
                try primary.address(name), connections: 4, role: role,
                replica: (try replica ?? standby.address(name), ReadReplicaTests.tolerance))
        }

        func sql(_ sql: String, onStandby: Bool = false) async throws {
            try await SQLScript.run(sql, at: try (onStandby ? standby : primary).address(name))
        }

        /// An address that leads to whichever of the two is of a kind.
        func address(_ kind: String) throws -> PostgreSQLAddress {
            let hosts = [primary, standby].map(\.folder.path).joined(separator: ",")
            return try PostgreSQLAddress("postgresql:///\(name)?host=\(hosts)&user=postgres&target_session_attrs=\(kind)")
        }

        /// Waits until the standby has what the primary has, the database itself among it.
        func awaitStandby() async throws {
            let written = try #require(try await SQLScript.run("SELECT pg_current_wal_lsn()", at: primary.address()))
            let query = "SELECT pg_last_wal_replay_lsn() >= '\(written)'"
            for _ in 0..<600 where try await SQLScript.run(query, at: standby.address()) != "t" {
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        func end() async throws {
            try await standby.end()
            if FileManager.default.fileExists(atPath: primary.folder.path) { try await primary.end() }
        }
    }

    private func with(_ body: (Pair) async throws -> Void) async throws {
        let primary = try await PostgreSQLServer()
        let standby = try await PostgreSQLServer(standbyOf: primary)
        let pair = Pair(primary: primary, standby: standby, name: "vincula")
        try await SQLScript.run("CREATE DATABASE vincula", at: primary.address())
        let store = PostgreSQLStore(try primary.address("vincula"), connections: 2)
        try await store.migrate()
        try await store.write { try $0.insert(Self.account("1"), in: Self.scope) }
        try await store.close()
        try await pair.awaitStandby()
        try await body(pair)
        try await pair.end()
    }

    private static func account(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }

    /// What is read, and whether a standby answered.
    private struct Answer: Hashable {
        let count: Int
        let isOld: Bool
    }

    private static func look(_ transaction: any ReadTransaction) throws -> Answer {
        let isOld = try (transaction as? Transaction)?.db.first("SELECT pg_is_in_recovery()") { try $0.next(Bool.self) }
        return Answer(count: try transaction.accountCount(in: scope), isOld: isOld ?? false)
    }

    private func survey(_ store: PostgreSQLStore) async throws -> Answer { try await store.survey { try Self.look($0) } }

    /// Looks as a server does, until the replica's state is as expected.
    private func wait(_ store: PostgreSQLStore, for fault: (ReplicaFault?) -> Bool) async throws {
        let health = try #require(store.replica)
        for _ in 0..<60 {
            await store.checkReplica()
            if fault(health.fault) { return }
            try await Task.sleep(for: health.pause)
        }
        Issue.record("The replica's state stays \(health.fault.map { "\($0)" } ?? "usable")")
    }

    @Test func `lists come from the standby, and from the primary once they would be too old`() async throws {
        try await with { pair in
            let store = try pair.store()
            #expect(try await survey(store).count == 1)
            try await wait(store) { $0 == nil }
            #expect(try await survey(store) == Answer(count: 1, isOld: true))
            try await pair.sql("SELECT pg_wal_replay_pause()", onStandby: true)
            let paused = ContinuousClock.now
            try await store.write { try $0.insert(Self.account("2"), in: Self.scope) }
            #expect(try await store.read { try Self.look($0) } == Answer(count: 2, isOld: false), "Other reads are current.")
            var answers: [Answer] = []
            while ContinuousClock.now - paused < Self.tolerance + .seconds(1) {
                await store.checkReplica()
                let begun = ContinuousClock.now
                let answer = try await survey(store)
                answers.append(answer)
                #expect(!answer.isOld || begun - paused < Self.tolerance, "\(begun - paused)")
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(answers.first == Answer(count: 1, isOld: true))
            #expect(answers.last == Answer(count: 2, isOld: false))
            #expect(store.replica?.fault == .behind && store.health.failures == 0)
            try await pair.sql("SELECT pg_wal_replay_resume()", onStandby: true)
            try await wait(store) { $0 == nil }
            #expect(try await survey(store) == Answer(count: 2, isOld: true))
            // It is not used for long by somebody who has stopped looking.
            try await pair.sql("SELECT pg_wal_replay_pause()", onStandby: true)
            try await store.write { try $0.insert(Self.account("3"), in: Self.scope) }
            try await Task.sleep(for: Self.tolerance + .milliseconds(500))
            #expect(try await survey(store) == Answer(count: 3, isOld: false))
            let reads = try #require(store.replica).reads
            #expect(reads.answered >= 3 && reads.leftToPrimary >= 3, "\(reads)")
            try await store.close()
        }
    }

    @Test func `a process never misses what was committed before it began`() async throws {
        try await with { pair in
            let server = try pair.store()
            try await wait(server) { $0 == nil }
            try await pair.sql("SELECT pg_wal_replay_pause()", onStandby: true)
            try await server.write { try $0.insert(Self.account("2"), in: Self.scope) }
            let command = try pair.store(role: .command)
            for _ in 0..<3 {
                #expect(try await survey(command) == Answer(count: 2, isOld: false))
                await command.checkReplica()
            }
            #expect(try #require(command.replica).fault == .unproven)
            try await pair.sql("SELECT pg_wal_replay_resume()", onStandby: true)
            // It looks by itself, now and then.
            for _ in 0..<100 where try await !survey(command).isOld { try await Task.sleep(for: .milliseconds(100)) }
            #expect(try await survey(command) == Answer(count: 2, isOld: true))
            for store in [server, command] { try await store.close() }
        }
    }

    @Test func `a standby that is gone, comes back, stands still or is promoted costs no answer`() async throws {
        try await with { pair in
            let store = try pair.store()
            try await wait(store) { $0 == nil }
            try pair.standby.crash()
            #expect(try await survey(store) == Answer(count: 1, isOld: false))
            #expect(try await survey(store).count == 1)
            try await wait(store) { $0 == nil }
            #expect(try await survey(store).isOld)

            // Suspended, it takes no connection; those that are open wait.
            let (process, health) = (try pair.standby.process(), try #require(store.replica))
            let backends = try await SQLScript.run(
                "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE datname = current_database()",
                at: pair.standby.address(pair.name))
            let stopped = [process] + (backends ?? "").split(separator: " ").compactMap { Int32($0) }
            for process in stopped { kill(process, SIGSTOP) }
            let check = Task { await store.checkReplica() }
            try await Task.sleep(for: Self.tolerance + .milliseconds(200))
            let start = ContinuousClock.now
            #expect(health.fault == .behind)
            for _ in 0..<20 { #expect(try await survey(store) == Answer(count: 1, isOld: false)) }
            #expect(ContinuousClock.now - start < .seconds(1))
            for process in stopped { kill(process, SIGCONT) }
            await check.value
            try await wait(store) { $0 == nil }

            try await pair.sql("SELECT pg_promote()", onStandby: true)
            try await pair.sql("DELETE FROM accounts", onStandby: true)
            #expect(try await survey(store) == Answer(count: 1, isOld: false))
            try await wait(store) { $0 == .notStandby }
            #expect(try await survey(store).count == 1)
            #expect(store.health.failures == 0 && store.health.fault == nil)
            try await store.close()
        }
    }

    @Test func `after a failover the replica is the primary, and answers as such`() async throws {
        try await with { pair in
            let store = PostgreSQLStore(
                try pair.address("read-write"), connections: 4, role: .server,
                replica: (try pair.address("standby"), Self.tolerance))
            try await wait(store) { $0 == nil }
            #expect(try await survey(store) == Answer(count: 1, isOld: true))
            try await pair.primary.end()
            try await pair.sql("SELECT pg_promote()", onStandby: true)
            try await store.write { try $0.insert(Self.account("2"), in: Self.scope) }
            #expect(try await survey(store) == Answer(count: 2, isOld: false))
            try await wait(store) { $0 != nil }
            #expect(try await survey(store) == Answer(count: 2, isOld: false))
            try await store.close()
        }
    }

    @Test func `a query that the standby cancels, and an error that stale data cause, are left to the primary`() async throws {
        try await with { pair in
            try await pair.sql("ALTER SYSTEM SET max_standby_streaming_delay = 0", onStandby: true)
            try await pair.sql("SELECT pg_reload_conf()", onStandby: true)
            let store = try pair.store()
            try await wait(store) { $0 == nil }
            let slow = Task {
                try await store.survey { transaction in
                    let answer = try Self.look(transaction)
                    if answer.isOld { _ = try (transaction as? Transaction)?.db.first("SELECT pg_sleep(20)") { $0.skip() } }
                    return try Self.look(transaction)
                }
            }
            try await Task.sleep(for: .milliseconds(500))
            // What the standby applies to a table, its queries must not be reading.
            try await pair.sql(
                "ALTER TABLE accounts ALTER COLUMN uid SET STATISTICS 50; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
            #expect(try await slow.value == Answer(count: 1, isOld: false))
            #expect(store.replica?.fault == nil, "It is used all the same.")

            try await wait(store) { $0 == nil }
            try await pair.sql("SELECT pg_wal_replay_pause()", onStandby: true)
            try await store.write { try $0.insert(Self.account("2"), in: Self.scope) }
            struct TooFew: Error {}
            let found = try await store.survey { transaction in
                let answer = try Self.look(transaction)
                guard answer.count == 2 else { throw TooFew() }
                return answer
            }
            #expect(found == Answer(count: 2, isOld: false))
            #expect(store.replica?.fault == nil)
            try await store.close()
        }
    }

    @Test func `another database, another server and the primary itself are not used`() async throws {
        try await with { pair in
            try await SQLScript.run("CREATE DATABASE other TEMPLATE vincula", at: try pair.primary.address())
            try await SQLScript.run("CREATE DATABASE bare", at: try pair.primary.address())
            let addresses: [(PostgreSQLAddress, (ReplicaFault?) -> Bool)] = [
                (try pair.standby.address("other"), { $0 == .unproven }),
                (try pair.standby.address("bare"), { if case .failed? = $0 { true } else { false } }),
                (try pair.primary.address("vincula"), { $0 == .notStandby }),
                (try PostgreSQLAddress("host=/tmp/nowhere dbname=vincula"), { if case .failed? = $0 { true } else { false } }),
            ]
            for (address, isExpected) in addresses {
                let store = try pair.store(address)
                for _ in 0..<4 {
                    await store.checkReplica()
                    try await Task.sleep(for: .milliseconds(300))
                    #expect(try await survey(store) == Answer(count: 1, isOld: false))
                }
                try await wait(store, for: isExpected)
                #expect(store.health.failures == 0)
                try await store.close()
            }
            // The standby is one, but with another master key's secret in the primary by now.
            let store = try pair.store()
            _ = try await store.write { try $0.keepSealedSecret(Data([1]), named: PostgreSQLStore.watchedSecret) }
            try await wait(store) { $0 == nil }
            try await store.watchMasterKey()
            try await pair.sql("UPDATE sealed_secrets SET secret = '\\x02'")
            try await pair.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'vincula' AND pid <> pg_backend_pid()",
                onStandby: true)
            try await wait(store) { if case .failed(let detail)? = $0 { detail.contains("master key") } else { false } }
            try await store.close()
        }
    }
}
