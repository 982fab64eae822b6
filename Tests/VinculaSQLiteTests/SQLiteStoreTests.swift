import Foundation
import GRDB
import StoreContract
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct SQLiteStoreTests {
    @Test func theWriterWaitsForTheDisk() async throws {
        try await withFileStore { store, _ throws in
            // GRDB's pool leaves 1 (NORMAL) behind when it opens; see ConnectionSettings.
            #expect(try pragma("synchronous", of: store) == 2)
            #expect(try pragma("wal_autocheckpoint", of: store) == 4000)
            #expect(try pragma("foreign_keys", of: store) == 1)
            #expect(try pragma("secure_delete", of: store) == 1)
            #expect(try pragma("trusted_schema", of: store) == 0)
            #expect(try pragma("busy_timeout", of: store) == 5000)
        }
    }

    @Test func whatWasMadeDuringACommitThatFailsIsDropped() async throws {
        try await withFileStore { store, _ in
            try await store.database.write { db in
                try db.execute(sql: "CREATE TABLE parent (n INTEGER PRIMARY KEY)")
                try db.execute(sql: "CREATE TABLE child (n INTEGER REFERENCES parent (n) DEFERRABLE INITIALLY DEFERRED)")
                try db.execute(
                    sql: "CREATE TRIGGER fails AFTER INSERT ON accounts BEGIN INSERT INTO child VALUES (99); END")
            }
            var made = 0
            await #expect(throws: DatabaseError.self) {
                try await store.write {
                    try $0.insert(.sample("1"), in: .sample)
                } meanwhile: {
                    made += 1
                }
            }
            #expect(made == 1)
            #expect(try await store.read { try $0.account(AccountID("1"), in: .sample) } == nil)
        }
    }

    @Test func filesBelongToNobodyElse() async throws {
        try await withFileStore { store, file in
            try await store.write { try $0.save(.production, of: "demo") }
            #expect(try mode(of: file.deletingLastPathComponent().path) == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: file.path + suffix) == 0o600, "\(suffix)") }
        }
    }

    @Test func looseModesAreTakenBack() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "vincula.sqlite")
            let isMade = FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o644]
            )
            #expect(isMade)
            let store = try SQLiteStore(at: file)
            try await store.migrate()
            for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: file.path + suffix) == 0o600, "\(suffix)") }
            try await store.close()
        }
    }

    @Test func whatIsNoDatabaseIsRefused() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "vincula.sqlite")
            try Data(repeating: 65, count: 4096).write(to: file)
            let error = #expect(throws: StoreUnavailable.self) { try SQLiteStore(at: file) }
            #expect(error?.reason == .damaged && error?.file == file.path)
            #expect("\(try #require(error))".contains("vincula restore"))
        }
    }

    @Test func aNewerDatabaseIsRefused() async throws {
        try await withFileStore { store, file in
            try await store.database.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999-future')")
            }
            let expected = StoreError.databaseIsNewer(unknownMigrations: ["9999-future"])
            #expect(throws: expected) { try SQLiteStore(at: file) }
            await #expect(throws: expected) { try await store.migrate() }
            #expect("\(expected)".contains("9999-future"))
        }
    }

    @Test func twoStoresShareAFile() async throws {
        try await withFileStore { server, file in
            let commandLine = try SQLiteStore(at: file)
            try await commandLine.migrate()
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    let store = number.isMultiple(of: 2) ? server : commandLine
                    group.addTask { try await store.write { try $0.insert(.sample("\(number)"), in: .sample) } }
                }
                try await group.waitForAll()
            }
            for store in [server, commandLine] {
                #expect(try await store.read { try $0.accountCount(in: .sample) } == 100)
            }
            try await commandLine.close()
            _ = try await server.write { try $0.deleteAllAccounts(in: .sample, after: nil, limit: 200) }
            #expect(try await server.read { try $0.accountCount(in: .sample) } == 0)
        }
    }

    @Test func manyMayOpenAndMigrateAtOnce() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.sqlite")
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = try SQLiteStore(at: file)
                        try await store.migrate()
                        try await store.write { try $0.insert(.sample("\(number)"), in: .sample) }
                        try await store.close()
                    }
                }
                try await group.waitForAll()
            }
            let store = try SQLiteStore(at: file)
            #expect(try await store.read { try $0.accountCount(in: .sample) } == 8)
            try await store.close()
        }
    }

    @Test func readsUnderWayAreFinishedByClosing() async throws {
        try await withFileStore { store, _ in
            try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask {
                        do { _ = try await store.read { try $0.projects() } } catch StoreError.isClosed {}
                    }
                }
                group.addTask { try await store.close() }
                try await group.waitForAll()
            }
        }
    }

    @Test func settingsOfAnOlderVersionGetDefaults() async throws {
        try await withEphemeralStore { store in
            try await store.database.write { db in
                let text = #"{"emailEnabled":true,"passwordPolicy":{"minimumLength":12},"forgotten":1}"#
                try db.execute(sql: "INSERT INTO project_settings VALUES ('demo', ?)", arguments: [text])
            }
            var expected = ProjectSettings.production
            expected.emailEnabled = true
            expected.passwordPolicy.minimumLength = 12
            #expect(try await store.read { try $0.settings(of: "demo") } == expected)
        }
    }

    private func pragma(_ name: String, of store: SQLiteStore) throws -> Int? {
        try store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA \(name)") }
    }

    private func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
