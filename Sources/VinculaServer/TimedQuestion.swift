import Synchronization

/// A question to the store that is asked once at a time, and whose answer is waited for no longer than a limit.
final class TimedQuestion<Answer: Sendable>: Sendable {
    private let running = Mutex<Task<Answer?, Never>?>(nil)

    /// Runs a closure, unless one is running, and waits for its result.
    ///
    /// - Parameters:
    ///   - patience: The longest time to wait.
    ///   - ask: Asks the store.
    /// - Returns: `nil` if it throws or takes too long.
    func answer(within patience: Duration, _ ask: @escaping @Sendable () async throws -> Answer) async -> Answer? {
        let task = running.withLock { running in
            if let running { return running }
            let new = Task {
                let answer = try? await ask()
                self.running.withLock { $0 = nil }
                return answer
            }
            running = new
            return new
        }
        let first = FirstAnswer<Answer>()
        return await withCheckedContinuation { continuation in
            first.wait(continuation)
            Task { first.give(await task.value) }
            Task {
                try? await Task.sleep(for: patience)
                first.give(nil)
            }
        }
    }
}

/// The first of two answers.
private final class FirstAnswer<Answer: Sendable>: Sendable {
    private let waiting = Mutex<CheckedContinuation<Answer?, Never>?>(nil)

    func wait(_ continuation: CheckedContinuation<Answer?, Never>) { waiting.withLock { $0 = continuation } }

    func give(_ answer: Answer?) { waiting.withLock { $0.take() }?.resume(returning: answer) }
}
