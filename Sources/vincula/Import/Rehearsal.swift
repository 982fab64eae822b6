import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQLite

/// Runs a command on a copy of the data, which is deleted afterwards: what it would do is what it does there.
enum Rehearsal {
    /// - Throws: ``ConfigurationError``, or any error of the closure.
    static func run<Result: Sendable>(
        _ configuration: ServerConfiguration, _ body: (AuthEngine) async throws -> Result
    ) async throws -> Result {
        try configuration.requireFile(
            for: "--dry-run", "Restore a copy of the database (pg_dump, pg_restore), and import into that with VINCULA_DATABASE.")
        let database = try DataDirectory.database(configuration)
        let folder = configuration.dataDirectory.appending(path: "dry-run", directoryHint: .isDirectory)
        _ = try DataDirectory.prepared(folder)
        let lock = try ServerLock(folder, refusal: "Another dry run is using \(folder.path).")
        defer {
            withExtendedLifetime(lock) {}
            try? FileManager.default.removeItem(at: folder)
        }
        let copy = folder.appending(path: DataDirectory.databaseName)
        // What a dry run left that was killed.
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + ending) }
        _ = try await SchemaCheck.look(configuration, .command)
        let progress = BackupProgress()
        _ = try await DatabaseBackup.write(
            database, to: copy, isDevelopment: DataDirectory.isDevelopment(configuration), progress: progress.show)
        progress.end()
        let installation = try await Installation.open(
            configuration, creates: false, home: FileHome(configuration: configuration, copy: copy))
        do {
            try await installation.engine.requireProject(configuration)
            let result = try await body(installation.engine)
            try await installation.close()
            return result
        } catch {
            try? await installation.close()
            throw error
        }
    }
}
