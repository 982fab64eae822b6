import Dispatch
import Foundation
import GRDB
import VinculaEngine

/// Work on a database file that takes long: on a connection and a thread of its own, and stopped when its task is cancelled.
///
/// A connection of its own keeps out of the way of a server's, in this process or in another one.
final class LongWork: Sendable {
    private struct State {
        var isCancelled = false
        var connections: [DatabaseQueue] = []
    }

    private let state = Locked(State())

    /// Runs a closure with a hold on the work.
    ///
    /// - Throws: What the closure throws, in `StoreUnavailable`'s words where the file is at fault; `CancellationError`.
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
        // SQLite would make a file that is not there.
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError.file(path, reason: "there is no such file")
        }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        state.withLock { $0.connections.append(connection) }
        defer {
            // Interrupting is for connections that are open.
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
