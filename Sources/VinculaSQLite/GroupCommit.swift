import Dispatch
import GRDB

/// Lets waiting writes share one commit, and with it one wait for the disk.
///
/// A write that fails undoes itself and nothing else. Callers hear of their result only once it is on the disk. A write
/// that comes alone does not wait for company: the next batch is simply what arrived while the last one was committed.
///
/// Cancelling a caller's task does not stop its write: whoever hangs up must not escape what is counted.
final class GroupCommit: Sendable {
    /// How many writes one commit takes at most, so that the first of them does not wait for ever.
    static let largestBatch = 256

    private struct Job: Sendable {
        /// Does the write, and gives back what tells its caller.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isDraining = false
        var isClosed = false
    }

    private let database: any DatabaseWriter
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "vincula.sqlite.commits", qos: .userInitiated)

    init(_ database: any DatabaseWriter) { self.database = database }

    /// How many writes wait for the batch after the one that is being committed.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does a write together with others.
    ///
    /// - Throws: What the write throws; the database's error if the commit that it shared came to nothing;
    ///   ``StoreError/isClosed``.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(
                Job(
                    run: { db in
                        let result = try body(db)
                        return { continuation.resume(returning: result) }
                    },
                    fail: { continuation.resume(throwing: $0) }
                )
            )
        }
    }

    /// Does something between two batches, off the caller's thread.
    func betweenBatches(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Takes no more writes; those that were taken are still done, before anything that ``betweenBatches(_:)`` is given next.
    func close() { state.withLock { $0.isClosed = true } }

    private func enqueue(_ job: Job) {
        enum Answer { case closed, start, wait }
        let answer = state.withLock { state -> Answer in
            if state.isClosed { return .closed }
            state.waiting.append(job)
            if state.isDraining { return .wait }
            state.isDraining = true
            return .start
        }
        switch answer {
        case .closed: job.fail(StoreError.isClosed)
        case .start: queue.async { self.drain() }
        case .wait: break
        }
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
            try database.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    outcomes = try batch.map { try Self.attempt($0, on: db) }
                    let hasSuccess = outcomes.contains { if case .success = $0 { true } else { false } }
                    return hasSuccess ? .commit : .rollback
                }
            }
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

    private static func attempt(_ job: Job, on db: Database) throws -> Result<@Sendable () -> Void, any Error> {
        do {
            return .success(try db.savepoint { try job.run(db) })
        } catch {
            // On a full disk, say, SQLite ends the whole transaction by itself: then nothing of the batch is left.
            guard db.isInsideTransaction else { throw error }
            return .failure(error)
        }
    }
}
