import Foundation

/// A flow that waits for its browser. A process has one at a time: a person can look at one sign-in page.
final class PendingFlow: Sendable {
    private enum State {
        case running
        case waiting(CheckedContinuation<String, any Error>)
        case ended(Swift.Result<String, any Error>)
    }

    private static let current = Locked<PendingFlow?>(nil)

    private struct Place {
        var redirect: WebRedirect
        var page: URL?
    }

    let binding: FlowBinding
    private let state = Locked(State.running)
    private let place: Locked<Place>

    private init(_ binding: FlowBinding, scheme: String?) {
        self.binding = binding
        place = Locked(Place(redirect: WebRedirect(binding: binding, scheme: scheme, port: nil)))
    }

    #if os(iOS) || os(visionOS)
        private static let givesWay = false
    #else
        /// A browser tells nobody that its window was closed, so that whoever begins a new sign-in need not wait for the old one. Apple's
        /// sheet does tell.
        private static let givesWay = true
    #endif

    /// Begins a flow, which the caller ends with ``leave()``. Where there is one, that one ends with `webContextCancelled`.
    ///
    /// - Throws: `webContextCancelled` if there is one that a person must end first.
    static func begin(_ binding: FlowBinding, scheme: String?) throws -> PendingFlow {
        let flow = PendingFlow(binding, scheme: scheme)
        let other = current.withLock { current in
            let other = current
            if other == nil || givesWay { current = flow }
            return other
        }
        guard let other else { return flow }
        guard givesWay else { throw cancelled("Another sign-in is open in a browser.") }
        other.end(.failure(cancelled("Another sign-in in a browser was begun.")))
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
    ///
    /// - Parameter page: Makes the address of the sign-in page out of the one that it sends its result to.
    /// - Returns: The sign-in page.
    func listens(on port: UInt16, page: (_ redirect: String) throws -> URL) throws -> URL {
        let page = try page("http://127.0.0.1:\(port)\(binding.loopbackPath)")
        place.withLock {
            $0.redirect = WebRedirect(binding: binding, scheme: $0.redirect.scheme, port: port)
            $0.page = page
        }
        return page
    }

    /// The sign-in page; nil unless there is a loopback listener.
    var page: URL? { place.withLock { $0.page } }

    /// An address at the loopback listener that leads to a page. Only this user's programs are told the way, so others may know it.
    ///
    /// - Returns: nil if it is not the page of the flow that is open now.
    static func launchAddress(of page: URL) -> URL? {
        guard let flow = current.withLock({ $0 }) else { return nil }
        return flow.place.withLock { place in
            guard place.page == page, let port = place.redirect.port else { return nil }
            return URL(string: "http://127.0.0.1:\(port)\(flow.binding.launchPath)")
        }
    }

    func receive(_ url: URL) -> Bool {
        guard let outcome = place.withLock({ $0.redirect }).outcome(of: url) else { return false }
        end(outcome)
        return true
    }

    /// Judges the query of a redirect to the loopback listener.
    ///
    /// - Returns: What ends the flow, to be called once the browser has its answer; nil if the redirect is not this flow's.
    func judge(query: String) -> (@Sendable () -> Void)? {
        guard let outcome = place.withLock({ $0.redirect }).outcome(ofQuery: query) else { return nil }
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
