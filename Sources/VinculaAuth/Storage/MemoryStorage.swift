public import Foundation

/// Keeps sessions in memory: whoever is signed in is signed out when the process ends.
///
/// Two apps, or two `Auth` instances, share a session only if they get the same object.
public final class MemoryStorage: AuthStorage, @unchecked Sendable {
    private let lock = NSLock()
    private var values: [String: Data] = [:]

    public init() {}

    /// Reads what is stored under a key; nil if there is nothing.
    public func read(_ key: String) -> Data? {
        lock.withLock { values[key] }
    }

    /// Reads, decides and writes as one step.
    ///
    /// - Throws: Only what `change` throws.
    public func update(_ key: String, _ change: (Data?) throws -> Data?) rethrows {
        try lock.withLock { values[key] = try change(values[key]) }
    }
}
