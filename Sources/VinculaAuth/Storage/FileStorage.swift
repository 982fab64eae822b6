import Crypto
public import Foundation

/// Stores sessions in files that only their owner can read, one per key. The SDK uses it on Linux.
///
/// A value is replaced by a rename, so that readers, and a killed writer, leave either the old or the new bytes. Writers in all
/// processes wait for each other on a lock file beside it, which remains when the value is removed.
///
/// A directory or file that belongs to someone else, or that others can write to, is rejected. A symbolic link in place of a
/// file is not followed; the directory itself may be one.
public final class FileStorage: AuthStorage {
    /// The directory that contains the files.
    public let directory: URL
    private let patience: Duration
    private let refreshLock: ProcessLock

    /// Creates a storage in a directory. Nothing is created or checked before the first use.
    ///
    /// - Parameter directory: A directory on this computer. If it does not exist, the first write creates it and its missing
    ///   parents, accessible to the owner only.
    public convenience init(directory: URL) {
        self.init(directory: directory, patience: .seconds(30))
    }

    /// - Parameters:
    ///   - patience: The time that a writer waits for others.
    ///   - turnPatience: The time that a session renewal waits for others.
    init(directory: URL, patience: Duration, turnPatience: Duration = .seconds(10)) {
        self.directory = directory
        self.patience = patience
        refreshLock = ProcessLock(patience: turnPatience)
    }

    /// Returns the directory used if the app sets no storage: `$XDG_STATE_HOME/vincula`, or `$HOME/.local/state/vincula`.
    ///
    /// - Parameter environment: The process's environment, except in tests.
    /// - Throws: ``StorageError`` if neither variable is an absolute path, as in some services.
    public static func defaultDirectory(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> URL {
        // The XDG Base Directory Specification: a relative path is invalid and must be ignored.
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return URL(fileURLWithPath: state, isDirectory: true).appendingPathComponent("vincula", isDirectory: true)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw StorageError(
                place: "HOME", call: "getenv", reason: "It is not set to an absolute path, so sessions cannot be stored",
                advice: "Set HOME or XDG_STATE_HOME, or choose a storage: FileStorage(directory:) or MemoryStorage().")
        }
        return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(".local/state/vincula", isDirectory: true)
    }

    /// Reads the data stored under a key; nil if there is no such file.
    ///
    /// - Throws: ``StorageError`` if the file exists but cannot be read.
    public func read(_ key: String) throws -> Data? {
        try PrivateDirectory.use(path(), creating: false) { try $0.contents(of: Self.fileName(key)) } ?? nil
    }

    /// Reads, decides and writes atomically with respect to all processes that use the directory.
    ///
    /// Blocks while another thread or process updates the same key.
    ///
    /// - Throws: The error from `change`; ``StorageError`` if the file cannot be read or written, or if others have held the
    ///   lock for 30 seconds.
    public func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        let name = Self.fileName(key)
        let path = try path()
        let lockName = Self.baseName(key) + ".lock"
        // On NFS a file lock works between processes only, so threads need their own lock; it is also fairer.
        let threads = Self.threads(path + "/" + lockName)
        guard threads.lock(before: Date(timeIntervalSinceNow: patience / .seconds(1))) else {
            throw PrivateDirectory.busy(
                path + "/" + lockName, by: "another thread, or by a change that updates the storage itself")
        }
        defer { threads.unlock() }
        try PrivateDirectory.use(path, creating: true) { directory in
            try directory.withLock(lockName, patience: patience) {
                let temporary = Self.baseName(key) + ".tmp"
                // Left by a writer that was killed; the holder of the lock owns it. It may contain a token.
                try directory.remove(temporary)
                let old = try directory.contents(of: name)
                let new = try change(old)
                if new == old { return }
                if let new {
                    try directory.replace(name, by: new, through: temporary)
                } else {
                    try directory.remove(name)
                    directory.settle()
                }
            }
        }
    }

    /// Runs work while no other process that uses the directory does so under the same key.
    ///
    /// Others wait up to ten seconds, then continue without their turn. On iOS and similar platforms there is no waiting: the
    /// system terminates an app that is suspended while it holds a lock in a shared group container.
    public func exclusively<Value: Sendable>(
        _ key: String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            return try await work()
        #else
            guard let path = try? path() else { return try await work() }
            return try await refreshLock.hold(Self.baseName(key) + ".turn", in: path, for: work)
        #endif
    }

    private func path() throws -> String {
        guard directory.isFileURL, !directory.path.utf8.contains(0) else {
            throw StorageError(
                place: directory.absoluteString, call: "FileStorage", reason: "It is not the URL of a directory on this computer",
                advice: "Use URL(fileURLWithPath:).")
        }
        return directory.path
    }

    static func fileName(_ key: String) -> String { baseName(key) + ".stored" }

    /// Encodes any key as a safe file name, also for case-insensitive file systems. A long name ends in its hash.
    private static func baseName(_ key: String) -> String {
        var name = ""
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                name.append(Character(Unicode.Scalar(byte)))
            default:
                name += "%" + hex(byte)
            }
        }
        // Encrypting file systems allow as few as 143 bytes.
        guard name.utf8.count > 100 else { return name }
        return name.prefix(35) + "~" + SHA256.hash(data: Data(key.utf8)).map(hex).joined()
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func threads(_ path: String) -> NSLock {
        registry.lock.withLock {
            if let lock = registry.locks[path] { return lock }
            let lock = NSLock()
            registry.locks[path] = lock
            return lock
        }
    }

    /// The locks of this process: one per path, shared by all objects.
    private final class Registry: @unchecked Sendable {
        let lock = NSLock()
        var locks: [String: NSLock] = [:]
    }
    private static let registry = Registry()
}
