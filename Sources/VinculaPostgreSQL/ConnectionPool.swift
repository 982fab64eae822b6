import Dispatch
import Foundation
import Synchronization
import VinculaEngine
import VinculaSQL

/// Threads that each have a connection: libpq blocks, and the threads of async tasks must not.
final class ConnectionPool: Sendable {
    private struct Job: Sendable {
        let since: ContinuousClock.Instant
        let run: @Sendable (ConnectionSlot) -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        var threads: Int
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    /// The maximum number of jobs that wait for a connection.
    private static let capacity = 4096
    /// The time that a job waits for a connection before it is refused.
    private static let patience = Duration.seconds(10)

    private let state: Mutex<State>
    private let wakeUps = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - size: The number of threads, and the maximum number of connections.
    ///   - door: Opens the connections.
    init(size: Int, door: ConnectionDoor) {
        state = Mutex(State(threads: size))
        for number in 0..<size {
            let thread = Thread { self.work(door) }
            thread.name = "vincula.postgresql.\(number)"
            thread.start()
        }
    }

    /// Runs a closure on a thread with a connection.
    ///
    /// - Throws: The closure's error, ``StoreError/isClosed``, or `StoreUnavailable` if too many are waiting.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (ConnectionSlot) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                since: .now, run: { slot in continuation.resume(with: Swift.Result { try body(slot) }) },
                refuse: { continuation.resume(throwing: $0) })
            let refusal = state.withLock { state -> (any Error)? in
                if state.isClosed { return StoreError.isClosed }
                if state.waiting.count >= Self.capacity { return Self.tooMany }
                state.waiting.append(job)
                return nil
            }
            if let refusal { job.refuse(refusal) } else { wakeUps.signal() }
        }
    }

    /// Refuses new jobs, and waits until the accepted ones are done and the connections closed.
    func close() async {
        await withCheckedContinuation { continuation in
            let (threads, isFirst) = state.withLock { state in
                let isFirst = !state.isClosed
                state.isClosed = true
                if state.threads > 0 { state.closers.append(continuation) }
                return (state.threads, isFirst)
            }
            if threads == 0 { continuation.resume() }
            if isFirst { for _ in 0..<threads { wakeUps.signal() } }
        }
    }

    private static let tooMany = StoreUnavailable(reason: .busy, detail: "too many requests wait for a connection")

    private func work(_ door: ConnectionDoor) {
        let slot = ConnectionSlot(door)
        while true {
            wakeUps.wait()
            let (job, isClosed) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isClosed)
            }
            if let job {
                if job.since.duration(to: .now) > Self.patience { job.refuse(Self.tooMany) } else { job.run(slot) }
            } else if isClosed {
                break
            }
        }
        slot.close()
        let closers = state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.closers : []
        }
        for closer in closers { closer.resume() }
    }
}
