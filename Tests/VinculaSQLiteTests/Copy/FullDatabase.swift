import Foundation
import GRDB
import TestStores
import VinculaPostgreSQL

@testable import VinculaSQL
@testable import VinculaSQLite

/// An SQLite database with rows in every table.
enum FullDatabase {
    /// Texts, numbers and bytes that are easily changed on the way.
    private static let odd = #"""
        INSERT INTO accounts (project, tenant, uid, email, email_verified, display_name, is_disabled, custom_claims, generation,
            created_at, last_sign_in_at)
        VALUES ('p', '', 'composed', NULL, 0, 'é', 0, '{"a":"\u0000"}', 9223372036854775807, -9223372036854775808, NULL),
            ('p', '', 'decomposed', NULL, 0, 'é', 0, NULL, 0, 0, 0), ('p', '', 'Zebra', NULL, 0, '', 0, NULL, 0, 0, 0),
            ('p', '', 'ähre', NULL, 0, '👩‍👩‍👧', 0, NULL, 0, 0, 0), ('p', '', 'lines', NULL, 0, 'a
        b' || char(9, 92, 39, 34), 0, NULL, 0, 0, 0);
        INSERT INTO known_places (place, seen_at, expires_at) VALUES (x'', 1, 1), (x'00', 1, 1), (x'00ff', 1, 1), (x'ff', 1, 1);
        """#

    static func make(at file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file.path)
        for step in Migrations.all.migrations {
            try Migrations.all.migrate(queue, upTo: step)
            if let sql = SchemaRows.sql[step] { try queue.write { try $0.execute(sql: sql) } }
        }
        try queue.write { try $0.execute(sql: odd) }
        try queue.close()
    }

    /// Runs statements on a file.
    static func change(_ file: URL, _ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { try $0.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// All rows of every table, by SQLite's own list of tables.
    static func rows(_ file: URL) throws -> [String: [[String: DatabaseValue]]] {
        let queue = try DatabaseQueue(path: file.path)
        defer { try? queue.close() }
        return try queue.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
                    """)
            return Dictionary(
                uniqueKeysWithValues: try tables.map { table in
                    let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
                        Dictionary(row.map { ($0.0, $0.1) }) { $1 }
                    }
                    return (table, rows.sorted { "\($0.sorted { $0.key < $1.key })" < "\($1.sorted { $0.key < $1.key })" })
                })
        }
    }

    /// Runs a closure with a folder, a full database in it, and an empty PostgreSQL database.
    static func with(_ body: (_ file: URL, _ folder: URL, _ address: PostgreSQLAddress) async throws -> Void) async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "vincula.sqlite")
            try make(at: file)
            try await PostgreSQLDatabases.with(isMigrated: false) { try await body(file, folder, $0) }
        }
    }
}
