import Foundation
import VinculaCore
import VinculaSQLite

/// Moves a checked copy of a backup into a data folder that nothing else is using.
///
/// A mark file says that this is in progress, and keeps everybody out if it is interrupted: a database without its log, or with
/// another database's log, must never be opened.
struct RestoreSwap {
    private let directory: URL
    /// The path at which the checked copy must be.
    var copy: URL { directory.appending(path: "\(DataDirectory.databaseName).restored") }

    init(_ directory: URL) { self.directory = directory }

    func discard() { try? FileManager.default.removeItem(at: copy) }

    /// - Parameter isDevelopment: `true` if the data is a development server's; `nil` if the backup does not say.
    /// - Returns: The folder that the old data was moved to; `nil` if there was none.
    /// - Throws: ``ConfigurationError``.
    func run(isDevelopment: Bool?, now: Timestamp) throws -> URL? {
        let mark = DataDirectory.restoreMark(in: directory)
        if !FileManager.default.fileExists(atPath: mark.path) {
            let text = Data("A backup is being restored. Run `vincula restore` again if it was interrupted.\n".utf8)
            guard FileManager.default.createFile(atPath: mark.path, contents: text, attributes: [.posixPermissions: 0o600]) else {
                throw ConfigurationError(description: "\(mark.path) cannot be written: \(SystemReason.text(errno)).")
            }
        }
        try synchronize(mark)
        try synchronize(directory)
        let aside = try setAside(isDevelopment: isDevelopment, now: now)
        try move(copy, to: directory.appending(path: DataDirectory.databaseName))
        if isDevelopment == true { try DataDirectory.markAsDevelopment(directory) }
        try synchronize(directory)
        guard unlink(mark.path) == 0 else {
            throw ConfigurationError(description: "\(mark.path) cannot be removed: \(SystemReason.text(errno)).")
        }
        try synchronize(directory)
        return aside
    }

    private func setAside(isDevelopment: Bool?, now: Timestamp) throws -> URL? {
        var names = ["", "-wal", "-shm", "-journal"].map { DataDirectory.databaseName + $0 }
        if isDevelopment == false { names.append("development") }
        names = names.filter { FileManager.default.fileExists(atPath: directory.appending(path: $0).path) }
        guard !names.isEmpty else { return nil }
        let stem = BackupRotation.name(at: now).replacing("vincula-", with: "replaced-").replacing(".sqlite", with: "")
        var aside = directory.appending(path: stem, directoryHint: .isDirectory)
        var number = 1
        while FileManager.default.fileExists(atPath: aside.path) {
            number += 1
            aside = directory.appending(path: "\(stem)-\(number)", directoryHint: .isDirectory)
        }
        guard mkdir(aside.path, 0o700) == 0 else {
            throw ConfigurationError(description: "\(aside.path) cannot be created: \(SystemReason.text(errno)).")
        }
        for name in names { try move(directory.appending(path: name), to: aside.appending(path: name)) }
        try synchronize(aside)
        return aside
    }

    private func move(_ file: URL, to place: URL) throws {
        guard rename(file.path, place.path) == 0 else {
            throw ConfigurationError(description: "\(file.path) cannot be moved to \(place.path): \(SystemReason.text(errno)).")
        }
    }

    private func synchronize(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConfigurationError(description: "\(file.path) cannot be opened: \(SystemReason.text(errno)).")
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw ConfigurationError(description: "\(file.path) cannot be written: \(SystemReason.text(errno)).")
        }
    }
}
