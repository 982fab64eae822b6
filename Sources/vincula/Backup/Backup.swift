import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQLite

/// `vincula backup`
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a verified copy of the data to one file, even while the server is running.",
        discussion: """
            The copy is a consistent snapshot, even if the server writes meanwhile. The whole copy is checked before it gets its \
            name; an interrupted run leaves no file. Only its owner can read it. It does not contain the master key: keep that \
            elsewhere. `vincula restore` restores it.
            """)

    @Argument(help: "The file to write, or a folder; in a folder, the file is named after the current time.", completion: .file())
    var file: String
    @Flag(help: "Replace an existing file.") var replace = false
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try configuration.requireFile(for: "`vincula backup`", PostgreSQLBackups.advice)
        let database = try DataDirectory.database(configuration)
        let lease = try FolderLease(configuration.dataDirectory, .shared)
        defer { withExtendedLifetime(lease) {} }
        try DataDirectory.requireNoRestore(configuration.dataDirectory)
        // An older version's data is copied as it is: that is the backup before an upgrade.
        _ = try await SchemaCheck.look(configuration, .copy)
        var isFolder: ObjCBool = false
        var target = URL(filePath: file)
        if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            // The server's rotation does not count this name, so it never deletes a manual backup.
            target.append(path: "by-hand-" + BackupRotation.name(at: SystemClock().now))
        }
        if replace { try requireBackup(at: target) }
        let progress = BackupProgress()
        let isDevelopment = DataDirectory.isDevelopment(configuration)
        let (written, replaces) = (target, replace)
        let facts = try await Interruptible.run {
            defer { progress.end() }
            return try await DatabaseBackup.write(
                database, to: written, isDevelopment: isDevelopment, replaces: replaces, progress: progress.show)
        }
        print("Backup written and checked: \(target.path) (\(facts.bytes.inUnits)).")
        print(
            configuration.masterKey == nil
                ? """
                The backup does not contain the master key and cannot be used without it: keep a copy of \
                \(configuration.dataDirectory.appending(path: "master.key").path) in another place.
                """
                : "The backup does not contain the master key and cannot be used without it: keep VINCULA_MASTER_KEY in another place."
        )
        print("To restore it: vincula restore \(target.path) --data \(configuration.dataDirectory.path)")
    }

    /// Requires that a file to be replaced is a database: a mistyped name must not overwrite the master key.
    ///
    /// - Throws: ``ConfigurationError``.
    private func requireBackup(at target: URL) throws {
        // The database's own files are refused by the copy itself, by whatever name they are reached.
        guard !target.lastPathComponent.hasPrefix(DataDirectory.databaseName), FileManager.default.fileExists(atPath: target.path)
        else { return }
        let start = try? FileHandle(forReadingFrom: target).read(upToCount: 16)
        guard start != Data("SQLite format 3\0".utf8) else { return }
        throw ConfigurationError(description: "\(target.path) is not a backup, so it is not replaced. Choose another file.")
    }
}
