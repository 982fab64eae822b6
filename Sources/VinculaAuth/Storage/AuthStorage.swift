public import Foundation

/// A place where the SDK keeps who is signed in, so that a restart of the app finds it again.
///
/// The SDK comes with ``FileStorage``, ``MemoryStorage`` and, on Apple's platforms, `KeychainStorage`. An app may bring its own.
/// What is stored contains a refresh token, which is as good as a password: no other user of the device may read it.
public protocol AuthStorage: Sendable {
    /// Reads what is stored under a key.
    ///
    /// "Cannot be read now" must be thrown and never be told as nil: the SDK takes nil as "nobody is signed in".
    ///
    /// - Parameter key: Any text, the empty one included. Keys that differ in case differ.
    /// - Returns: The stored bytes; nil only if there surely are none.
    /// - Throws: Any error if it cannot be read now: locked, no permission, a failing disk.
    func read(_ key: String) throws -> Data?

    /// Reads, decides and writes as one step, for all who share the storage, in this process and in others.
    ///
    /// After an error everything is as it was before. A process that is killed leaves the old bytes or the new ones, never a part.
    ///
    /// - Parameters:
    ///   - key: Any text, the empty one included.
    ///   - change: Gets the stored bytes or nil and returns the bytes to store; nil removes them. It is called at most once, at
    ///     once, on the caller's thread, and must not use the storage itself or wait for others who do.
    /// - Throws: What `change` throws, or any error if the bytes cannot be read or written.
    func update(_ key: String, _ change: (Data?) throws -> Data?) throws

    /// Does something while nobody else who shares the storage does the same, in this process or in another.
    ///
    /// The SDK renews sessions so: of two processes with one session, the second waits for the first and takes what that one has
    /// stored. A process that is killed lets the others go on. No thread waits, and nobody waits for ever: where the turn cannot be
    /// had, soon or at all, the work is done without it.
    ///
    /// By default nobody waits for anybody, which is right for a storage of one process.
    ///
    /// - Parameters:
    ///   - key: What the turns are about. Keys of ``update(_:_:)`` are others.
    ///   - work: Called once. It uses the storage, and asks for no other turn.
    /// - Throws: What `work` throws, and nothing else.
    func exclusively<Value: Sendable>(_ key: String, _ work: @Sendable () async throws -> Value) async throws -> Value
}

extension AuthStorage {
    public func exclusively<Value: Sendable>(
        _ key: String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await work()
    }
}
