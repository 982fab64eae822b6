import Synchronization

/// The server's readiness: it accepts requests only once it has started and until it drains.
package final class Readiness: Sendable {
    private let state = Mutex(false)
    private let probe = Mutex<Task<Bool, Never>?>(nil)
    private let patience: Duration

    /// - Parameter patience: The time that the store has for an answer.
    package init(patience: Duration = .seconds(2)) { self.patience = patience }

    package var isReady: Bool { state.withLock { $0 } }

    package func set(_ isReady: Bool) { state.withLock { $0 = isReady } }

    /// Runs a closure that asks the store for something, unless one is running, and waits for a limited time.
    ///
    /// - Returns: `false` if it throws or takes too long.
    func answersInTime(_ ask: @escaping @Sendable () async throws -> Void) async -> Bool {
        let running = probe.withLock { probe in
            if let probe { return probe }
            let new = Task {
                let answers: Bool
                do {
                    try await ask()
                    answers = true
                } catch {
                    answers = false
                }
                self.probe.withLock { $0 = nil }
                return answers
            }
            probe = new
            return new
        }
        let first = FirstAnswer()
        return await withCheckedContinuation { continuation in
            first.wait(continuation)
            Task { first.give(await running.value) }
            Task {
                try? await Task.sleep(for: patience)
                first.give(false)
            }
        }
    }
}

/// The first of two answers.
private final class FirstAnswer: Sendable {
    private let waiting = Mutex<CheckedContinuation<Bool, Never>?>(nil)

    func wait(_ continuation: CheckedContinuation<Bool, Never>) { waiting.withLock { $0 = continuation } }

    func give(_ answer: Bool) { waiting.withLock { $0.take() }?.resume(returning: answer) }
}
