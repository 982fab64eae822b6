import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaSQL
@testable import VinculaSQLite

/// Databases of earlier versions, with data, opened by this one.
@Suite struct UpgradeTests {
    /// The steps up to which an older version knew the schema.
    private static let steps = Migrations.all.migrations

    @Test(arguments: steps)
    func aDatabaseOfEachSchemaKeepsItsRows(_ step: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.sqlite")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let before = try make(file, upTo: step)
            let store = try SQLiteStore(at: file)
            try await store.migrate()
            let phones = before["accounts"]?.filter { $0["phone"].map { !$0.isNull } ?? false }.count ?? 0
            for (table, rows) in before {
                let now = try await store.database.read { try rowsOf(table, $0) }
                // A phone number became an identity.
                #expect(now.count == rows.count + (table == "identities" ? phones : 0), "\(table)")
                // Each row keeps its values, beside those that were added.
                for var row in rows {
                    if table == "accounts" { row["phone"] = nil }
                    #expect(now.contains { $0.merging(row) { _, old in old } == $0 }, "\(table): \(row)")
                }
            }
            #expect(try await store.unreadableRows() == [])
            #expect(try await DatabaseInspection.faults(of: file, .whole) == [])
            // It is used as before.
            let account = try await store.read { try $0.account(AccountID("ana"), in: ProjectScope(project: "p")) }
            #expect(account?.email?.value == "ana@example.com" && account?.federatedIdentities.count == 1)
            #expect(account?.phone != nil)
            _ = try await store.write { try $0.delete(AccountID("ana"), in: ProjectScope(project: "p")) }
            #expect(try await DatabaseInspection.faults(of: file, .whole) == [])
            try await store.close()
        }
    }

    @Test func everyTableHasRowsAndIsLookedAt() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let last = try #require(Self.steps.last)
            let tables = try make(folder.appending(path: "vincula.sqlite"), upTo: last)
            for (table, rows) in tables {
                #expect(!rows.isEmpty, "\(table) has no row in SchemaRows")
                let isLookedAt = RowInspection.all.contains { $0.table == table } || RowInspection.exempt.contains(table)
                #expect(isLookedAt, "`doctor --deep` does not read \(table): see RowInspection")
            }
        }
    }

    @Test func aNameThatIsTakenTwiceStopsTheUpgradeAndLosesNothing() async throws {
        // A failed migration must leave the database as it was.
        try await withFolder { folder in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "vincula.sqlite")
            let first = try #require(Self.steps.first)
            let before = try make(file, upTo: first)
            let queue = try DatabaseQueue(path: file.path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE api_keys (key TEXT)") }
            try queue.close()
            let store = try SQLiteStore(at: file)
            await #expect(throws: (any Error).self) { try await store.migrate() }
            for (table, rows) in before {
                #expect(try await store.database.read { try rowsOf(table, $0) }.count == rows.count, "\(table)")
            }
            try await store.close()
        }
    }

    /// Makes a database as the version had it whose last step this was.
    ///
    /// - Returns: The rows of each table.
    private func make(_ file: URL, upTo last: String) throws -> [String: [[String: DatabaseValue]]] {
        let queue = try DatabaseQueue(path: file.path)
        for step in Self.steps {
            try Migrations.all.migrate(queue, upTo: step)
            try queue.write { db in
                if let sql = SchemaRows.sql[step] { try db.execute(sql: sql) }
                for table in try tables(db) {
                    #expect(try !rowsOf(table, db).isEmpty, "\(step) makes \(table): give SchemaRows rows of it")
                }
            }
            if step == last { break }
        }
        let rows = try queue.read { db in
            Dictionary(uniqueKeysWithValues: try tables(db).map { ($0, try rowsOf($0, db)) })
        }
        try queue.close()
        return rows
    }

    private func tables(_ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'")
    }

    private func rowsOf(_ table: String, _ db: GRDB.Database) throws -> [[String: DatabaseValue]] {
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { Dictionary($0.map { ($0.0, $0.1) }) { $1 } }
    }
}
