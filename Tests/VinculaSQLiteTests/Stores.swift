import Foundation
import GRDB
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

extension ProjectScope {
    static let sample = ProjectScope(project: "demo")
}

extension Account {
    static func sample(_ id: String) -> Account { Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1)) }
}

/// Gives a test a folder of its own, and leaves nothing of it behind.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Gives a test a migrated store in a file.
func withFileStore<Result>(_ body: (SQLiteStore, URL) async throws -> Result) async throws -> Result {
    try await withFolder { folder in
        let file = folder.appending(path: "vincula.sqlite")
        let store = try SQLiteStore(at: file)
        try await store.migrate()
        let result = try await body(store, file)
        try await store.close()
        return result
    }
}

/// Gives a test a migrated store in memory.
func withEphemeralStore<Result>(_ body: (SQLiteStore) async throws -> Result) async throws -> Result {
    let store = try SQLiteStore.ephemeral()
    try await store.migrate()
    let result = try await body(store)
    try await store.close()
    return result
}

extension GRDB.Database {
    /// The transaction that is open on this connection, as the engine sees it.
    var transaction: any WriteTransaction {
        get throws { try StoreConnection(self).transaction }
    }
}
