import Foundation

/// The database's files, which hold password hashes and belong to nobody but the server's user.
enum DatabaseFile {
    /// Makes the folder (0700) and the file (0600) unless they exist, and takes others' rights from existing files.
    ///
    /// SQLite gives `-wal` and `-shm` the file's mode. Made by SQLite, the file would be readable to others until changed.
    static func prepare(_ file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]
        )
        let path = file.path(percentEncoded: false)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        close(descriptor)
        for name in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: name) {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: name)
        }
    }
}
