public import Foundation

/// A store for the signed-in user, so that it is still available after the app restarts.
///
/// The SDK includes ``FileStorage``, ``MemoryStorage`` and, on Apple platforms, `KeychainStorage`. An app may provide its own.
/// The data contains a refresh token, which is as sensitive as a password: no other user of the device may read it.
public protocol AuthStorage: Sendable {
    /// Reads the data stored under a key.
    ///
    /// If the data cannot be read now, throw an error and never return nil: the SDK takes nil to mean that nobody is signed in.
    ///
    /// - Parameter key: Any string, including the empty one. Keys are case-sensitive.
    /// - Returns: The stored bytes; nil only if there are certainly none.
    /// - Throws: Any error if it cannot be read now: locked, no permission, a failing disk.
    func read(_ key: String) throws -> Data?

    /// Reads, decides and writes atomically with respect to everyone who shares the storage, in this process and in others.
    ///
    /// After an error nothing has changed. If the process is killed, either the old or the new bytes are stored, never a part
    /// of them.
    ///
    /// - Parameters:
    ///   - key: Any string, including the empty one.
    ///   - change: Receives the stored bytes or nil, and returns the bytes to store; nil removes them. Called at most once,
    ///     synchronously, on the caller's thread. It must not use the storage itself or wait for others who do.
    /// - Throws: The error from `change`, or any error if the bytes cannot be read or written.
    func update(_ key: String, _ change: (Data?) throws -> Data?) throws

    /// Runs work while no one else who shares the storage does so under the same key, in this process or in another.
    ///
    /// The SDK renews sessions this way: of two processes with one session, the second waits for the first and uses the
    /// tokens that it stored. If a process is killed, the others continue. No thread is blocked, and nobody waits forever: if
    /// the turn cannot be taken, at all or soon enough, the work runs without it.
    ///
    /// By default there is no waiting, which is correct for the storage of a single process.
    ///
    /// - Parameters:
    ///   - key: The key of the turns, unrelated to the keys of ``update(_:_:)``.
    ///   - work: Called once. It uses the storage, and must not take another turn.
    /// - Throws: Only the errors from `work`.
    func exclusively<Value: Sendable>(_ key: String, _ work: @Sendable () async throws -> Value) async throws -> Value
}

extension AuthStorage {
    /// Runs the work without waiting, which is correct for the storage of a single process.
    ///
    /// - Parameters:
    ///   - key: Ignored.
    ///   - work: Called once.
    /// - Throws: Only the errors from `work`.
    public func exclusively<Value: Sendable>(
        _ key: String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await work()
    }
}
