import ArgumentParser
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaSQLite

/// `vincula restore`
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replaces the data with a backup.",
        discussion: """
            Stop the server first. The whole backup is copied and checked before anything changes. The old data is moved aside, \
            not deleted. The master key stays; it must be the one that the backup was made with. If the restore is interrupted, \
            nothing opens the folder until you run it again.
            """)

    @Argument(help: "A backup made by `vincula backup` or by the server.", completion: .file()) var file: String
    @OptionGroup(title: "Data") var data: DataFlags

    func run() async throws {
        let configuration = try await data.configuration()
        try configuration.requireFile(for: "`vincula restore`", PostgreSQLBackups.advice)
        guard !configuration.isEphemeral else {
            throw ConfigurationError(description: "With ephemeral set, there is no data to replace.")
        }
        let backup = URL(filePath: file)
        try Self.require(backup)
        let directory = try DataDirectory.prepared(configuration.dataDirectory)
        let lock = try ServerLock(directory, refusal: "A server is using \(directory.path). Stop it first.")
        let lease = try FolderLease(
            directory, .alone, refusal: "Another command is using \(directory.path). Try again when it is done.")
        defer { withExtendedLifetime((lock, lease)) {} }
        let progress = BackupProgress()
        let swap = RestoreSwap(directory)
        let facts = try await Interruptible.run {
            defer { progress.end() }
            return try await DatabaseBackup.copyChecked(backup, to: swap.copy, progress: progress.show)
        }
        let hasKey: Bool
        do {
            hasKey = try Self.opens(facts, configuration)
        } catch {
            swap.discard()
            throw error
        }
        let aside = try swap.run(isDevelopment: facts.isDevelopment, now: SystemClock().now)
        print("Restored \(file) to \(directory.path) (\(facts.bytes.inUnits), checked).")
        if let aside { print("The old data is in \(aside.path); delete it once everything works.") }
        if facts.isOlder { print("It was made by an older version; the next start upgrades its schema (\(facts.schema)).") }
        if !hasKey {
            print(
                """
                The master key is missing: put it into \(directory.appending(path: "master.key").path) with mode 0600, or set \
                VINCULA_MASTER_KEY. The backup cannot be used without it.
                """)
        }
        print("Next: vincula doctor --data \(directory.path), then start the server.")
    }

    private static func require(_ backup: URL) throws {
        guard FileManager.default.fileExists(atPath: backup.path) else {
            throw ConfigurationError(description: "There is no backup at \(backup.path).")
        }
        let lock = backup.deletingLastPathComponent().appending(path: "server.lock")
        guard backup.lastPathComponent == DataDirectory.databaseName, FileManager.default.fileExists(atPath: lock.path) else {
            return
        }
        // A database in use is not a backup: pages of it would be copied while they change.
        _ = try ServerLock(
            backup.deletingLastPathComponent(),
            refusal: "\(backup.path) is a running server's database, not a backup. Make one with `vincula backup`.")
    }

    /// Checks whether there is a master key for a backup.
    ///
    /// - Throws: ``ConfigurationError`` if there is one, but not the right one.
    private static func opens(_ facts: BackupFacts, _ configuration: ServerConfiguration) throws -> Bool {
        let directory = configuration.dataDirectory
        let sealer: Sealer
        if let key = configuration.masterKey {
            sealer = Sealer(masterKey: key, previous: configuration.previousMasterKey)
        } else {
            guard MasterKey.isThere(in: directory) else { return facts.sealed.isEmpty }
            sealer = try MasterKey.load(from: directory).sealer
        }
        for (name, secret) in facts.sealed {
            guard (try? sealer.open(secret, place: name)) == nil else { continue }
            let key = configuration.masterKey == nil ? directory.appending(path: "master.key").path : "VINCULA_MASTER_KEY"
            throw ConfigurationError(
                description: """
                    \(key) is not the master key that the backup was made with, so nothing was changed. Put the right one in \
                    its place, or move it away and run this again.
                    """)
        }
        return true
    }
}
