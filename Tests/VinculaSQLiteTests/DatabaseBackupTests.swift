import Dispatch
import Foundation
import GRDB
import StoreContract
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct DatabaseBackupTests {
    @Test func aBackupUnderWritesIsOneMomentsState() async throws {
        try await withFileStore { store, file in
            let target = file.deletingLastPathComponent().appending(path: "copy.sqlite")
            for number in 0..<200 { try await store.write { try $0.insert(.sample("before\(number)"), in: .sample) } }
            let (before, facts) = try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<4 {
                    group.addTask {
                        var number = 0
                        while !Task.isCancelled {
                            let id = "c\(client)n\(number)"
                            // Two rows in one write: a copy has both or none.
                            try await store.write { tx in
                                try tx.insert(.sample("\(id)a"), in: .sample)
                                try tx.insert(.sample("\(id)b"), in: .sample)
                            }
                            number += 1
                        }
                    }
                }
                while try await store.read({ try $0.accountCount(in: .sample) }) < 300 { await Task.yield() }
                let before = try await store.read { try $0.accountCount(in: .sample) }
                let facts = try await DatabaseBackup.write(file, to: target, isDevelopment: false)
                group.cancelAll()
                return (before, facts)
            }
            #expect(!facts.isOlder && facts.isDevelopment == false && facts.bytes > 0)
            let copy = try SQLiteStore(at: target)
            let count = try await copy.read { try $0.accountCount(in: .sample) }
            #expect(count >= before && count.isMultiple(of: 2))
            #expect(try await copy.unreadableRows() == [])
            try await copy.close()
        }
    }

    @Test func onlyItsOwnerMayReadItAndNothingElseIsLeft() async throws {
        try await withFileStore { store, file in
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            let folder = file.deletingLastPathComponent()
            let before = try names(folder)
            let target = folder.appending(path: "copy.sqlite")
            _ = try await DatabaseBackup.write(file, to: target, isDevelopment: true)
            #expect(try names(folder) == before.union(["copy.sqlite"]))
            let attributes = try FileManager.default.attributesOfItem(atPath: target.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            // One file that anything reads: no log beside it is needed.
            let readOnly = try DatabaseQueue(
                path: target.path,
                configuration: {
                    var c = Configuration(); c.readonly = true; return c
                }())
            #expect(try await readOnly.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "delete")
            #expect(try await readOnly.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM accounts") } == 1)
            try readOnly.close()
        }
    }

    @Test func whatIsThereIsReplacedOnlyWhenAsked() async throws {
        try await withFileStore { _, file in
            let target = file.deletingLastPathComponent().appending(path: "copy.sqlite")
            try Data("mine".utf8).write(to: target)
            await #expect(throws: BackupError.exists(target.path)) {
                try await DatabaseBackup.write(file, to: target, isDevelopment: false)
            }
            #expect(try Data(contentsOf: target) == Data("mine".utf8))
            _ = try await DatabaseBackup.write(file, to: target, isDevelopment: false, replaces: true)
            #expect(try Data(contentsOf: target).count > 4096)
        }
    }

    @Test func whatCannotBeWrittenSaysWhere() async throws {
        try await withFileStore { _, file in
            let target = file.deletingLastPathComponent().appending(path: "nowhere/copy.sqlite")
            await #expect(throws: StoreError.file(target.path, reason: "no such file or directory")) {
                try await DatabaseBackup.write(file, to: target, isDevelopment: false)
            }
        }
    }

    @Test func oneThatIsBrokenOffLeavesNothing() async throws {
        try await withFileStore { store, file in
            for round in 0..<20 {
                try await store.write { tx in
                    for number in 0..<250 { try tx.insert(.sample("\(round)-\(number)-\(UUID())"), in: .sample) }
                }
            }
            let folder = file.deletingLastPathComponent()
            let before = try names(folder)
            let (started, continuation) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let work = Task {
                try await DatabaseBackup.write(file, to: folder.appending(path: "copy.sqlite"), isDevelopment: false) {
                    progress in
                    guard case .copying = progress else { return }
                    continuation.yield()
                    gate.wait()
                }
            }
            for await _ in started { break }
            #expect(try names(folder).subtracting(before).allSatisfy { $0.hasPrefix(".copy.sqlite") })
            work.cancel()
            for _ in 0..<100 { gate.signal() }
            await #expect(throws: CancellationError.self) { try await work.value }
            #expect(try names(folder) == before)
        }
    }

    @Test func damageIsNoBackup() async throws {
        try await withFileStore { store, file in
            try await fill(store)
            try await store.close()
            try overwritePages(of: file)
            let target = file.deletingLastPathComponent().appending(path: "copy.sqlite")
            let error = await #expect(throws: (any Error).self) {
                try await DatabaseBackup.write(file, to: target, isDevelopment: false)
            }
            #expect("\(try #require(error))".contains("is damaged"))
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test func whatCannotBeRestoredIsRefusedAndLeavesNothing() async throws {
        try await withFileStore { store, file in
            let folder = file.deletingLastPathComponent()
            let copy = folder.appending(path: "restored")
            let text = folder.appending(path: "text")
            try Data("no database".utf8).write(to: text)
            let empty = folder.appending(path: "empty.sqlite")
            let queue = try DatabaseQueue(path: empty.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE t (a)") }
            try queue.close()
            let newer = folder.appending(path: "newer.sqlite")
            try await store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999-future')") }
            await #expect(throws: BackupError.newer(newer.path, migrations: ["9999-future"])) {
                try await DatabaseBackup.write(file, to: newer, isDevelopment: false)
            }
            for file in [text, empty] {
                await #expect(throws: BackupError.notOurs(file.path)) { try await DatabaseBackup.copyChecked(file, to: copy) }
            }
            #expect(!FileManager.default.fileExists(atPath: copy.path) && !FileManager.default.fileExists(atPath: newer.path))
        }
    }

    @Test func aLogBesideAFileIsTakenOver() async throws {
        try await withFileStore { store, file in
            try await store.write { try $0.insert(.sample("1"), in: .sample) }
            // Set aside with its log, as a folder is that a backup replaces.
            let aside = file.deletingLastPathComponent().appending(path: "aside.sqlite")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: file.path + suffix, toPath: aside.path + suffix)
            }
            let copy = file.deletingLastPathComponent().appending(path: "restored")
            let facts = try await DatabaseBackup.copyChecked(aside, to: copy)
            #expect(facts.isDevelopment == nil)
            let restored = try SQLiteStore(at: copy)
            #expect(try await restored.read { try $0.accountCount(in: .sample) } == 1)
            try await restored.close()
        }
    }

    private func names(_ folder: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
}
