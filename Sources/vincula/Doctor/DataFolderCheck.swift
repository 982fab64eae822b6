import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL
import VinculaSQLite

/// The doctor's checks of the data folder's files, before anything opens them.
enum DataFolderCheck {
    /// The condition of the data.
    enum Fitness {
        case sound
        /// Written by an older version: only the server opens it, and upgrades it.
        case old
        /// Must not be opened.
        case damaged
    }

    static func findings(_ configuration: ServerConfiguration, isDeep: Bool) async -> (findings: [Finding], fitness: Fitness) {
        if configuration.database != nil {
            do {
                try DataDirectory.requireNoRestore(configuration.dataDirectory)
            } catch {
                return ([.bad("\(error)")], .damaged)
            }
        }
        if let address = configuration.databaseAddress {
            let found = await PostgreSQLFindings.all(configuration, ServerHome(configuration: configuration, address: address))
            return (modes(configuration) + found.findings, found.fitness)
        }
        guard let database = configuration.database else { return (modes(configuration), .sound) }
        guard FileManager.default.fileExists(atPath: database.path) else {
            do {
                try SchemaCheck.requireNoLog(of: database)
                return (modes(configuration), .sound)
            } catch {
                return (modes(configuration) + [.bad("\(error)")], .damaged)
            }
        }
        let directory = configuration.dataDirectory
        var findings = modes(configuration)
        findings.append(room(in: directory, database: database))
        let state: SchemaState
        do {
            state = try await SchemaCheck.look(configuration, .server)
        } catch {
            return (findings + [.bad("\(error)")], .damaged)
        }
        if state == .absent || state == .empty { return (findings, .sound) }
        let progress = BackupProgress()
        defer { progress.end() }
        do {
            let faults = try await DatabaseInspection.faults(of: database, isDeep ? .whole : .quick)
            guard faults.isEmpty else {
                findings += faults.map { .bad("\(database.path) is damaged: \($0).") }
                findings.append(
                    .note("Stop the server, and restore the last backup: vincula restore FILE\(lastBackup(configuration))"))
                return (findings, .damaged)
            }
            findings.append(
                .good(isDeep ? "The database is intact: pages, indexes and references." : "The database's pages are intact."))
        } catch {
            return (findings + [.bad("\(error)")], .damaged)
        }
        findings += backups(configuration)
        guard case .older(let missing) = state else { return (findings, .sound) }
        return (findings + [.note(SchemaCheck.older(missing, directory))], .old)
    }

    /// What can be said of the folder while a server has it open.
    static func whileServed(_ configuration: ServerConfiguration) -> [Finding] {
        guard !configuration.isEphemeral else { return [] }
        guard let database = configuration.database else { return modes(configuration) }
        return modes(configuration) + [room(in: configuration.dataDirectory, database: database)] + backups(configuration)
    }

    /// Checks the permissions and owners of the folders and their files.
    private static func modes(_ configuration: ServerConfiguration) -> [Finding] {
        guard !configuration.isEphemeral else { return [] }
        let directory = configuration.dataDirectory
        let database = DataDirectory.databaseName
        let names = ["", database, "\(database)-wal", "\(database)-shm", "master.key", "server.lock", "opening.lock", "backups"]
        var paths = names.map { $0.isEmpty ? directory.path : directory.appending(path: $0).path }
        if let backups = configuration.backups?.folder.path, !paths.contains(backups) { paths.append(backups) }
        let rights = paths.compactMap { path in FileRights(path).map { (path, $0) } }
        guard !rights.isEmpty else { return [] }
        let findings = rights.flatMap { $1.findings($0, user: UInt32(geteuid())) }
        return findings.isEmpty ? [.good("Only their owner can access the files in \(directory.path).")] : findings
    }

    private static func room(in directory: URL, database: URL) -> Finding {
        guard let free = DiskSpace.free(directory.path) else {
            return .note("The system does not report the free space on the disk.")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: database.path)
        return DiskRoom(free: free, database: (attributes?[.size] as? Int) ?? 0).finding(directory.path)
    }

    private static func backups(_ configuration: ServerConfiguration) -> [Finding] {
        guard let backups = configuration.backups else {
            return [.note("The server makes no automatic backups (backups.every is not set); `vincula backup FILE` makes one.")]
        }
        guard let newest = backups.newest else {
            return [.note("There is no backup in \(backups.folder.path) yet; the server makes one when it starts.")]
        }
        let age = SystemClock().now.seconds - newest.seconds
        let text = "The last backup in \(backups.folder.path) is from \(newest.short)"
        // A backup may be late: the server was down, or the copy takes long.
        return [
            age > 2 * backups.rotation.every
                ? .bad("\(text); a newer one is overdue. Check the server's log.") : .good("\(text).")
        ]
    }

    private static func lastBackup(_ configuration: ServerConfiguration) -> String {
        guard let backups = configuration.backups, let newest = backups.newest else { return "" }
        return " (the last is \(backups.folder.appending(path: BackupRotation.name(at: newest)).path))"
    }
}

/// The free space on a data folder's disk.
struct DiskRoom {
    let free: Int
    /// The size of the database, in bytes.
    let database: Int

    func finding(_ path: String) -> Finding {
        let text = "The disk that holds \(path) has \(free.inUnits) free"
        if free < 50_000_000 { return .bad("\(text): it is almost full. Free up space.") }
        if free < 1_000_000_000 || free < database { return .note("\(text); the database takes \(database.inUnits).") }
        return .good("\(text).")
    }
}
