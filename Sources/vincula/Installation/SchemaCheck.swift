import Foundation
import VinculaCore
import VinculaSQLite

/// Whether the database of a data folder may be opened, and by whom it may be made or upgraded.
enum SchemaCheck {
    /// What somebody wants with the data.
    enum Purpose {
        /// Commands, which neither make nor upgrade a database.
        case command
        /// Commands that begin a data folder.
        case creation
        /// The server, which upgrades what an older version wrote.
        case server
        /// A copy, which may be of an older version's.
        case copy
    }

    /// Looks at a database while nobody makes or upgrades it.
    ///
    /// - Throws: ``ConfigurationError``, `StoreUnavailable`, `StoreError`, `CancellationError`.
    static func look(_ configuration: ServerConfiguration, _ purpose: Purpose) async throws -> SchemaState {
        // No lock file is left in a folder that has nothing to lock.
        guard let database = configuration.database else { return .absent }
        guard FileManager.default.fileExists(atPath: database.path) else {
            try requireNoLog(of: database)
            return .absent
        }
        let lock = try await OpeningLock(configuration.dataDirectory)
        defer { withExtendedLifetime(lock) {} }
        return try await require(configuration, purpose)
    }

    /// Requires a database that is fit for a purpose; for whoever holds the ``OpeningLock``.
    ///
    /// - Throws: ``ConfigurationError``, `StoreUnavailable`, `StoreError`, `CancellationError`.
    static func require(_ configuration: ServerConfiguration, _ purpose: Purpose) async throws -> SchemaState {
        let directory = configuration.dataDirectory
        let database = directory.appending(path: DataDirectory.databaseName)
        let state = try await DatabaseInspection.schema(of: database)
        switch state {
        case .absent: try requireNoLog(of: database)
        case .current: break
        case .foreign:
            throw ConfigurationError(
                description: "\(database.path) is not a database of Vincula. Name another folder with --data.")
        case .newer(let steps): throw StoreError.databaseIsNewer(unknownMigrations: steps)
        case .empty:
            try requireUnused(configuration, database)
            if purpose == .command || purpose == .copy { throw DataDirectory.noData(directory) }
        case .older(let missing):
            // What a first start left unfinished is gone on with.
            let isUnfinished = purpose == .creation && DataDirectory.isBeingMade(directory)
            guard purpose == .server || purpose == .copy || isUnfinished else {
                throw ConfigurationError(description: older(missing, directory))
            }
        }
        return state
    }

    /// Requires that no log is left of a database that is gone: a new one would throw it away, and with it the newest data.
    ///
    /// - Throws: ``ConfigurationError``.
    static func requireNoLog(of database: URL) throws {
        let log = database.path + "-wal"
        guard let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int, size > 0 else { return }
        throw ConfigurationError(
            description: """
                \(database.path) is gone, and its log \(log) is still there with the newest changes. Put the file back beside it, \
                or restore the last backup: vincula restore FILE --data \(database.deletingLastPathComponent().path). If the data \
                is not wanted any more, delete the log.
                """)
    }

    /// What to tell an operator of data that an older version wrote.
    static func older(_ missing: [String], _ directory: URL) -> String {
        """
        The data in \(directory.path) was written by an older version of Vincula (its schema lacks \(missing.count) \
        step\(missing.count == 1 ? "" : "s")), and only the server upgrades it: run `vincula serve` once, or use the version that \
        wrote it. Make a backup first: vincula backup FILE --data \(directory.path)
        """
    }

    /// - Throws: ``ConfigurationError`` if an empty database is one that lost everything.
    private static func requireUnused(_ configuration: ServerConfiguration, _ database: URL) throws {
        let directory = configuration.dataDirectory
        guard !DataDirectory.isBeingMade(directory) else { return }
        let sign: String
        if MasterKey.isThere(in: directory) {
            sign = "master.key is there"
        } else if configuration.masterKey != nil {
            sign = "VINCULA_MASTER_KEY is set"
        } else {
            return
        }
        throw ConfigurationError(
            description: """
                \(database.path) is damaged: it is empty, and \(directory.path) has been in use (\(sign)). Restore the last \
                backup: vincula restore FILE --data \(directory.path). If there never was any data, delete the empty file.
                """)
    }
}
