import Foundation
import VinculaCore
import VinculaSQL

/// A file that has a temporary name, and is readable only by its owner, until it is complete and on disk.
struct PartialFile {
    let target: URL
    let file: URL

    /// Creates the empty file.
    ///
    /// - Throws: ``StoreError/file(_:reason:)``.
    init(for target: URL) throws {
        self.target = target
        let name = ".\(target.lastPathComponent).\(UInt32.random(in: 0...UInt32.max)).partial"
        file = target.deletingLastPathComponent().appending(path: name)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.file(target.path, reason: SystemReason.text(errno)) }
        close(descriptor)
    }

    /// Gives the file its final name, and synchronizes both to disk.
    func finish(replacing: Bool) throws {
        try Self.synchronize(file.path)
        if replacing || link(file.path, target.path) != 0 {
            if !replacing, errno == EEXIST { throw BackupError.exists(target.path) }
            // Some file systems do not support hard links.
            guard replacing || !FileManager.default.fileExists(atPath: target.path) else { throw BackupError.exists(target.path) }
            guard rename(file.path, target.path) == 0 else {
                throw StoreError.file(target.path, reason: SystemReason.text(errno))
            }
        } else {
            Self.remove(file.path)
        }
        try Self.synchronize(target.deletingLastPathComponent().path)
    }

    func discard() { for suffix in ["", "-wal", "-shm", "-journal"] { Self.remove(file.path + suffix) } }

    /// Waits until a file, or a folder's list of names, is on disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.file(path, reason: SystemReason.text(errno)) }
        defer { close(descriptor) }
        // Some file systems cannot do this for folders, and report EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError.file(path, reason: SystemReason.text(errno)) }
    }

    static func remove(_ path: String) { unlink(path) }

    /// Indicates whether a path names a database's own file, log, or index, whatever its spelling and whether or not it
    /// exists.
    static func isPart(_ target: URL, of database: URL) -> Bool {
        ["", "-wal", "-shm", "-journal"].contains { suffix in
            let own = database.path + suffix
            if let one = identity(own), let other = identity(target.path), one == other { return true }
            return URL(filePath: own).lastPathComponent == target.lastPathComponent
                && identity(database.deletingLastPathComponent().path) == identity(target.deletingLastPathComponent().path)
        }
    }

    /// The identity of the file behind a path, whatever its name; `nil` if there is none.
    private static func identity(_ path: String) -> [UInt64]? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return [UInt64(facts.st_dev), UInt64(facts.st_ino)]
    }

    /// Copies a file into one that only its owner can read.
    static func copy(_ source: String, to copy: String, check: () throws -> Void, progress: (Int, Int) -> Void) throws {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw StoreError.file(source, reason: SystemReason.text(errno)) }
        let reader = FileHandle(fileDescriptor: from, closeOnDealloc: true)
        let to = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw StoreError.file(copy, reason: SystemReason.text(errno)) }
        let writer = FileHandle(fileDescriptor: to, closeOnDealloc: true)
        do {
            let all = Int(try reader.seekToEnd())
            try reader.seek(toOffset: 0)
            try requireRoom(for: all, beside: URL(filePath: copy))
            var done = 0
            while let bytes = try reader.read(upToCount: 4 << 20), !bytes.isEmpty {
                try check()
                try writer.write(contentsOf: bytes)
                done += bytes.count
                progress(done, all)
            }
        } catch let error as CocoaError {
            throw StoreError.file(copy, reason: SystemReason.text(error))
        }
    }

    /// - Throws: ``BackupError/noRoom(folder:needed:free:)``.
    static func requireRoom(for bytes: Int, beside file: URL) throws {
        let folder = file.deletingLastPathComponent().path
        guard let free = DiskSpace.free(folder), free < bytes else { return }
        throw BackupError.noRoom(folder: folder, needed: bytes, free: free)
    }
}

/// The free space of disks.
package enum DiskSpace {
    /// Returns the number of bytes available to this user on a folder's disk; `nil` if the system does not say.
    package static func free(_ path: String) -> Int? {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
