import Foundation
import TestStores
import Testing
import VinculaEngine

@testable import VinculaPostgreSQL

/// Connections that are given back, and waits that end when the process does.
@Suite struct ConnectionPoolTests {
    private struct Pool {
        let pool: ConnectionPool
        let activity = StoreActivity()

        init(_ address: PostgreSQLAddress, size: Int = 6, rest: Duration = .seconds(60)) {
            pool = ConnectionPool(
                size: size,
                door: ConnectionDoor(
                    address, rules: SessionRules(SessionLimits(), nil), writes: false, activity: activity),
                patience: .seconds(5), rest: rest)
        }

        func sleep(seconds: Double) async throws {
            try await pool.run { slot in _ = try slot.connected().script("SELECT pg_sleep(\(seconds))") }
        }

        /// Keeps several connections busy at the same time, as far as the database allows them.
        func keepBusy(_ count: Int = 6) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { try await sleep(seconds: 0.3) } }
                try await group.waitForAll()
            }
        }

        /// Waits until the pool has as many connections.
        func wait(for count: Int) async throws {
            for _ in 0..<500 where activity.numbers.connections != count { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    /// Runs a closure with the address of a database that allows six connections.
    private static func withFew(_ body: (PostgreSQLAddress) async throws -> Void) async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run("CREATE ROLE few LOGIN CONNECTION LIMIT 6", at: address)
            try await body(address.user("few"))
            try await SQLScript.run("DROP ROLE few", at: address)
        }
    }

    @Test func `a server gives back what it no longer needs, so that another one gets connections`() async throws {
        try await Self.withFew { address in
            let (first, second) = (Pool(address, rest: .milliseconds(400)), Pool(address, rest: .milliseconds(1500)))
            try await first.keepBusy()
            #expect(first.activity.numbers.connections == 6)
            // As long as it uses them, it keeps them.
            await #expect(throws: PostgreSQLError.self) { try await second.sleep(seconds: 0) }
            try await first.wait(for: ConnectionPool.floor)
            #expect(first.activity.numbers.connections == ConnectionPool.floor && first.activity.numbers.lost == 0)
            // After a refusal, nobody tries for half a second.
            try await Task.sleep(for: .milliseconds(600))
            try await second.sleep(seconds: 0)
            try await second.keepBusy()
            #expect(second.activity.numbers.connections == 6 - ConnectionPool.floor)
            // Nobody fails meanwhile, and what was given back can be had again.
            try await first.keepBusy()
            try await second.wait(for: ConnectionPool.floor)
            try await Task.sleep(for: .milliseconds(600))
            try await first.keepBusy()
            #expect(first.activity.numbers.connections > ConnectionPool.floor)
            #expect(first.activity.numbers.lost == 0 && second.activity.numbers.lost == 0)
            await first.pool.close()
            await second.pool.close()
            #expect(first.activity.numbers.connections == 0 && second.activity.numbers.connections == 0)
        }
    }

    @Test func `jobs that come just when connections are given back are all done`() async throws {
        try await PostgreSQLDatabases.with { address in
            let pool = Pool(address, rest: .milliseconds(5))
            for round in 0..<60 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 { group.addTask { try await pool.pool.run { slot in _ = try slot.connected() } } }
                    try await group.waitForAll()
                }
                try await Task.sleep(for: .milliseconds(3 + round % 5))
            }
            try await pool.wait(for: ConnectionPool.floor)
            #expect(pool.activity.numbers.connections == ConnectionPool.floor)
            await pool.pool.close()
            #expect(pool.activity.numbers.connections == 0)
        }
    }

    @Test func `before the process ends, what hangs is given up, and what is quick is not`() async throws {
        try await PostgreSQLDatabases.with { address in
            let pool = Pool(address, size: 2)
            let hanging = (0..<2).map { _ in Task { try await pool.sleep(seconds: 4) } }
            while pool.activity.numbers.inUse < 2 { try await Task.sleep(for: .milliseconds(5)) }
            let waiting = Task { try await pool.sleep(seconds: 0) }
            let start = ContinuousClock.now
            pool.pool.giveUp()
            pool.pool.giveUp()
            for task in hanging + [waiting] {
                let failure = await #expect(throws: StoreUnavailable.self) { try await task.value }
                #expect(failure?.reason == .busy && failure?.detail.contains("had to stop") == true)
            }
            // What comes after that would hang, too, one after the other.
            let late = ContinuousClock.now
            await #expect(throws: StoreUnavailable.self) { try await pool.sleep(seconds: 0) }
            #expect(ContinuousClock.now - late < .milliseconds(250))
            // The threads still hang, and nobody waits for them.
            await pool.pool.close()
            #expect(ContinuousClock.now - start < .seconds(3))

            let sound = Pool(address, size: 2)
            sound.pool.giveUp()
            try await sound.keepBusy(2)
            await sound.pool.close()
            #expect(sound.activity.numbers.connections == 0 && sound.activity.numbers.lost == 0)
        }
    }
}
