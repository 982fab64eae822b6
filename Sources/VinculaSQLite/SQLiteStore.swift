package import Foundation
import GRDB
package import VinculaEngine
import VinculaSQL

/// A store in one SQLite file, or in memory.
///
/// Other processes may have the same file open. Call ``migrate()`` before anything else.
package final class SQLiteStore: Store {
    let database: any DatabaseWriter
    /// The connection that writes, for whoever is in `database`'s `write…`.
    private let writer: StoreConnection
    /// The connections that read; `nil` for a store in memory, which has one connection.
    private let readers: ReaderPool?
    private let commits: GroupCommit
    private let gate = ReadGate()
    package let health = StoreHealth()
    package let changes = ChangeFeed()
    /// The database file; `nil` for a store in memory.
    private let path: String?

    /// Opens or creates a database file.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is created if necessary, and `-wal` and `-shm` files are created beside it.
    ///   - acceptsUnfinishedCopy: `true` for whoever makes a copy.
    /// - Throws: ``StoreError``, or `StoreUnavailable` if the file or the disk is at fault.
    package convenience init(at file: URL, acceptsUnfinishedCopy: Bool = false) throws {
        try DatabaseFile.prepare(file)
        let path = file.path(percentEncoded: false)
        do {
            let database = try DatabasePool(path: path, configuration: ConnectionSettings.configuration())
            if !acceptsUnfinishedCopy { try database.read(DatabaseInspection.requireNoUnfinishedCopy) }
            try self.init(database, path: path)
        } catch {
            throw StoreUnavailable(error, file: path) as (any Error)? ?? error
        }
    }

    /// Creates a store in memory, which is lost when it is closed.
    package static func ephemeral() throws -> SQLiteStore {
        try SQLiteStore(try DatabaseQueue(configuration: ConnectionSettings.configuration()))
    }

    private init(_ database: any DatabaseWriter, path: String? = nil) throws {
        try ConnectionSettings.makeDurable(database)
        try Migrations.refuseNewer(database)
        self.database = database
        self.path = path
        writer = try database.writeWithoutTransaction(StoreConnection.init)
        readers = path.map(ReaderPool.init)
        commits = GroupCommit(database, writer)
    }

    /// Reads one consistent state.
    ///
    /// Runs on the caller's thread, which may be an event loop's: switching to another takes longer than the read. In WAL mode a
    /// read waits for no writer; that of a store in memory waits for the batch that is being written. It may wait for pages that
    /// are not in memory, and so for the disk: a handful for an account.
    package func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try readNow(body)
    }

    /// There is no replica: every read sees the current state.
    package func survey<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await read(body)
    }

    package var replica: ReplicaHealth? { nil }

    package func checkReplica() async {}

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        do {
            let (result, changed) = try await commits.write { connection in try connection.write(body) }
            changes.note(changed)
            noteWrite()
            return result
        } catch {
            throw noted(error)
        }
    }

    package func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        do {
            let started = try await commits.start { connection in try connection.write(body) }
            let value = Swift.Result { try meanwhile(started.result.result) }
            try await started.commit.wait()
            changes.note(started.result.changed)
            noteWrite()
            return try value.get()
        } catch {
            throw noted(error)
        }
    }

    /// Writes follow each other, so a claim is a write as any other.
    package func claim<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(body)
    }

    package func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await write(body, meanwhile: meanwhile)
    }

    package func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        await changes.follow(self, every: Self.pause, changed)
    }

    /// The time between two looks at what commands beside a server have changed.
    private static let pause = Duration.milliseconds(500)

    package var isShared: Bool { false }
    package var runsWritesSideBySide: Bool { false }

    package func migrate() async throws {
        do {
            try await commits.betweenBatches { [database] in try Migrations.run(on: database) }
        } catch {
            throw noted(error)
        }
    }

    package func tryToWrite() async throws {
        do {
            // The database already has this value; setting it still writes a page to the log.
            try await commits.write { try $0.change("PRAGMA user_version = 0", [], isCached: false) }
            noteWrite()
        } catch {
            throw noted(error)
        }
    }

    /// Records a successful write, unless the disk only has space for small ones, which may reuse pages of the log.
    private func noteWrite() {
        if health.fault?.reason == .diskFull, let path, let free = DiskSpace.free(path), free < Self.roomToWorkWith { return }
        health.noteWrite()
    }

    /// The free space, in bytes, from which a disk that was full is considered usable again.
    private static let roomToWorkWith = 1 << 20

    /// Records an error caused by the store, and converts it to `StoreUnavailable`.
    private func noted(_ error: any Error) -> any Error {
        guard let failure = StoreUnavailable(error, file: path) else { return error }
        health.note(failure)
        return failure
    }

    package func stopWaiting() {}

    package func close() async throws {
        commits.close()
        await gate.close()
        try await commits.betweenBatches { [database, readers, writer] in
            readers?.close()
            // GRDB's readers close last and cannot write: without this, all data would stay in the log. If another process
            // holds the log open, nothing is lost; the next opening reads it.
            try? database.writeWithoutTransaction { db in
                // Also if there is no room for the checkpoint.
                defer { writer.finish() }
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try database.close()
        }
    }

    // Not async, so that GRDB's synchronous `read` is called.
    private func readNow<Result>(_ body: (any ReadTransaction) throws -> Result) throws -> Result {
        do {
            return try gate.pass {
                guard let readers else {
                    return try database.unsafeRead { _ in try writer.snapshot { try body(writer.transaction) } }
                }
                return try readers.read { reader in try reader.snapshot { try body(reader.transaction) } }
            }
        } catch {
            throw noted(error)
        }
    }
}
