import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL
import VinculaSQLite

/// A SQLite file in the data folder.
struct FileHome: DatabaseHome {
    let configuration: ServerConfiguration
    /// The caller's lease of the folder, if it has one.
    var lease: FolderLease?
    /// A copy of the database that is opened in its place.
    var copy: URL?

    private var directory: URL { configuration.dataDirectory }
    private var database: URL { directory.appending(path: DataDirectory.databaseName) }

    var place: String { directory.path }
    var option: String { " --data \(directory.path)" }
    var restoring: String { ": vincula restore FILE\(option)" }

    func look(_ purpose: SchemaCheck.Purpose) async throws -> SchemaState {
        try DataDirectory.requireNoRestore(directory)
        return try await SchemaCheck.look(configuration, purpose)
    }

    func hasData() async throws -> Bool { FileManager.default.fileExists(atPath: database.path) }

    func hasAPIKeys() async throws -> Bool { try await DatabaseInspection.hasAPIKeys(database) }

    func isServed() async -> Bool { ServerLock.isHeld(directory) }

    func open(_ purpose: SchemaCheck.Purpose, keys: MasterKeys?) async throws -> OpenedDatabase {
        let creates = purpose != .command
        if !creates { _ = try DataDirectory.database(configuration) }
        let folder = try DataDirectory.prepared(directory)
        if creates, configuration.isDevelopment { try DataDirectory.markAsDevelopment(folder) }
        let lease = try self.lease ?? FolderLease(folder, .shared)
        let opening = try await OpeningLock(folder)
        try DataDirectory.requireNoRestore(folder)
        var steps = 0
        switch try await SchemaCheck.require(configuration, purpose) {
        case .absent, .empty:
            // The database existed a moment ago.
            guard creates else { throw DataDirectory.noData(configuration) }
            try DataDirectory.beginMaking(folder)
        case .older(let missing): steps = missing.count
        default: break
        }
        let store = try SQLiteStore(at: copy ?? database)
        try await store.migrate()
        let masterKeys: MasterKeys
        if let known = keys ?? configuration.masterKeys {
            masterKeys = known
        } else {
            if !MasterKey.isThere(in: folder) { try await MasterKey.requireNothingSealed(store, configuration) }
            masterKeys = try MasterKey.load(from: folder)
        }
        return OpenedDatabase(store: store, keys: masterKeys, upgradeSteps: steps, lease: lease) { error in
            if error == nil { DataDirectory.endMaking(folder) }
            withExtendedLifetime(opening) {}
        }
    }
}
