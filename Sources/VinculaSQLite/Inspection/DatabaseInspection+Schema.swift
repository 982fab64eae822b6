package import Foundation
import GRDB
import VinculaCore
package import VinculaSQL

extension DatabaseInspection {
    /// Compares a database's schema with this version's, on a separate connection that writes nothing.
    ///
    /// - Throws: `StoreUnavailable` if the file cannot be read as a database, ``StoreError``, or `CancellationError`.
    package static func schema(of database: URL) async throws -> SchemaState {
        try await LongWork.run(database) { work in
            let path = database.path(percentEncoded: false)
            guard FileManager.default.fileExists(atPath: path) else { return .absent }
            let size: Int?
            do {
                size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            } catch {
                throw StoreError.file(path, reason: SystemReason.text(error))
            }
            // Opening an empty file would discard its log, which may be all that is left of the data.
            if size == 0 { return .empty }
            return try work.withConnection(to: database) { try $0.read(schema) }
        }
    }

    /// Indicates whether a database of any version holds API keys.
    ///
    /// - Throws: `StoreUnavailable`, ``StoreError``, or `CancellationError`.
    package static func hasAPIKeys(_ database: URL) async throws -> Bool {
        try await LongWork.run(database) { work in
            try work.withConnection(to: database) { connection in
                try connection.read { db in
                    guard try db.tableExists("api_keys") else { return false }
                    return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM api_keys)") ?? false
                }
            }
        }
    }

    private static func schema(_ db: Database) throws -> SchemaState {
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        let applied = try Migrations.all.appliedIdentifiers(db)
        let unknown = applied.subtracting(Migrations.all.migrations)
        guard unknown.isEmpty else { return .newer(unknown: unknown.sorted()) }
        // The table of migrations is created before the first migration runs.
        if tables.allSatisfy({ $0 == "grdb_migrations" }) { return .empty }
        if applied.isEmpty { return .foreign }
        let missing = Migrations.all.migrations.filter { !applied.contains($0) }
        return missing.isEmpty ? .current : .older(missing: missing)
    }
}
