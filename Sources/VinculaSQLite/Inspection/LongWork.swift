import Dispatch
import Foundation
import GRDB
import Synchronization
import VinculaEngine
import VinculaSQL

/// Long-running work on a database file, with its own connection and thread, which stops when its task is cancelled.
///
/// A separate connection does not block those of a server, in this process or another.
final class LongWork: Sendable {
    private struct State {
        var isCancelled = false
        var connections: [DatabaseQueue] = []
    }

    private let state = Mutex(State())

    /// Runs a closure that may open connections and check for cancellation.
    ///
    /// - Throws: The closure's error, as `StoreUnavailable` if the file is at fault, or `CancellationError`.
    static func run<Result: Sendable>(
        _ file: URL, _ body: @escaping @Sendable (LongWork) throws -> Result
    ) async throws -> Result {
        let work = LongWork()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .utility).async {
                    continuation.resume(with: Swift.Result { try work.named(file) { try body(work) } })
                }
            }
        } onCancel: {
            work.state.withLock { state in
                state.isCancelled = true
                for connection in state.connections { connection.interrupt() }
            }
        }
    }

    /// Runs a closure with a connection that is closed afterwards.
    func withConnection<Result>(
        to file: URL, _ configuration: Configuration = ConnectionSettings.plain(), _ body: (DatabaseQueue) throws -> Result
    ) throws -> Result {
        let path = file.path(percentEncoded: false)
        // SQLite would create a missing file.
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError.file(path, reason: "there is no such file")
        }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        state.withLock { $0.connections.append(connection) }
        defer {
            // Only open connections may be interrupted.
            state.withLock { $0.connections.removeAll { $0 === connection } }
            try? connection.close()
        }
        try check()
        return try body(connection)
    }

    /// - Throws: `CancellationError`.
    func check() throws {
        guard !state.withLock({ $0.isCancelled }) else { throw CancellationError() }
    }

    private func named<Result>(_ file: URL, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            try check()
            throw StoreUnavailable(error, file: file.path(percentEncoded: false)) as (any Error)? ?? error
        }
    }
}
