import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

/// Fills some hundred pages.
func fill(_ store: SQLiteStore) async throws {
    for round in 0..<10 {
        try await store.write { tx in
            for number in 0..<200 {
                var account = Account.sample("\(round)-\(number)")
                account.displayName = String(repeating: "n", count: 200)
                try tx.insert(account, in: .sample)
            }
        }
    }
}

/// Overwrites pages in the middle of a file that nobody has open.
func overwritePages(of file: URL, _ count: Int = 4) throws {
    let handle = try FileHandle(forUpdating: file)
    let pages = Int(try handle.seekToEnd()) / 4096
    for number in 0..<count {
        try handle.seek(toOffset: UInt64((pages / 2 + number * 7) * 4096))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try handle.close()
}

@Suite struct DamageTests {
    @Test func overwrittenPagesAreSeen() async throws {
        try await withFileStore { store, file in
            try await fill(store)
            #expect(try await DatabaseInspection.faults(of: file, .quick) == [])
            #expect(try await DatabaseInspection.faults(of: file, .whole) == [])
            try await store.close()
            try overwritePages(of: file)
            #expect(try await !DatabaseInspection.faults(of: file, .quick).isEmpty)
            #expect(try await !DatabaseInspection.faults(of: file, .whole).isEmpty)
        }
    }

    @Test func readsAndWritesOfDamageAreTheStoresFaultAndCount() async throws {
        try await withFileStore { store, file in
            try await fill(store)
            try await store.close()
            try overwritePages(of: file, 8)
            let damaged = try SQLiteStore(at: file)
            var failures = 0
            for round in 0..<10 {
                for number in 0..<200 {
                    do {
                        _ = try await damaged.read { try $0.account(AccountID("\(round)-\(number)"), in: .sample) }
                    } catch let error as StoreUnavailable {
                        failures += 1
                        #expect(error.reason == .damaged && error.file == file.path)
                    }
                }
            }
            #expect(failures > 0 && damaged.health.failures == failures)
            #expect(damaged.health.fault?.reason == .damaged)
            // A write that succeeds mends nothing.
            try await damaged.tryToWrite()
            #expect(damaged.health.fault?.reason == .damaged)
            try? await damaged.close()
        }
    }

    @Test func aRowThatNobodyWroteIsAFailureOfTheStoreAndOfThatRowAlone() async throws {
        try await withEphemeralStore { store in
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO identities (account, project, tenant, provider, subject, issuer)
                        SELECT id, project, tenant, 'phone', 'rubbish', '' FROM accounts
                        """)
                try db.execute(sql: "INSERT INTO project_settings VALUES ('demo', '{')")
            }
            await #expect(throws: StoreUnavailable.self) { try await store.read { try $0.account(AccountID("1"), in: .sample) } }
            await #expect(throws: StoreUnavailable.self) { try await store.read { try $0.settings(of: "demo") } }
            #expect(store.health.failures == 2 && store.health.fault == nil)
            #expect(
                try await store.unreadableRows() == [
                    "1 row of accounts cannot be read", "1 row of project_settings cannot be read",
                ])
        }
    }

    @Test func aWriteOverTakesTroubleAway() {
        let health = StoreHealth()
        for reason in StoreUnavailable.Reason.allCases {
            health.note(StoreUnavailable(reason: reason, detail: ""))
            let isFault = [.diskFull, .readOnly, .notPermitted, .failingDisk, .damaged].contains(reason)
            #expect((health.fault != nil) == isFault, "\(reason)")
            health.noteWrite()
            #expect((health.fault != nil) == (reason == .damaged), "\(reason)")
            if reason == .damaged { break }
        }
        #expect(health.failures == 6)
    }

    @Test func tryingToWriteReachesTheFile() async throws {
        try await withFileStore { store, file in
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            let before = try size(file.path + "-wal")
            try await store.tryToWrite()
            #expect(try size(file.path + "-wal") > before)
            // Nothing may be written to a folder's file that cannot be.
            #expect(store.health.fault == nil)
        }
    }

    private func size(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
