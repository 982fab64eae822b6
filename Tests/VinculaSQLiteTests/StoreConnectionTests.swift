import Foundation
import GRDB
import StoreContract
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct StoreConnectionTests {
    @Test func valuesComeBackAsTheyWent() throws {
        let blob = Data([0, 255, 1])
        let values: [(any SQLArgument)?] = ["é\u{1F600}", "", Int64.min, Int64.max, 0, true, blob, Data(), nil]
        try withConnection { connection in
            try connection.change("CREATE TABLE t (a, b, c, d, e, f, g, h, i)", [], isCached: false)
            try connection.change("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values, isCached: true)
            var rows = 0
            try connection.query("SELECT * FROM t", []) { row in
                rows += 1
                let texts = try [0, 1, 8].map(row.text)
                let numbers = try [2, 3, 4, 5, 8].map(row.integer)
                let blobs = try [6, 7, 8].map(row.blob)
                #expect(row.columnCount == 9)
                #expect(texts == ["é\u{1F600}", "", nil])
                #expect(numbers == [.min, .max, 0, 1, nil])
                #expect(blobs == [blob, Data(), nil])
                return true
            }
            #expect(rows == 1)
        }
    }

    @Test func aValueOfAnotherTypeIsNeitherConvertedNorTakenForAbsent() throws {
        try withConnection { connection in
            try connection.query("SELECT 'x', 7, 1.5, x'41'", []) { row in
                for index in [0, 2, 3] { #expect(throws: StoreError.corruptColumn) { _ = try row.integer(at: index) } }
                for index in [1, 2, 3] { #expect(throws: StoreError.corruptColumn) { _ = try row.text(at: index) } }
                for index in [1, 2] { #expect(throws: StoreError.corruptColumn) { _ = try row.blob(at: index) } }
                return true
            }
        }
    }

    @Test func argumentsAreCountedAndTextHasNoNUL() throws {
        try withConnection { connection in
            for arguments: SQLArguments in [[], [1, 2]] {
                let error = #expect(throws: DatabaseError.self) { try connection.query("SELECT ?", arguments) { _ in true } }
                #expect(error?.resultCode == .SQLITE_MISUSE)
            }
            #expect(throws: StoreError.nulInText) { try connection.query("SELECT ?", ["a\0b"]) { _ in true } }
        }
    }

    @Test func aQueryLeftEarlyOrByAnErrorHoldsNoLockAndRunsAgain() throws {
        struct Enough: Error {}
        try withConnection { connection in
            try connection.change("CREATE TABLE t (n)", [], isCached: false)
            try connection.change("INSERT INTO t VALUES (1), (2)", [], isCached: false)
            for _ in 0..<2 {
                var first: Int64?
                try connection.query("SELECT n FROM t", []) { row in
                    first = try row.integer(at: 0)
                    return false
                }
                #expect(first == 1)
                #expect(throws: Enough.self) { try connection.query("SELECT n FROM t", []) { _ in throw Enough() } }
            }
            // SQLite refuses this while a query of the table is open.
            try connection.change("DROP TABLE t", [], isCached: false)
        }
    }

    @Test func aReaderCannotWriteAndSeesEachCommit() async throws {
        try await withFileStore { store, file in
            let reader = try StoreConnection(reading: file.path)
            let error = #expect(throws: DatabaseError.self) {
                try reader.change("DELETE FROM accounts", [], isCached: false)
            }
            #expect(error?.resultCode == .SQLITE_READONLY)
            #expect(try reader.snapshot { try reader.transaction.accountCount(in: .sample) } == 0)
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            #expect(try reader.snapshot { try reader.transaction.accountCount(in: .sample) } == 1)
        }
    }

    @Test func aReadThatThrowsLeavesNoOldStateBehind() async throws {
        struct Failure: Error {}
        try await withFileStore { store, _ in
            await #expect(throws: Failure.self) {
                try await store.read { reads in
                    _ = try reads.accountCount(in: .sample)
                    throw Failure()
                }
            }
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 1)
        }
    }

    @Test func aReadSeesOneStateWhateverIsWrittenMeanwhile() async throws {
        try await withFileStore { store, file in
            let other = try SQLiteStore(at: file)
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            let reader = try StoreConnection(reading: file.path)
            try reader.change("BEGIN DEFERRED", [], isCached: true)
            #expect(try reader.transaction.accountCount(in: .sample) == 1)
            try await other.write { try $0.insert(.sample("2"), in: .sample) }
            #expect(try reader.transaction.accountCount(in: .sample) == 1)
            try reader.commit()
            #expect(try reader.snapshot { try reader.transaction.accountCount(in: .sample) } == 2)
            try await other.close()
        }
    }

    @Test func aFileThatIsGoneIsAFailureOfTheStore() async throws {
        try await withFileStore { _, file in
            let missing = file.deletingLastPathComponent().appending(path: "missing.sqlite").path
            let error = #expect(throws: DatabaseError.self) { try StoreConnection(reading: missing) }
            #expect(error?.resultCode == .SQLITE_CANTOPEN)
        }
    }

    private func withConnection(_ body: (StoreConnection) throws -> Void) throws {
        let database = try DatabaseQueue()
        try database.writeWithoutTransaction { try body(try StoreConnection($0)) }
        try database.close()
    }
}
