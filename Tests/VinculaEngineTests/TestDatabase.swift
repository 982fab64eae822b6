import Foundation
import PostgreSQLFixture
import Synchronization
import Testing
import VinculaEngine
import VinculaPostgreSQL
import VinculaSQLite

/// The database that a test's engine is on.
enum TestDatabase: Sendable, CustomTestStringConvertible {
    /// SQLite in memory.
    case memory
    /// SQLite in a file, as in production.
    case file
    /// PostgreSQL by way of two stores, as two servers have.
    case postgreSQL
    /// SQLite in memory, where each write runs, is undone and runs again, as PostgreSQL does with those that met others.
    case repeating

    /// The databases on which things happen at the same moment.
    static let parallel: [TestDatabase] = [.file, .postgreSQL]

    /// The database of tests that do not say which; another one if `VINCULA_TEST_DATABASE` is `postgresql` or `repeating`.
    static func usual(_ usual: TestDatabase) -> TestDatabase {
        switch ProcessInfo.processInfo.environment["VINCULA_TEST_DATABASE"] {
        case "postgresql": .postgreSQL
        case "repeating": .repeating
        default: usual
        }
    }

    var testDescription: String { "\(self)" }

    /// Runs a closure with a store that is closed and removed afterwards.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        switch self {
        case .memory:
            let store = try SQLiteStore.ephemeral()
            try await Self.closing(store) { try await body(store) }
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-engine-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try SQLiteStore(at: folder.appending(path: "test.sqlite"))
            try await Self.closing(store) { try await body(store) }
        case .repeating:
            let store = RepeatingStore(try SQLiteStore.ephemeral())
            try await Self.closing(store) { try await body(store) }
        case .postgreSQL:
            try await PostgreSQLDatabases.with { address in
                let store = TurningStore((0..<2).map { _ in PostgreSQLStore(address, connections: 12) })
                try await Self.closing(store) { try await body(store) }
            }
        }
    }

    /// Closes a store after a test, however it ends.
    private static func closing(_ store: any Store, after body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch {
            try await store.close()
            throw error
        }
        try await store.close()
    }
}

/// Several stores on one database, which take turns.
final class TurningStore: Store {
    private let stores: [any Store]
    private let turn = Atomic(0)

    init(_ stores: [any Store]) { self.stores = stores }

    private var next: any Store { stores[turn.add(1, ordering: .relaxed).newValue % stores.count] }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
        try await next.read(body)
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try await next.write(body)
    }

    func migrate() async throws { try await next.migrate() }

    func close() async throws { for store in stores { try await store.close() } }

    var health: StoreHealth { stores[0].health }

    func tryToWrite() async throws { try await next.tryToWrite() }
}

/// A store that runs each write, undoes it, and runs it again.
final class RepeatingStore: Store {
    private struct Undone: Error {}

    private let store: any Store

    init(_ store: any Store) { self.store = store }

    func read<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try? await store.write { transaction in
            _ = try body(transaction)
            throw Undone()
        }
        return try await store.write(body)
    }

    func migrate() async throws { try await store.migrate() }

    func close() async throws { try await store.close() }

    var health: StoreHealth { store.health }

    func tryToWrite() async throws { try await store.tryToWrite() }
}
