import Synchronization

@testable import VinculaSQL

/// Cancels a copy after a number of batches.
final class Interruption: Sendable {
    private struct State {
        var left: Int
        var task: Task<Int, any Error>?
    }

    private let state: Mutex<State>

    /// - Parameter batches: The number of batches that are copied.
    init(after batches: Int) {
        // The first call is before the first batch.
        state = Mutex(State(left: batches + 1))
    }

    @Sendable func note(_ phase: DatabaseCopy.Phase, _ done: Int, _ total: Int) {
        guard phase == .copying else { return }
        state.withLock { state in
            state.left -= 1
            if state.left == 0 { state.task?.cancel() }
        }
    }

    func run(_ body: @escaping @Sendable () async throws -> Int) async throws -> Int {
        let task = state.withLock { state in
            let task = Task { try await body() }
            state.task = task
            return task
        }
        return try await task.value
    }
}
