public import Foundation

/// Stores sessions in memory: the user is signed out when the process ends.
///
/// Two apps, or two `Auth` instances, share a session only if they use the same object.
public final class MemoryStorage: AuthStorage, @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: Data] = [:]

    /// Creates an empty storage.
    public init() {}

    /// Reads the data stored under a key; nil if there is none.
    public func read(_ key: String) -> Data? {
        lock.withLock { values[key] }
    }

    /// Reads, decides and writes atomically.
    ///
    /// - Throws: Only the error from `change`.
    public func update(_ key: String, _ change: (Data?) throws -> Data?) rethrows {
        try lock.withLock { values[key] = try change(values[key]) }
    }
}
