public import Foundation
import GRDB
import VinculaCore

/// What a database file is to this version of Vincula.
public enum SchemaState: Hashable, Sendable {
    /// There is no such file.
    case absent
    /// The file is there and holds no table: nothing was ever written to it, or what was is lost.
    case empty
    /// Another program's database.
    case foreign
    /// An older version wrote it; the steps that its schema lacks.
    case older(missing: [String])
    case current
    /// A newer version wrote it; the steps that are not known here.
    case newer(unknown: [String])
}

extension DatabaseInspection {
    /// Reads whether a database is of this version, on a connection of its own that writes nothing.
    ///
    /// - Throws: `StoreUnavailable` where the file cannot be read as a database, ``StoreError``, `CancellationError`.
    public static func schema(of database: URL) async throws -> SchemaState {
        try await LongWork.run(database) { work in
            let path = database.path(percentEncoded: false)
            guard FileManager.default.fileExists(atPath: path) else { return .absent }
            let size: Int?
            do {
                size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            } catch {
                throw StoreError.file(path, reason: SystemReason.text(error))
            }
            // Opening an empty file would throw its log away, and that may be all that is left.
            if size == 0 { return .empty }
            return try work.withConnection(to: database) { try $0.read(schema) }
        }
    }

    /// Whether a database of any version holds API keys.
    ///
    /// - Throws: `StoreUnavailable`, ``StoreError``, `CancellationError`.
    public static func hasAPIKeys(_ database: URL) async throws -> Bool {
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
        // The list of steps is made before the first step.
        if tables.allSatisfy({ $0 == "grdb_migrations" }) { return .empty }
        if applied.isEmpty { return .foreign }
        let missing = Migrations.all.migrations.filter { !applied.contains($0) }
        return missing.isEmpty ? .current : .older(missing: missing)
    }
}
