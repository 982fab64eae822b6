import Foundation
import VinculaCore
import VinculaSQL
import VinculaSQLite

/// Checks whether the database of a data folder may be opened, created or upgraded.
enum SchemaCheck {
    /// The purpose for which the data is opened.
    enum Purpose {
        /// Commands, which neither create nor upgrade a database.
        case command
        /// Commands that may create a data folder.
        case creation
        /// The server, which upgrades an older version's data.
        case server
        /// A backup, which may be of an older version's data.
        case copy
    }

    /// Checks a database while no other process creates or upgrades it.
    ///
    /// - Throws: ``ConfigurationError``, `StoreUnavailable`, `StoreError`, `CancellationError`.
    static func look(_ configuration: ServerConfiguration, _ purpose: Purpose) async throws -> SchemaState {
        // Leaves no lock file in a folder without a database.
        guard let database = configuration.database else { return .absent }
        guard FileManager.default.fileExists(atPath: database.path) else {
            try requireNoLog(of: database)
            return .absent
        }
        let lock = try await OpeningLock(configuration.dataDirectory)
        defer { withExtendedLifetime(lock) {} }
        return try await require(configuration, purpose)
    }

    /// Requires a database that is fit for a purpose; the caller must hold the ``OpeningLock``.
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
                description: "\(database.path) is not a Vincula database. Choose another folder with --data.")
        case .newer(let steps): throw StoreError.databaseIsNewer(unknownMigrations: steps)
        case .empty:
            try requireUnused(configuration, database)
            if purpose == .command || purpose == .copy { throw DataDirectory.noData(configuration) }
        case .older(let missing):
            // An interrupted first start is resumed.
            let isUnfinished = purpose == .creation && DataDirectory.isBeingMade(directory)
            guard purpose == .server || purpose == .copy || isUnfinished else {
                throw ConfigurationError(description: older(missing, directory))
            }
        }
        return state
    }

    /// Requires that no log of a missing database is left: a new database would discard it, and with it the newest data.
    ///
    /// - Throws: ``ConfigurationError``.
    static func requireNoLog(of database: URL) throws {
        let log = database.path + "-wal"
        guard let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int, size > 0 else { return }
        throw ConfigurationError(
            description: """
                \(database.path) is missing, but its log \(log) still exists and contains the newest changes. Put the file back beside \
                it, or restore the last backup: vincula restore FILE --data \(database.deletingLastPathComponent().path). If the \
                data is no longer needed, delete the log.
                """)
    }

    /// The message about data that an older version wrote.
    static func older(_ missing: [String], _ directory: URL) -> String {
        """
        The data in \(directory.path) was written by an older version of Vincula (its schema is \(missing.count) \
        step\(missing.count == 1 ? "" : "s") behind), and only the server upgrades it: run `vincula serve` once, or use the \
        version that wrote it. Make a backup first: vincula backup FILE --data \(directory.path)
        """
    }

    /// Requires that an empty database is not one that lost its data.
    ///
    /// - Throws: ``ConfigurationError`` if it is.
    private static func requireUnused(_ configuration: ServerConfiguration, _ database: URL) throws {
        let directory = configuration.dataDirectory
        guard !DataDirectory.isBeingMade(directory) else { return }
        let sign: String
        if MasterKey.isThere(in: directory) {
            sign = "master.key exists"
        } else if configuration.masterKey != nil {
            sign = "VINCULA_MASTER_KEY is set"
        } else {
            return
        }
        throw ConfigurationError(
            description: """
                \(database.path) is damaged: it is empty, but \(directory.path) has been in use (\(sign)). Restore the last \
                backup: vincula restore FILE --data \(directory.path). If there was never any data, delete the empty file.
                """)
    }
}
