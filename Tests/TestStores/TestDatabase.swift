import Foundation
package import VinculaEngine
import VinculaPostgreSQL
import VinculaSQLite

/// The database that a test is on.
package enum TestDatabase: Sendable, CustomStringConvertible {
    /// SQLite in memory.
    case memory
    /// SQLite in a file, as in production.
    case file
    /// PostgreSQL by way of two stores, as two servers have.
    case postgreSQL
    /// SQLite in memory, where each write runs, is undone and runs again, as PostgreSQL does with those that met others.
    case repeating

    /// The databases on which things happen at the same moment.
    package static let parallel: [TestDatabase] = [.file, .postgreSQL]

    /// The database of tests that do not say which; another one if `VINCULA_TEST_DATABASE` is `postgresql` or `repeating`.
    package static func usual(_ usual: TestDatabase) -> TestDatabase {
        switch ProcessInfo.processInfo.environment["VINCULA_TEST_DATABASE"] {
        case "postgresql": .postgreSQL
        case "repeating": .repeating
        default: usual
        }
    }

    package var description: String {
        switch self {
        case .memory: "memory"
        case .file: "file"
        case .postgreSQL: "PostgreSQL"
        case .repeating: "repeating"
        }
    }

    /// Opens a store, empty and without a schema, which is removed when it is closed.
    package func open() async throws -> any Store {
        switch self {
        case .memory: return try SQLiteStore.ephemeral()
        case .repeating: return RepeatingStore(try SQLiteStore.ephemeral())
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-\(UUID().uuidString)")
            let store = try SQLiteStore(at: folder.appending(path: "test.sqlite"))
            return RemovedStore(store) { try? FileManager.default.removeItem(at: folder) }
        case .postgreSQL:
            let lease = try await PostgreSQLDatabases.shared.lease()
            let stores = (0..<2).map { _ in PostgreSQLStore(lease.address, connections: 12) }
            return RemovedStore(TurningStore(stores)) { await lease.end() }
        }
    }

    /// Runs a closure with a store that is closed and removed afterwards, however the closure ends.
    package func withStore(_ body: (any Store) async throws -> Void) async throws {
        let store = try await open()
        do {
            try await body(store)
        } catch {
            try await store.close()
            throw error
        }
        try await store.close()
    }
}
