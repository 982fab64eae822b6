import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaSQL

@testable import VinculaSQLite

/// The state of a database file, determined without changing it.
@Suite struct SchemaStateTests {
    private func state(_ file: URL) async throws -> SchemaState { try await DatabaseInspection.schema(of: file) }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await body(folder.appending(path: "vincula.sqlite"))
        }
    }

    @Test func noFileAnEmptyOneAndOneWithoutTables() async throws {
        try await withFile { file in
            #expect(try await state(file) == .absent)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            try Data().write(to: file)
            let log = URL(filePath: file.path + "-wal")
            try Data("what is left".utf8).write(to: log)
            #expect(try await state(file) == .empty)
            #expect(try Data(contentsOf: log) == Data("what is left".utf8))
            try FileManager.default.removeItem(at: log)
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE gone (x); DROP TABLE gone") }
            try queue.close()
            #expect(try await state(file) == .empty)
        }
    }

    @Test func anothersAnOlderTodaysAndANewer() async throws {
        try await withFile { file in
            let steps = Migrations.all.migrations
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE cats (name)") }
            #expect(try await state(file) == .foreign)
            try await queue.write { try $0.execute(sql: "DROP TABLE cats") }
            for (number, step) in steps.enumerated() {
                try Migrations.all.migrate(queue, upTo: step)
                let missing = Array(steps[(number + 1)...])
                #expect(try await state(file) == (missing.isEmpty ? .current : .older(missing: missing)), "\(step)")
                #expect(try await !DatabaseInspection.hasAPIKeys(file), "\(step)")
            }
            try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999 Later')") }
            #expect(try await state(file) == .newer(unknown: ["9999 Later"]))
            try queue.close()
        }
    }

    @Test func beforeTheFirstStepThereIsNothing() async throws {
        try await withFile { file in
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
            try queue.close()
            #expect(try await state(file) == .empty)
        }
    }
}
