import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQLite

/// What the doctor says of the data folder's files, before anything opens them.
enum DataFolderCheck {
    /// - Returns: The findings; `isDamaged` where the database had better not be opened.
    static func findings(_ configuration: ServerConfiguration, isDeep: Bool) async -> (findings: [Finding], isDamaged: Bool) {
        if !configuration.isEphemeral {
            do {
                try DataDirectory.requireNoRestore(configuration.dataDirectory)
            } catch {
                return ([.bad("\(error)")], true)
            }
        }
        guard let database = configuration.database, FileManager.default.fileExists(atPath: database.path) else {
            return ([], false)
        }
        let directory = configuration.dataDirectory
        var findings = modes(of: directory)
        findings.append(room(in: directory, database: database))
        let progress = BackupProgress()
        defer { progress.end() }
        do {
            let faults = try await DatabaseInspection.faults(of: database, isDeep ? .whole : .quick)
            guard faults.isEmpty else {
                findings += faults.map { .bad("\(database.path) is damaged: \($0).") }
                findings.append(
                    .bad("Stop the server, and restore the last backup: vincula restore FILE\(lastBackup(configuration))"))
                return (findings, true)
            }
            findings.append(
                .good(isDeep ? "The database is sound: pages, indexes and references." : "The database's pages are sound."))
        } catch {
            return (findings + [.bad("\(error)")], true)
        }
        return (findings + backups(configuration), false)
    }

    /// Who may read and change the folder and its files, and whose they are.
    private static func modes(of directory: URL) -> [Finding] {
        let database = DataDirectory.databaseName
        let names = ["", database, "\(database)-wal", "\(database)-shm", "master.key", "server.lock", "backups"]
        var findings: [Finding] = []
        for path in names.map({ $0.isEmpty ? directory.path : directory.appending(path: $0).path }) {
            var facts = stat()
            guard stat(path, &facts) == 0 else { continue }
            findings += FileRights(mode: UInt32(facts.st_mode), owner: UInt32(facts.st_uid)).findings(
                path, user: UInt32(geteuid()))
        }
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

/// Who may do what with a file.
struct FileRights {
    /// As `stat` gives it.
    let mode: UInt32
    let owner: UInt32

    /// - Parameters:
    ///   - path: The file.
    ///   - user: Who asks; 0 for root, who may do everything whoever the owner is.
    func findings(_ path: String, user: UInt32) -> [Finding] {
        var findings: [Finding] = []
        let isFolder = mode & UInt32(S_IFMT) == UInt32(S_IFDIR)
        let right = isFolder ? "700" : "600"
        let what = (mode & 0o022 != 0) ? "changed" : "read"
        if mode & 0o022 != 0 || !isFolder && mode & 0o044 != 0 {
            findings.append(.bad("\(path) can be \(what) by others on this machine. Run `chmod \(right) \(path)`."))
        } else if mode & 0o077 != 0 {
            findings.append(.note("Others on this machine can look into \(path). Run `chmod \(right) \(path)`."))
        }
        if owner != user {
            let name = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "user \(owner)"
            findings.append(
                user == 0
                    ? .note("\(path) is \(name)'s; the server must run as \(name).")
                    : .bad("\(path) is \(name)'s. Run the server and this command as \(name), or change the owner."))
        }
        return findings
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
