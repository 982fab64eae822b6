import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open directory that only its owner can write to, with the file operations of ``FileStorage``.
///
/// All operations use its descriptor, so that the directory cannot be replaced between the check and the use.
struct PrivateDirectory {
    private let descriptor: Int32
    private let path: String

    /// Opens and checks a directory, and closes it after the body.
    ///
    /// - Parameter creating: If true, the directory and its missing parents are created.
    /// - Returns: The body's result; nil if the directory does not exist.
    static func use<R>(_ path: String, creating: Bool, _ body: (PrivateDirectory) throws -> R) throws -> R? {
        if creating { try create(path) }
        let (descriptor, error) = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if error == ENOENT, !creating { return nil }
        if error != 0 { throw StorageError("open", path, errno: error) }
        defer { close(descriptor) }
        _ = try check(descriptor, path)
        return try body(PrivateDirectory(descriptor: descriptor, path: path))
    }

    /// The bytes of a file; nil if it does not exist.
    func contents(of name: String) throws -> Data? {
        // Without O_NONBLOCK, opening a planted FIFO would block forever.
        let file: Int32
        do {
            file = try openFile(name, O_RDONLY | O_NONBLOCK)
        } catch let error as StorageError where error.code == ENOENT {
            return nil
        }
        defer { close(file) }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let (count, error) = Self.uninterrupted { read(file, &buffer, buffer.count) }
            if error != 0 { throw StorageError("read", place(name), errno: error) }
            if count == 0 { return data }
            data.append(contentsOf: buffer.prefix(count))
        }
    }

    /// Replaces a file atomically, using a temporary file that must not exist.
    func replace(_ name: String, by data: Data, through temporary: String) throws {
        let file = try openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        do {
            try write(data, to: file, temporary)
            #if canImport(Darwin)
                // Here fsync does not reach the disk itself. Not every file system supports more.
                let synced = fcntl(file, F_FULLFSYNC) == 0
            #else
                let synced = false
            #endif
            if !synced { try run("fsync", temporary) { fsync(file) } }
            try run("rename", name) { renameat(descriptor, temporary, descriptor, name) }
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        settle()
    }

    /// Removes a file if it exists.
    func remove(_ name: String) throws {
        let (_, error) = Self.uninterrupted { unlinkat(descriptor, name, 0) }
        if error != 0, error != ENOENT { throw StorageError("unlink", place(name), errno: error) }
    }

    /// Makes renames and removals survive a power failure.
    ///
    /// Errors are ignored: some file systems do not support this, and the operation is already done, which an error would deny.
    func settle() {
        fsync(descriptor)
    }

    /// Runs the body while no other process does so with the same lock file. Blocks the thread.
    ///
    /// - Throws: The error from the body; ``StorageError`` if others hold the lock for longer than `patience`.
    func withLock(_ name: String, patience: Duration, _ body: () throws -> Void) throws {
        let clock = SuspendingClock()
        let deadline = clock.now + patience
        var pause = 0.001
        while true {
            if let lock = try lock(name) {
                defer { lock.release() }
                return try body()
            }
            if clock.now >= deadline { throw Self.busy(place(name), by: "another process") }
            Thread.sleep(forTimeInterval: pause)
            pause = min(pause * 1.5, 0.05)
        }
    }

    /// Tries to lock a file for this process without waiting. The system releases the lock if the process is killed.
    ///
    /// - Returns: nil if another process holds the lock.
    func lock(_ name: String) throws -> FileLock? {
        while true {
            let file = try openFile(name, O_RDWR | O_CREAT | O_NONBLOCK)
            let lock = FileLock(file)
            let (_, error) = Self.uninterrupted { flock(file, LOCK_EX | LOCK_NB) }
            if error == EWOULDBLOCK {
                lock.release()
                return nil
            }
            if error != 0 {
                lock.release()
                throw StorageError("flock", place(name), errno: error)
            }
            // The file may have been removed meanwhile, and another process may already hold the lock of a new one.
            var held = stat()
            var named = stat()
            if fstat(file, &held) == 0, fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
                held.st_ino == named.st_ino, held.st_dev == named.st_dev
            {
                return lock
            }
            lock.release()
        }
    }

    static func busy(_ path: String, by holder: String) -> StorageError {
        StorageError(
            place: path, call: "flock", code: EWOULDBLOCK, reason: "It has been locked too long by \(holder)",
            advice: "Use `fuser` or `lsof` to see which process has it open.")
    }

    // MARK: - Steps

    private static func create(_ path: String) throws {
        let (_, error) = uninterrupted { mkdir(path, 0o700) }
        switch error {
        case 0, EEXIST: return
        case ENOENT:
            let parent = (path as NSString).deletingLastPathComponent
            if parent.isEmpty || parent == path { throw StorageError("mkdir", path, errno: error) }
            try create(parent)
            let (_, again) = uninterrupted { mkdir(path, 0o700) }
            if again != 0, again != EEXIST { throw StorageError("mkdir", path, errno: again) }
        // mkdir of an existing directory may also fail with these, above a home directory or on a read-only file system.
        case EACCES, EPERM, EROFS:
            var info = stat()
            if stat(path, &info) != 0 { throw StorageError("mkdir", path, errno: error) }
        default: throw StorageError("mkdir", path, errno: error)
        }
    }

    /// Opens a file in the directory, and makes it accessible to its owner only.
    private func openFile(_ name: String, _ flags: Int32) throws -> Int32 {
        let (file, error) = Self.uninterrupted { openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600) }
        if error != 0 { throw StorageError("open", place(name), errno: error) }
        do {
            let mode = try Self.check(file, place(name))
            guard mode & S_IFMT == S_IFREG else {
                throw StorageError(
                    place: place(name), call: "fstat", reason: "It is not a file",
                    advice: "Something else has this name: remove it, or choose another directory.")
            }
            if mode & 0o777 != 0o600 { try run("fchmod", name) { fchmod(file, 0o600) } }
            return file
        } catch {
            close(file)
            throw error
        }
    }

    /// Rejects files and directories that others could have written to.
    private static func check(_ descriptor: Int32, _ path: String) throws -> mode_t {
        var info = stat()
        let (_, error) = uninterrupted { fstat(descriptor, &info) }
        if error != 0 { throw StorageError("fstat", path, errno: error) }
        guard info.st_uid == geteuid() else {
            throw StorageError(
                place: path, call: "fstat",
                reason: "It is owned by the user with the uid \(info.st_uid), but this process runs as \(geteuid())",
                advice: "Choose a directory owned by this user, or one that does not exist yet.")
        }
        guard info.st_mode & 0o022 == 0 else {
            throw StorageError(
                place: path, call: "fstat",
                reason: "Users other than its owner can write to it (mode \(String(info.st_mode & 0o7777, radix: 8)))",
                advice: "If you trust its contents, run `chmod go-w` on it; otherwise choose another directory.")
        }
        return info.st_mode
    }

    private func write(_ data: Data, to file: Int32, _ name: String) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let (count, error) = Self.uninterrupted { posixWrite(file, bytes[offset...]) }
                if error != 0 { throw StorageError("write", place(name), errno: error) }
                offset += count
            }
        }
    }

    private func run(_ call: String, _ name: String, _ body: () -> Int32) throws {
        let (_, error) = Self.uninterrupted(body)
        if error != 0 { throw StorageError(call, place(name), errno: error) }
    }

    private func place(_ name: String) -> String { path + "/" + name }

    /// Repeats a call that was interrupted by a signal.
    ///
    /// - Returns: The result, and `errno` if the result is -1, else 0.
    private static func uninterrupted<R: SignedInteger>(_ call: () -> R) -> (R, Int32) {
        while true {
            let result = call()
            let error = errno
            if result != -1 { return (result, 0) }
            if error != EINTR { return (result, error) }
        }
    }
}

/// A file that this process has locked.
struct FileLock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Releases the lock. Must be called exactly once.
    func release() { close(descriptor) }
}

/// Calls the system's `write`, whose name is shadowed by a method above.
private func posixWrite(_ file: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let rest = UnsafeRawBufferPointer(rebasing: bytes)
    return write(file, rest.baseAddress, rest.count)
}
