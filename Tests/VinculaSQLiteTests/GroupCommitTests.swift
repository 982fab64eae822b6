import Dispatch
import Foundation
import GRDB
import StoreContract
import Synchronization
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct GroupCommitTests {
    @Test func fiveHundredParallelWritesAreThereAfterReopening() async throws {
        try await withFileStore { store, file in
            try await withThrowingTaskGroup { group in
                for number in 0..<500 {
                    group.addTask { try await store.write { try $0.insert(.sample("\(number)"), in: .sample) } }
                }
                try await group.waitForAll()
            }
            // Another connection, before the first is closed: nothing is only in memory.
            let reopened = try SQLiteStore(at: file)
            #expect(try await reopened.read { try $0.accountCount(in: .sample) } == 500)
            try await reopened.close()
        }
    }

    @Test func waitingWritesShareACommit() async throws {
        try await withBatch { commits, database, whileBusy in
            let commitCount = Mutex(0)
            try await database.writeWithoutTransaction { db in
                db.trace { event in
                    if case .statement(let statement) = event, statement.sql == "COMMIT" { commitCount.withLock { $0 += 1 } }
                }
            }
            let results = try await whileBusy(600) { number, db in
                try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
            }
            #expect(results.allSatisfy { $0 == nil })
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 601)
            // The one that kept the others waiting, then 256, 256 and 88.
            #expect(commitCount.withLock { $0 } == 4)
            #expect(commits.waitingCount == 0)
        }
    }

    @Test func aFailureUndoesItselfOnly() async throws {
        try await withBatch { _, database, whileBusy in
            let results = try await whileBusy(100) { number, db in
                try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                if number.isMultiple(of: 2) { throw Failure() }
                if number.isMultiple(of: 5) { try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number]) }
            }
            for (number, error) in results.enumerated() {
                #expect((error is Failure) == number.isMultiple(of: 2))
                #expect((error is DatabaseError) == (number.isMultiple(of: 5) && !number.isMultiple(of: 2)))
            }
            let kept = try await database.read { try Int.fetchSet($0, sql: "SELECT n FROM t WHERE n >= 0") }
            #expect(kept == Set((0..<100).filter { !$0.isMultiple(of: 2) && !$0.isMultiple(of: 5) }))
        }
    }

    @Test func aCommitThatFailsFailsForAll() async throws {
        try await withBatch { commits, database, whileBusy in
            let results = try await whileBusy(10) { number, db in
                try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                if number == 5 {
                    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    try db.execute(sql: "INSERT INTO child VALUES (99)")
                }
            }
            for error in results {
                #expect((error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
            }
            // The next batch is not harmed.
            try await commits.write { db in try db.execute(sql: "INSERT INTO t VALUES (1000)") }
            #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY n") } == [-1, 1000])
        }
    }

    @Test func aResultIsThereBeforeTheCommitWhoseFailureTakesItBack() async throws {
        try await withBatch { commits, database, _ in
            let isHeld = Mutex(true)
            // Another write of the same batch holds the commit up.
            let first = try await commits.start { db in try db.execute(sql: "INSERT INTO t VALUES (1)") }
            try await first.commit.wait()
            let hasBegun = Mutex(false)
            async let blocker: Void = commits.write { _ in
                hasBegun.withLock { $0 = true }
                while isHeld.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            }
            try await until { hasBegun.withLock { $0 } }
            async let early = commits.start { db in
                try db.execute(sql: "INSERT INTO t VALUES (2)")
                return 2
            }
            try await until { commits.waitingCount == 1 }
            let mayCommit = Mutex(false)
            async let last: Void = commits.write { db in
                while !mayCommit.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                try db.execute(sql: "INSERT INTO child VALUES (99)")
            }
            try await until { commits.waitingCount == 2 }
            isHeld.withLock { $0 = false }
            try await blocker
            let started = try await early
            #expect(started.result == 2)
            mayCommit.withLock { $0 = true }
            await #expect(throws: DatabaseError.self) { try await started.commit.wait() }
            do {
                try await last
                Issue.record("The commit did not fail.")
            } catch is DatabaseError {}
            #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY n") } == [1])
        }
    }

    @Test func aWriteThatFailsOrComesTooLateStartsNoCommit() async throws {
        try await withBatch { commits, _, _ in
            await #expect(throws: Failure.self) { _ = try await commits.start { _ in throw Failure() } }
            commits.close()
            await #expect(throws: StoreError.isClosed) { _ = try await commits.start { _ in } }
        }
    }

    @Test func aTransactionThatSQLiteEndsFailsForAll() async throws {
        try await withBatch { commits, database, whileBusy in
            let results = try await whileBusy(10) { number, db in
                try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                // As SQLite does by itself when the disk is full.
                if number == 5 { try db.execute(sql: "INSERT OR ROLLBACK INTO t VALUES (?)", arguments: [number]) }
            }
            // With the error that it was, not only that there was one.
            #expect(results.allSatisfy { ($0 as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT })
            try await commits.write { db in try db.execute(sql: "INSERT INTO t VALUES (1000)") }
            #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY n") } == [-1, 1000])
        }
    }

    @Test func whatCannotBeginFailsAndTheNextBatchIsTriedAnew() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Without a busy timeout, so that the test need not wait for it.
            let file = folder.appending(path: "t.sqlite").path
            let database = try DatabasePool(path: file)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: file, configuration: configuration)
            let connection = try await database.writeWithoutTransaction { try StoreConnection($0) }
            let commits = GroupCommit(database, connection)
            try await commits.write { try $0.execute(sql: "CREATE TABLE t (n)") }
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            for _ in 0..<3 {
                let error = await #expect(throws: DatabaseError.self) {
                    try await commits.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
                }
                #expect(error?.resultCode == .SQLITE_BUSY)
            }
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try await commits.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
            #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [2])
            try other.close()
            connection.finish()
            try database.close()
        }
    }

    @Test func closingFinishesWhatWasTaken() async throws {
        try await withBatch { commits, database, whileBusy in
            let results = try await whileBusy(20) { number, db in
                if number == 0 { commits.close() }
                try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
            }
            #expect(results.allSatisfy { $0 == nil })
            await #expect(throws: StoreError.isClosed) { try await commits.write { _ in } }
        }
    }

    private struct Failure: Error {}

    private typealias WhileBusy = (
        _ count: Int, _ write: @escaping @Sendable (Int, StoreConnection) throws -> Void
    ) async throws -> [(any Error)?]

    /// Gives a test a way to have many writes wait for one commit: all come while a first one is under way.
    private func withBatch(_ body: (GroupCommit, any DatabaseWriter, WhileBusy) async throws -> Void) async throws {
        let database = try DatabaseQueue()
        try await database.write { db in
            try db.execute(sql: "CREATE TABLE t (n INTEGER PRIMARY KEY)")
            try db.execute(sql: "CREATE TABLE child (n INTEGER REFERENCES t (n))")
        }
        let connection = try await database.writeWithoutTransaction { try StoreConnection($0) }
        let commits = GroupCommit(database, connection)
        try await body(commits, database) { count, write in
            try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
                let isBusy = Mutex(true)
                let hasBegun = Mutex(false)
                group.addTask {
                    try await commits.write { db in
                        hasBegun.withLock { $0 = true }
                        try db.execute(sql: "INSERT INTO t VALUES (-1)")
                        while isBusy.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
                    }
                    return (-1, nil)
                }
                try await until { hasBegun.withLock { $0 } }
                for number in 0..<count {
                    group.addTask {
                        do {
                            try await commits.write { try write(number, $0) }
                            return (number, nil)
                        } catch {
                            return (number, error)
                        }
                    }
                }
                try await until { commits.waitingCount == count }
                isBusy.withLock { $0 = false }
                var errors: [(any Error)?] = Array(repeating: nil, count: count)
                for try await (number, error) in group where number >= 0 { errors[number] = error }
                return errors
            }
        }
        connection.finish()
        try database.close()
    }
}

extension StoreConnection {
    fileprivate func execute(sql: String, arguments: SQLArguments = []) throws { try change(sql, arguments, isCached: false) }
}

private func until(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(1))
    }
}
