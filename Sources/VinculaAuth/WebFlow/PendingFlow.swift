import Foundation

/// A flow that waits for its browser. A process has one at a time: a person can look at one sign-in page.
final class PendingFlow: Sendable {
    private enum State {
        case running
        case waiting(CheckedContinuation<String, any Error>)
        case ended(Swift.Result<String, any Error>)
    }

    private static let current = Locked<PendingFlow?>(nil)

    private let state = Locked(State.running)
    private let redirect: Locked<WebRedirect>

    private init(_ redirect: WebRedirect) {
        self.redirect = Locked(redirect)
    }

    /// Begins a flow, which the caller ends with ``leave()``.
    ///
    /// - Throws: `webContextCancelled` if there is one.
    static func begin(_ binding: FlowBinding, scheme: String?) throws -> PendingFlow {
        let flow = PendingFlow(WebRedirect(binding: binding, scheme: scheme, port: nil))
        let isFirst = current.withLock { current in
            guard current == nil else { return false }
            current = flow
            return true
        }
        guard isFirst else {
            throw AuthFailure.make(.webContextCancelled, message: "Another sign-in is open in a browser.")
        }
        return flow
    }

    /// Gives a redirect to the flow that is open now.
    ///
    /// - Returns: Whether it was that flow's.
    static func handle(_ url: URL) -> Bool {
        guard let flow = current.withLock({ $0 }) else { return false }
        return flow.receive(url)
    }

    func leave() {
        Self.current.withLock { if $0 === self { $0 = nil } }
    }

    /// From now on, redirects to the loopback listener's port are the flow's, too.
    func listens(on port: UInt16) {
        redirect.withLock { $0 = WebRedirect(binding: $0.binding, scheme: $0.scheme, port: port) }
    }

    func receive(_ url: URL) -> Bool {
        guard let outcome = redirect.withLock({ $0 }).outcome(of: url) else { return false }
        end(outcome)
        return true
    }

    /// Judges the query of a redirect to the loopback listener.
    ///
    /// - Returns: What ends the flow, to be called once the browser has its answer; nil if the redirect is not this flow's.
    func judge(query: String) -> (@Sendable () -> Void)? {
        guard let outcome = redirect.withLock({ $0 }).outcome(ofQuery: query) else { return nil }
        return { self.end(outcome) }
    }

    /// Only the first end counts.
    func end(_ outcome: Swift.Result<String, any Error>) {
        let waiting: CheckedContinuation<String, any Error>? = state.withLock { state in
            switch state {
            case .ended:
                return nil
            case .running:
                state = .ended(outcome)
                return nil
            case .waiting(let continuation):
                state = .ended(outcome)
                return continuation
            }
        }
        waiting?.resume(with: outcome)
    }

    /// Waits for the flow's end; called once.
    ///
    /// - Throws: The page's error; `webContextCancelled` when the time is over or the task is cancelled.
    func response(within timeout: Duration) async throws -> String {
        let timer = Task {
            try await Task.sleep(for: timeout)
            end(.failure(Self.cancelled("The sign-in in the browser was not finished in time.")))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ended: Swift.Result<String, any Error>? = state.withLock { state in
                    if case .ended(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let ended { continuation.resume(with: ended) }
            }
        } onCancel: {
            end(.failure(Self.cancelled(nil)))
        }
    }

    static func cancelled(_ message: String?) -> NSError {
        AuthFailure.make(.webContextCancelled, message: message)
    }
}
