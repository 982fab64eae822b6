import Foundation
import VinculaCore
import VinculaSQL

/// The database's files, which hold password hashes and must be accessible only to the server's user.
enum DatabaseFile {
    /// Creates the folder (0700) and the file (0600) unless they exist, and removes other users' rights to existing files.
    ///
    /// SQLite gives `-wal` and `-shm` the file's mode. A file created by SQLite would be readable to others until its mode
    /// is changed.
    ///
    /// - Throws: ``StoreError/file(_:reason:)``.
    static func prepare(_ file: URL) throws {
        let folder = file.deletingLastPathComponent().path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError.file(folder, reason: SystemReason.text(error))
        }
        let path = file.path(percentEncoded: false)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.file(path, reason: SystemReason.text(errno)) }
        close(descriptor)
        for name in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: name) {
            guard chmod(name, 0o600) == 0 else { throw StoreError.file(name, reason: SystemReason.text(errno)) }
        }
    }
}
