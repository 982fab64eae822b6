import Foundation
import GRDB
import TestStores
import Testing
import VinculaEngine
import VinculaPostgreSQL

@testable import VinculaSQL
@testable import VinculaSQLite

/// The sources and targets that a copy refuses, and what happens to them: nothing.
@Suite struct CopyRefusalTests {
    @Test func `a target with data, of another program, or of a newer version is refused`() async throws {
        try await FullDatabase.with { file, folder, address in
            let copy = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            let name = PostgreSQLSide(address).name
            try await SQLScript.run("CREATE TABLE theirs (id BIGINT)", at: address)
            await #expect(throws: CopyError.foreign(name)) { try await copy.run() }
            try await SQLScript.run("DROP TABLE theirs", at: address)
            let store = PostgreSQLStore(address, connections: 2)
            try await store.migrate()
            try await store.close()
            try await SQLScript.run("INSERT INTO projects VALUES ('q', 1)", at: address)
            for restarts in [false, true] {
                await #expect(throws: CopyError.hasData(name, tables: ["projects"])) { try await copy.run(restarts: restarts) }
            }
            #expect(try await SQLScript.run("SELECT count(*) FROM projects", at: address) == "1")
            try await SQLScript.run(
                "DELETE FROM projects; INSERT INTO schema_migrations VALUES ('9999-future', '9999-future')", at: address)
            await #expect(throws: CopyError.newer(name, steps: ["9999-future"])) { try await copy.run() }
            try await SQLScript.run("DELETE FROM schema_migrations WHERE identifier = '9999-future'", at: address)
            _ = try await copy.run()

            let second = folder.appending(path: "second.sqlite")
            try FullDatabase.make(at: second)
            let back = DatabaseCopy(from: SQLiteSide(file), to: SQLiteSide(second))
            await #expect(throws: CopyError.self) { try await back.run() }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a copy that waits for others to leave the database can be stopped`() async throws {
        try await FullDatabase.with { file, _, address in
            let server = PostgreSQLStore(address, connections: 2, role: .server)
            try await server.migrate()
            try await server.tryToWrite()
            let (waits, isWaiting) = AsyncStream.makeStream(of: Void.self)
            let target = PostgreSQLSide(address, patience: .seconds(3600)) { isWaiting.finish() }
            let work = Task { _ = try await DatabaseCopy(from: SQLiteSide(file), to: target).run() }
            for await _ in waits {}
            work.cancel()
            await #expect(throws: CancellationError.self) { try await work.value }
            try await server.close()
        }
    }

    @Test func `a source that is missing, older, or itself unfinished is refused`() async throws {
        try await FullDatabase.with { file, folder, address in
            let missing = folder.appending(path: "missing.sqlite")
            await #expect(throws: CopyError.absent(missing.path)) {
                try await DatabaseCopy(from: SQLiteSide(missing), to: PostgreSQLSide(address)).run()
            }
            #expect(!FileManager.default.fileExists(atPath: missing.path))
            await #expect(throws: CopyError.absent(PostgreSQLSide(address).name)) {
                try await DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(missing)).run()
            }
            let old = folder.appending(path: "old.sqlite")
            let queue = try DatabaseQueue(path: old.path)
            try Migrations.all.migrate(queue, upTo: "0037-cookie-times")
            try queue.close()
            await #expect(throws: CopyError.older(old.path)) {
                try await DatabaseCopy(from: SQLiteSide(old), to: PostgreSQLSide(address)).run()
            }
            _ = try await DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address)).run()
            await #expect(throws: CopyError.unfinished(PostgreSQLSide(address).name)) {
                try await DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(missing)).run()
            }
        }
    }

    @Test func `the row that keeps versions without keys away is no step of a newer version`() async throws {
        try await FullDatabase.with { file, folder, address in
            let there = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            _ = try await there.run()
            try await there.finish()
            // As Documentation/Operations.md says, "Servers of two versions".
            try await SQLScript.run(
                "INSERT INTO schema_migrations VALUES ('0045-keys-asked-for', '0045-bound-sessions')", at: address)
            #expect(try await DatabaseFacts.read(PostgreSQLSide(address)).schema.unknown == [])
            _ = try await there.verify()
            let back = DatabaseCopy(from: PostgreSQLSide(address), to: SQLiteSide(folder.appending(path: "back.sqlite")))
            #expect(try await back.run().copied > 0)
            try await back.finish()
        }
    }

    @Test func `nobody opens an unfinished copy, and whoever uses a database is not disturbed`() async throws {
        try await FullDatabase.with { file, folder, address in
            let there = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            _ = try await there.run()
            let store = PostgreSQLStore(address, connections: 2)
            await #expect(throws: StoreError.unfinishedCopy) { try await store.migrate() }
            await #expect(throws: StoreError.unfinishedCopy) { try await store.read { try $0.projects() } }
            await #expect(throws: StoreError.unfinishedCopy) { _ = try await PostgreSQLInspection.schema(of: address) }
            try await there.finish()
            #expect(try await !store.read { try $0.projects() }.isEmpty)

            let second = folder.appending(path: "second.sqlite")
            let back = DatabaseCopy(from: PostgreSQLSide(address, patience: .milliseconds(300)), to: SQLiteSide(second))
            // The store has a connection.
            await #expect(throws: PostgreSQLSetupError.inUse) { try await back.run() }
            try await store.close()
            _ = try await back.run()
            #expect(throws: StoreError.unfinishedCopy) { try SQLiteStore(at: second) }
            await #expect(throws: StoreError.unfinishedCopy) { try await DatabaseInspection.schema(of: second) }
            try await back.finish()
            try await SQLiteStore(at: second).close()
        }
    }

    @Test func `an unfinished copy of something else, or of a used source, is refused until it is restarted`() async throws {
        try await FullDatabase.with { file, folder, address in
            let target = PostgreSQLSide(address)
            _ = try await DatabaseCopy(from: SQLiteSide(file), to: target).run()
            let other = folder.appending(path: "other.sqlite")
            try FullDatabase.make(at: other)
            try FullDatabase.change(other, "UPDATE sealed_secrets SET secret = x'77'")
            let copy = DatabaseCopy(from: SQLiteSide(other), to: target)
            await #expect(throws: CopyError.otherSource(target.name)) { try await copy.run() }
            #expect(try await copy.run(restarts: true).copied > 0)
            #expect(try await copy.run().copied == 0)
            // An older version began it.
            try await SQLScript.run(
                "DROP TABLE deletions; DELETE FROM schema_migrations WHERE identifier = '0040-deletions'", at: address)
            await #expect(throws: CopyError.otherSource(target.name)) { try await copy.run() }
            #expect(try await copy.run(restarts: true).copied > 0)
            // Tables without a step are ours nevertheless, because of the mark.
            try await SQLScript.run("DROP TABLE schema_migrations; UPDATE database_copy SET is_checked = 0", at: address)
            let facts = try await DatabaseFacts.read(target)
            #expect(facts.schema.isUnfinished && facts.schema.applied.isEmpty && !facts.rows.isEmpty)
            #expect(try await copy.run().copied > 0)
            try await SQLScript.run("CREATE TABLE theirs (id BIGINT)", at: address)
            for restarts in [false, true] {
                await #expect(throws: CopyError.foreign(target.name)) { try await copy.run(restarts: restarts) }
            }
            try await SQLScript.run("DROP TABLE theirs", at: address)

            // What leaves no trace in the audit log is found when all rows are compared.
            try FullDatabase.change(
                other,
                """
                UPDATE accounts SET display_name = 'Eve' WHERE uid = 'ana'; DELETE FROM api_keys;
                INSERT INTO known_places VALUES (x'0101', 1, 1)
                """)
            do {
                _ = try await copy.run()
                Issue.record("a difference was not found")
            } catch CopyError.differs(let differences, let more) {
                #expect(
                    differences.sorted() == [
                        "accounts, id 1: differs in display_name", "api_keys, key AIza: is in the target only",
                        "known_places, place 0101: is missing in the target",
                    ] && more == 0, "\(differences)")
            }
            await #expect(throws: StoreError.unfinishedCopy) { _ = try await PostgreSQLInspection.schema(of: address) }
            _ = try await copy.run(restarts: true)
            try await copy.finish()
            #expect(try await copy.verify().tables.first { $0.name == "known_places" }?.rows == 6)
            try await SQLScript.run("DELETE FROM known_places WHERE place = '\\x0101'", at: address)
            await #expect(throws: CopyError.differs(["known_places, place 0101: is missing in the target"], more: 0)) {
                try await copy.verify()
            }
        }
    }

    @Test func `values that PostgreSQL cannot hold are named before anything is copied`() async throws {
        try await FullDatabase.with { file, _, address in
            let long = (0..<4000).map { _ in String(UInt8.random(in: 0...35), radix: 36) }.joined()
            let even = String(repeating: "a", count: 4000)
            try FullDatabase.change(
                file,
                """
                UPDATE accounts SET display_name = 'a' || char(0) || 'b' WHERE uid = 'ana';
                UPDATE accounts SET photo_url = CAST(x'61ff' AS TEXT) WHERE uid = 'nobody';
                UPDATE project_settings SET settings = '{"a":"\\u0000"}';
                """)
            for (id, subject) in [(50, long), (51, even)] {
                try FullDatabase.change(
                    file,
                    """
                    INSERT INTO identities (id, account, project, tenant, provider, subject, issuer)
                    VALUES (?, 2, 'p', '', 'provider' || ?, ?, 'i')
                    """, [id, id, subject])
            }
            let copy = DatabaseCopy(from: SQLiteSide(file), to: PostgreSQLSide(address))
            do {
                _ = try await copy.run()
                Issue.record("nothing was found")
            } catch CopyError.values(let faults, let more) {
                #expect(faults.count == 4 && more == 0, "\(faults)")
                #expect(faults.contains("accounts, id 1: display_name contains a NUL character"))
                #expect(faults.contains("accounts, id 2: photo_url is not UTF-8"))
                #expect(faults.contains { $0.hasPrefix("project_settings, project p: settings contains \\u0000") })
                // A text that is compressed well fits.
                #expect(faults.contains { $0.hasPrefix("identities, id 50: PostgreSQL refuses it") })
            }
            #expect(try await DatabaseFacts.read(PostgreSQLSide(address)).rows.allSatisfy { $0.count == 0 })
            try FullDatabase.change(
                file,
                """
                UPDATE accounts SET display_name = NULL, photo_url = NULL; UPDATE project_settings SET settings = '{}';
                DELETE FROM identities WHERE id = 50; UPDATE audit_head SET seal = x'44';
                """)
            // Nothing was copied, so it does not matter that the source was changed.
            _ = try await copy.run()
            try await copy.finish()
        }
    }
}
