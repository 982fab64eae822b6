import Foundation
import TestStores
import Testing
import VinculaEngine

@testable import VinculaPostgreSQL

/// What sessions of several processes allow each other.
@Suite struct SessionRuleTests {
    private func endSessions(at address: PostgreSQLAddress) async throws {
        try await SQLScript.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """, at: address)
    }

    @Test func `servers and commands share a database, and whoever wants it alone gets it when they are gone`() async throws {
        try await PostgreSQLDatabases.with { address in
            let server = PostgreSQLStore(address, connections: 4, role: .server)
            let command = PostgreSQLStore(address, connections: 4)
            try await server.tryToWrite()
            try await command.tryToWrite()
            #expect(try await PostgreSQLInspection.holders(of: .use, at: address) == 2)
            #expect(try await PostgreSQLInspection.holders(of: .serve, at: address) == 1)
            #expect(try await PostgreSQLInspection.facts(of: address).connectionsOfServers == 1)
            let alone = PostgreSQLStore(address, role: .alone)
            await #expect(throws: PostgreSQLSetupError.inUse) { try await alone.connect() }
            try await server.close()
            await #expect(throws: PostgreSQLSetupError.inUse) { try await alone.connect() }
            try await command.close()
            try await alone.connect()
            var limits = SessionLimits()
            limits.lock = 200
            let late = PostgreSQLStore(address, connections: 2, limits: limits)
            let failure = await #expect(throws: StoreUnavailable.self) { try await late.tryToWrite() }
            #expect(failure?.reason == .busy)
            let second = PostgreSQLStore(address, role: .alone)
            await #expect(throws: PostgreSQLSetupError.inUse) { try await second.connect() }
            try await alone.close()
            // Whoever opens connections was refused a moment ago.
            try await Task.sleep(for: .milliseconds(600))
            try await late.tryToWrite()
            for store in [late, second] { try await store.close() }
        }
    }

    @Test func `a session that another connection has used is refused`() async throws {
        try await PostgreSQLDatabases.with { address in
            for role in [DatabaseRole.command, .server, .alone] {
                let rules = SessionRules(SessionLimits(), role)
                // As a pooler in transaction mode gives it to one connection after the other.
                let session = try Pipeline(address)
                try rules.apply(to: session, writes: true)
                #expect(throws: PostgreSQLSetupError.sharedSessions) { try rules.apply(to: session, writes: true) }
                // As it does in session mode.
                try session.script("DISCARD ALL")
                try rules.apply(to: session, writes: true)
            }
        }
    }

    @Test func `a server that only listens for changes keeps others from being alone`() async throws {
        try await PostgreSQLDatabases.with { address in
            let listener = ChangeListener(address, rules: SessionRules(SessionLimits(), .server)) {}
            listener.start()
            for _ in 0..<200 where try await PostgreSQLInspection.holders(of: .serve, at: address) == 0 {
                try await Task.sleep(for: .milliseconds(25))
            }
            #expect(try await PostgreSQLInspection.holders(of: .use, at: address) == 1)
            #expect(try await PostgreSQLInspection.holders(of: .serve, at: address) == 1)
            let alone = PostgreSQLStore(address, role: .alone)
            await #expect(throws: PostgreSQLSetupError.inUse) { try await alone.connect() }
            listener.stop()
            var isAlone = false
            for _ in 0..<40 where !isAlone {
                try await Task.sleep(for: .milliseconds(100))
                isAlone = (try? await alone.connect()) != nil
            }
            #expect(isAlone)
            // Whoever is alone is not disturbed by one that begins to listen.
            let late = ChangeListener(address, rules: SessionRules(SessionLimits(), .server)) {}
            late.start()
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await PostgreSQLInspection.holders(of: .serve, at: address) == 0)
            late.stop()
            try await alone.close()
        }
    }

    @Test func `a process that knew another master key gets no session any more`() async throws {
        try await PostgreSQLDatabases.with { address in
            let store = PostgreSQLStore(address, connections: 2)
            _ = try await store.write { try $0.keepSealedSecret(Data([1]), named: PostgreSQLStore.watchedSecret) }
            try await store.watchMasterKey()
            try await endSessions(at: address)
            #expect(try await store.read { try $0.sealedSecret(PostgreSQLStore.watchedSecret) } == Data([1]))
            try await SQLScript.run("UPDATE sealed_secrets SET secret = '\\x02'", at: address)
            try await endSessions(at: address)
            let failure = await #expect(throws: StoreUnavailable.self) { try await store.read { try $0.projects() } }
            #expect(
                failure?.reason == .unreachable && failure?.detail.contains("master key was changed") == true, "\(failure as Any)"
            )
            try await store.close()
        }
    }
}
