import Synchronization

/// The commit of a write whose caller has its result already, and must not tell anybody before the end.
final class CommitInProgress: Sendable {
    private enum State {
        /// The write has not run.
        case ahead
        case running
        case awaited(CheckedContinuation<Void, any Error>)
        case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.ahead)

    /// Notes that the write has run.
    func begin() { state.withLock { $0 = .running } }

    /// Notes the end.
    ///
    /// - Returns: `false` if the write has not run, so that nobody waits for the end.
    @discardableResult
    func end(_ outcome: Result<Void, any Error>) -> Bool {
        let (hasBegun, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Void, any Error>?) in
            switch state {
            case .ahead: return (false, nil)
            case .running, .ended:
                state = .ended(outcome)
                return (true, nil)
            case .awaited(let continuation):
                state = .ended(outcome)
                return (true, continuation)
            }
        }
        continuation?.resume(with: outcome)
        return hasBegun
    }

    /// Waits until the write is on disk.
    ///
    /// - Throws: The error of the shared commit.
    func wait() async throws {
        if case .ended(let outcome) = state.withLock({ $0 }) { return try outcome.get() }
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state -> Result<Void, any Error>? in
                if case .ended(let outcome) = state { return outcome }
                state = .awaited(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}
