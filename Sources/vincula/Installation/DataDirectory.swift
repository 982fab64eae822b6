import Foundation
import VinculaCore

/// The data folder.
enum DataDirectory {
    static let databaseName = "vincula.sqlite"

    /// The database of a folder that has one.
    ///
    /// - Throws: ``ConfigurationError`` if there is none, or if a restore was interrupted.
    static func database(_ configuration: ServerConfiguration) throws -> URL {
        guard !configuration.isEphemeral else {
            throw ConfigurationError(description: "With ephemeral set, there is no data for this command.")
        }
        let directory = configuration.dataDirectory
        // During a restore there may be no database for a moment, and nobody must create a new one.
        try requireNoRestore(directory)
        let database = directory.appending(path: databaseName)
        guard FileManager.default.fileExists(atPath: database.path) else {
            try SchemaCheck.requireNoLog(of: database)
            throw noData(configuration)
        }
        return database
    }

    /// The error for a folder without data, with the command that creates it.
    static func noData(_ configuration: ServerConfiguration) -> ConfigurationError {
        let path = configuration.dataDirectory.path
        let project = configuration.project == Settings.all.project.fallback ? "NAME" : configuration.project
        return ConfigurationError(
            description: """
                There is no data in \(path). If it is elsewhere, specify the folder with --data. Otherwise create your project \
                first: vincula projects create \(Table.printable(project)) --data \(path)
                """)
    }

    /// The file that marks a folder while its database is created for the first time.
    private static func makingMark(in directory: URL) -> URL { directory.appending(path: "making") }

    /// True if the database of a folder is being created, or if that was interrupted.
    static func isBeingMade(_ directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: makingMark(in: directory).path)
    }

    /// Marks a folder whose database is about to be created, so that an empty database does not count as lost data.
    static func beginMaking(_ directory: URL) throws {
        try write("The database is being created; the next start resumes this if needed.", to: makingMark(in: directory))
    }

    static func endMaking(_ directory: URL) { try? FileManager.default.removeItem(at: makingMark(in: directory)) }

    /// The file that marks a folder while a backup is restored to it.
    static func restoreMark(in directory: URL) -> URL { directory.appending(path: "restoring") }

    /// - Throws: ``ConfigurationError`` if a restore was interrupted.
    static func requireNoRestore(_ directory: URL) throws {
        guard FileManager.default.fileExists(atPath: restoreMark(in: directory).path) else { return }
        throw ConfigurationError(
            description: "A restore to \(directory.path) was interrupted. Run `vincula restore` again.")
    }

    /// Creates the folder, accessible only to its owner, unless it exists.
    ///
    /// - Throws: ``ConfigurationError`` if it cannot be created.
    static func prepared(_ directory: URL) throws -> URL {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationError(
                description:
                    "The data folder \(directory.path) cannot be created: \(SystemReason.text(error)). Choose another with --data."
            )
        }
        return directory
    }

    private static func developmentMark(in directory: URL) -> URL { directory.appending(path: "development") }

    /// True if a `--dev` server has ever used the folder, or is about to.
    static func isDevelopment(_ configuration: ServerConfiguration) -> Bool {
        configuration.isDevelopment || isMarkedAsDevelopment(configuration)
    }

    static func isMarkedAsDevelopment(_ configuration: ServerConfiguration) -> Bool {
        // No development server uses PostgreSQL.
        guard !configuration.isEphemeral, configuration.databaseAddress == nil else { return false }
        return FileManager.default.fileExists(atPath: developmentMark(in: configuration.dataDirectory).path)
    }

    /// Marks a folder as a `--dev` server's, so that production refuses it and commands know its projects' defaults.
    static func markAsDevelopment(_ directory: URL) throws {
        let mark = developmentMark(in: directory)
        guard !FileManager.default.fileExists(atPath: mark.path) else { return }
        try write("A development server uses this folder; a production server refuses it.", to: mark)
    }

    private static func write(_ text: String, to mark: URL) throws {
        let data = Data("\(text)\n".utf8)
        guard FileManager.default.createFile(atPath: mark.path, contents: data, attributes: [.posixPermissions: 0o600]) else {
            throw ConfigurationError(description: "\(mark.path) cannot be written: \(SystemReason.text(errno)).")
        }
    }
}

extension ServerConfiguration {
    /// The database file; `nil` if the data is in memory or in PostgreSQL.
    var database: URL? { isEphemeral || databaseAddress != nil ? nil : dataDirectory.appending(path: DataDirectory.databaseName) }
}
