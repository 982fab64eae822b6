import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQLite

/// What the doctor says of the data folder's files, before anything opens them.
enum DataFolderCheck {
    /// What can be done with the data.
    enum Fitness {
        case sound
        /// An older version's: the server upgrades it, and nobody else opens it.
        case old
        /// Nobody had better open it.
        case damaged
    }

    static func findings(_ configuration: ServerConfiguration, isDeep: Bool) async -> (findings: [Finding], fitness: Fitness) {
        if !configuration.isEphemeral {
            do {
                try DataDirectory.requireNoRestore(configuration.dataDirectory)
            } catch {
                return ([.bad("\(error)")], .damaged)
            }
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
                    .bad("Stop the server, and restore the last backup: vincula restore FILE\(lastBackup(configuration))"))
                return (findings, .damaged)
            }
            findings.append(
                .good(isDeep ? "The database is sound: pages, indexes and references." : "The database's pages are sound."))
        } catch {
            return (findings + [.bad("\(error)")], .damaged)
        }
        findings += backups(configuration)
        guard case .older(let missing) = state else { return (findings, .sound) }
        return (findings + [.note(SchemaCheck.older(missing, directory))], .old)
    }

    /// Who may read and change the folders and their files, and whose they are.
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
        return findings.isEmpty ? [.good("The files in \(directory.path) are their owner's alone.")] : findings
    }

    private static func room(in directory: URL, database: URL) -> Finding {
        guard let free = DiskSpace.free(directory.path) else {
            return .note("The system does not say how much room the disk has.")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: database.path)
        return DiskRoom(free: free, database: (attributes?[.size] as? Int) ?? 0).finding(directory.path)
    }

    private static func backups(_ configuration: ServerConfiguration) -> [Finding] {
        guard let backups = configuration.backups else {
            return [.note("The server makes no backups by itself (backups.every); `vincula backup FILE` makes one.")]
        }
        guard let newest = backups.newest else {
            return [.note("There is no backup in \(backups.folder.path) yet; the server makes one when it starts.")]
        }
        let age = SystemClock().now.seconds - newest.seconds
        let text = "The last backup in \(backups.folder.path) is of \(newest.short)"
        // One may be late: the server was down, or the copy takes long.
        return [
            age > 2 * backups.rotation.every
                ? .bad("\(text), and there should be a younger one: look into the log.") : .good("\(text).")
        ]
    }

    private static func lastBackup(_ configuration: ServerConfiguration) -> String {
        guard let backups = configuration.backups, let newest = backups.newest else { return "" }
        return " (the last is \(backups.folder.appending(path: BackupRotation.name(at: newest)).path))"
    }
}

/// How much room a data folder's disk has.
struct DiskRoom {
    let free: Int
    /// How large the database is.
    let database: Int

    func finding(_ path: String) -> Finding {
        let text = "The disk of \(path) has \(free.inUnits) left"
        if free < 50_000_000 { return .bad("\(text): soon nothing can be written. Make room.") }
        if free < 1_000_000_000 || free < database { return .note("\(text); the database has \(database.inUnits).") }
        return .good("\(text).")
    }
}
