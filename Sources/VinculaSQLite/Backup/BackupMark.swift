import Foundation
import GRDB
import VinculaCore
import VinculaSQL

/// A backup's description of itself, in header fields of its file that Vincula uses for nothing else.
enum BackupMark {
    /// The header's `application_id`.
    private enum Kind: Int {
        /// `Vinc`
        case production = 0x5669_6E63
        /// `Vind`
        case development = 0x5669_6E64
    }

    static func write(isDevelopment: Bool, _ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \((isDevelopment ? Kind.development : .production).rawValue)")
    }

    /// - Throws: ``BackupError/notOurs(_:)``, ``BackupError/damaged(_:faults:)``.
    static func requireDatabase(_ db: Database, path: String) throws {
        do {
            guard try db.tableExists("grdb_migrations"), try db.tableExists("accounts") else { throw BackupError.notOurs(path) }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_NOTADB: throw BackupError.notOurs(path)
            case .SQLITE_CORRUPT: throw BackupError.damaged(path, faults: [error.message ?? "it cannot be read"])
            default: throw error
            }
        }
    }

    /// - Throws: ``BackupError/notOurs(_:)`` for a file that is not an SQLite database.
    static func requireHeader(_ path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw StoreError.file(path, reason: SystemReason.text(errno))
        }
        guard let head = try? handle.read(upToCount: 16), head == Data("SQLite format 3\0".utf8) else {
            throw BackupError.notOurs(path)
        }
    }

    /// - Throws: ``BackupError/newer(_:migrations:)``.
    static func facts(_ db: Database, path: String) throws -> BackupFacts {
        let applied = try Migrations.all.appliedIdentifiers(db)
        let unknown = applied.subtracting(Migrations.all.migrations).sorted()
        guard unknown.isEmpty else { throw BackupError.newer(path, migrations: unknown) }
        let sealed = try Row.fetchAll(db, sql: "SELECT name, secret FROM sealed_secrets").map { row in
            (try row.decode(String.self, atIndex: 0), try row.decode(Data.self, atIndex: 1))
        }
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let page = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        return BackupFacts(
            bytes: pages * page, schema: Migrations.all.migrations.last(where: applied.contains) ?? "none",
            isOlder: !Set(Migrations.all.migrations).subtracting(applied).isEmpty,
            isDevelopment: try Int.fetchOne(db, sql: "PRAGMA application_id").flatMap(Kind.init).map { $0 == .development },
            sealed: Dictionary(sealed) { $1 })
    }
}
