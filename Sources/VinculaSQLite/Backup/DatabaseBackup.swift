package import Foundation
import GRDB
import VinculaSQL

/// Copies of a database in use.
///
/// All pages are copied within one read transaction, so that the copy shows the state at one moment however much is written
/// meanwhile: writers append to the log, which cannot be checkpointed into the file until the copy is done. Copying pages
/// keeps that time short; copying rows, as VACUUM INTO does, takes longer.
package enum DatabaseBackup {
    /// The progress of the work.
    package enum Progress: Hashable, Sendable {
        case copying(bytes: Int, of: Int)
        case checking
    }

    /// 4 MiB. The work can be cancelled between two steps.
    private static let pagesPerStep: CInt = 1024

    /// Writes a backup to a temporary file beside the target, which is renamed after it was checked and synchronized to
    /// disk.
    ///
    /// - Parameters:
    ///   - database: The database, which may be in use.
    ///   - target: The backup's name.
    ///   - isDevelopment: `true` if the data belongs to a development server.
    ///   - replaces: `true` if an existing file of that name may be replaced.
    ///   - progress: Called from time to time, on another thread.
    /// - Throws: ``BackupError``, ``StoreError``, `StoreUnavailable`, or `CancellationError`. No files are left behind.
    package static func write(
        _ database: URL, to target: URL, isDevelopment: Bool, replaces: Bool = false,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> BackupFacts {
        guard replaces || !FileManager.default.fileExists(atPath: target.path) else { throw BackupError.exists(target.path) }
        guard !PartialFile.isPart(target, of: database) else { throw BackupError.isDatabase(target.path) }
        return try await LongWork.run(database) { work in
            let partial = try PartialFile(for: target)
            do {
                try copy(database, to: partial.file, work, progress)
                progress(.checking)
                let facts = try seal(partial.file, named: target, isDevelopment: isDevelopment, work)
                try partial.finish(replacing: replaces)
                return facts
            } catch {
                partial.discard()
                throw error
            }
        }
    }

    /// Copies a backup so that the copy can replace a database, and checks it. The backup itself is not changed.
    ///
    /// A log beside the backup (`-wal`) is copied too, as in a folder that was set aside.
    ///
    /// - Parameters:
    ///   - backup: The backup.
    ///   - copy: The destination; an existing file is replaced.
    ///   - progress: Called as pages are copied.
    /// - Throws: ``BackupError``, ``StoreError``, `StoreUnavailable`, or `CancellationError`. No files are left behind.
    package static func copyChecked(
        _ backup: URL, to copy: URL, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> BackupFacts {
        try await LongWork.run(backup) { work in
            do {
                try BackupMark.requireHeader(backup.path)
                // SQLite would take another file's log or journal for this one's.
                for suffix in ["", "-wal", "-shm", "-journal"] { PartialFile.remove(copy.path + suffix) }
                for suffix in ["", "-wal"] {
                    let source = backup.path + suffix
                    guard suffix.isEmpty || FileManager.default.fileExists(atPath: source) else { continue }
                    try PartialFile.copy(source, to: copy.path + suffix, check: work.check) { done, all in
                        progress(.copying(bytes: done, of: all))
                    }
                }
                progress(.checking)
                let facts = try seal(copy, named: backup, isDevelopment: nil, work)
                try PartialFile.synchronize(copy.path)
                return facts
            } catch {
                for suffix in ["", "-wal", "-shm", "-journal"] { PartialFile.remove(copy.path + suffix) }
                throw error
            }
        }
    }

    private static func copy(
        _ database: URL, to copy: URL, _ work: LongWork, _ progress: @escaping @Sendable (Progress) -> Void
    ) throws {
        // An interrupted copy is discarded, so a rollback journal is not needed.
        try work.withConnection(to: copy, ConnectionSettings.plain("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF")) {
            target in
            try work.withConnection(to: database) { source in
                try source.writeWithoutTransaction { from in
                    let page = try Int.fetchOne(from, sql: "PRAGMA page_size") ?? 4096
                    try from.inTransaction(.deferred) {
                        // The read transaction begins with the first read; without it, each step of the copy would begin a
                        // new one.
                        let pages = try Int.fetchOne(from, sql: "PRAGMA page_count") ?? 0
                        _ = try Row.fetchOne(from, sql: "SELECT count(*) FROM sqlite_schema")
                        try PartialFile.requireRoom(for: pages * page, beside: copy)
                        try target.writeWithoutTransaction { to in
                            try from.backup(to: to, pagesPerStep: pagesPerStep) { step in
                                try work.check()
                                progress(.copying(bytes: step.completedPageCount * page, of: step.totalPageCount * page))
                            }
                        }
                        return .commit
                    }
                }
            }
        }
        try work.check()
    }

    /// Turns a copy into a single file without a log, and reads its facts.
    private static func seal(_ file: URL, named name: URL, isDevelopment: Bool?, _ work: LongWork) throws -> BackupFacts {
        try work.withConnection(to: file, ConnectionSettings.plain("PRAGMA synchronous = FULL")) { connection in
            try connection.writeWithoutTransaction { db in
                try BackupMark.requireDatabase(db, path: name.path)
                // From here on there is no log beside it.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                if let isDevelopment { try BackupMark.write(isDevelopment: isDevelopment, db) }
            }
            let faults = try DatabaseInspection.faults(on: connection, .whole)
            guard faults.isEmpty else { throw BackupError.damaged(name.path, faults: faults) }
            return try connection.read { db in try BackupMark.facts(db, path: name.path) }
        }
    }
}
