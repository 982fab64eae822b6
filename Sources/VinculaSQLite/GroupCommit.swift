import Dispatch
import GRDB
import Synchronization
import VinculaSQL

/// Combines waiting writes into one commit, so that they wait for the disk together.
///
/// A write that fails is rolled back without affecting the others. Callers get their result only once it is on disk. A
/// single write does not wait for others: each batch is whatever arrived while the previous one was being committed.
///
/// Cancelling a caller's task does not stop its write: otherwise a client could disconnect to avoid being counted by a rate
/// limit.
final class GroupCommit: Sendable {
    /// The maximum number of writes in one commit, so that the first of them does not wait forever.
    static let largestBatch = 256

    private struct Job: Sendable {
        /// Performs the write and returns a closure that delivers the result to its caller.
        let run: @Sendable (StoreConnection) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isDraining = false
        var isClosed = false
    }

    private let database: any DatabaseWriter
    private let connection: StoreConnection
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "vincula.sqlite.commits", qos: .userInitiated)

    /// - Parameters:
    ///   - database: The database.
    ///   - connection: Its connection that writes.
    init(_ database: any DatabaseWriter, _ connection: StoreConnection) {
        self.database = database
        self.connection = connection
    }

    /// The number of writes that wait for the batch after the current one.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Performs a write together with others.
    ///
    /// - Throws: The write's error, the database's error if the shared commit failed, or
    ///   ``StoreError/isClosed``.
    func write<Result: Sendable>(_ body: @escaping @Sendable (StoreConnection) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                Job(
                    run: { connection in
                        let result = try body(connection)
                        return { continuation.resume(returning: result) }
                    },
                    fail: { continuation.resume(throwing: $0) }
                )
            )
        }
    }

    /// Performs a write together with others, and returns before it is on disk.
    ///
    /// - Returns: The write's result, which nobody may learn before the commit.
    /// - Throws: As ``write(_:)``, if the write itself fails.
    func start<Result: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> Result
    ) async throws -> (result: Result, commit: CommitInProgress) {
        let commit = CommitInProgress()
        let result = try await withCheckedThrowingContinuation { continuation in
            enqueue(
                Job(
                    run: { connection in
                        let result = try body(connection)
                        commit.begin()
                        continuation.resume(returning: result)
                        return { commit.end(.success(())) }
                    },
                    fail: { error in
                        if !commit.end(.failure(error)) { continuation.resume(throwing: error) }
                    }
                )
            )
        }
        return (result, commit)
    }

    /// Runs a closure between two batches, off the caller's thread.
    func betweenBatches(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Refuses new writes. Those already accepted are completed before the next closure given to ``betweenBatches(_:)``
    /// runs.
    func close() { state.withLock { $0.isClosed = true } }

    private func enqueue(_ job: Job) {
        let isClosed = state.withLock { state in
            if state.isClosed { return true }
            state.waiting.append(job)
            if !state.isDraining {
                state.isDraining = true
                // Within the lock, so that whoever closes the store waits for it.
                queue.async { self.drain() }
            }
            return false
        }
        if isClosed { job.fail(StoreError.isClosed) }
    }

    private func drain() {
        while let batch = nextBatch() { commit(batch) }
    }

    private func nextBatch() -> [Job]? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isDraining = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.largestBatch))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private func commit(_ batch: [Job]) {
        var outcomes: [Result<@Sendable () -> Void, any Error>] = []
        do {
            outcomes = try database.writeWithoutTransaction { _ in try run(batch) }
        } catch {
            for job in batch { job.fail(error) }
            return
        }
        for (job, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .success(let tellCaller): tellCaller()
            case .failure(let error): job.fail(error)
            }
        }
    }

    /// Runs the writes of a batch in one transaction, unless all of them fail.
    private func run(_ batch: [Job]) throws -> [Result<@Sendable () -> Void, any Error>] {
        try connection.begin()
        do {
            // One write alone fails with the whole transaction.
            if batch.count == 1 {
                let tellCaller = try batch[0].run(connection)
                try connection.commit()
                return [.success(tellCaller)]
            }
            let outcomes = try batch.map(attempt)
            let hasSuccess = outcomes.contains { if case .success = $0 { true } else { false } }
            try hasSuccess ? connection.commit() : connection.rollback()
            return outcomes
        } catch {
            // GRDB stops the process if its connection is returned with a transaction open.
            try connection.rollback()
            throw error
        }
    }

    private func attempt(_ job: Job) throws -> Result<@Sendable () -> Void, any Error> {
        do {
            return .success(try connection.savepoint { try job.run(connection) })
        } catch {
            // SQLite may roll back the whole transaction itself, for example on a full disk. Then the whole batch has
            // failed.
            guard connection.isInsideTransaction else { throw error }
            return .failure(error)
        }
    }
}
