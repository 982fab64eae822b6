package import Foundation
import GRDB
import VinculaCore
import VinculaEngine
package import VinculaSQL

/// An SQLite file that is copied, or copied to.
///
/// Whoever uses it must keep others away from its folder.
package struct SQLiteSide: CopySide {
    private let file: URL

    /// - Parameter file: The database file, which need not exist.
    package init(_ file: URL) { self.file = file }

    package var name: String { file.path(percentEncoded: false) }
    package var stepsTable: String { "grdb_migrations" }
    package var marks: [String] { [] }
    package var steps: [String] { Migrations.all.migrations }

    package func reading<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try read(.deferred, body)
    }

    package func readingAlone<Result>(
        _ check: () throws -> Void, _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try read(.immediate, body)
    }

    private func read<Result>(
        _ kind: GRDB.Database.TransactionKind, _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        // SQLite would create a missing file, and discard the log of an empty one.
        guard let size = try? FileManager.default.attributesOfItem(atPath: name)[.size] as? Int, size > 0 else {
            throw CopyError.absent(name)
        }
        return try named {
            let queue = try DatabaseQueue(path: name, configuration: ConnectionSettings.plain())
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in try Self.transaction(kind, db, body) }
        }
    }

    package func writing<Result>(_ check: () throws -> Void, _ body: (any CopyTarget) throws -> Result) throws -> Result {
        try DatabaseFile.prepare(file)
        return try named {
            var configuration = ConnectionSettings.configuration()
            configuration.label = "vincula.sqlite.copy"
            let queue = try DatabaseQueue(path: name, configuration: configuration)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try ConnectionSettings.makeDurable(queue)
            return try body(SQLiteTarget(queue: queue, side: self))
        }
    }

    package func discard(_ check: () throws -> Void) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] { PartialFile.remove(name + suffix) }
    }

    /// Runs a closure, and describes errors of the file.
    fileprivate func named<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw StoreUnavailable(error, file: name) as (any Error)? ?? error
        }
    }

    fileprivate static func transaction<Result>(
        _ kind: GRDB.Database.TransactionKind, _ db: GRDB.Database, _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        let connection = try StoreConnection(db)
        defer { connection.finish() }
        var result: Result?
        try db.inTransaction(kind) {
            result = try body(connection)
            return .commit
        }
        guard let result else { throw StoreError.isClosed }
        return result
    }
}

private struct SQLiteTarget: CopyTarget {
    let queue: DatabaseQueue
    let side: SQLiteSide

    var dialect: SQLDialect { .sqlite }

    func migrate() throws { try side.named { try Migrations.run(on: queue) } }

    func transaction<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try side.named { try queue.writeWithoutTransaction { db in try SQLiteSide.transaction(.immediate, db, body) } }
    }

    func settle() throws {
        try side.named {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
    }
}
