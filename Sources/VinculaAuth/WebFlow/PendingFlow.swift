import Foundation

/// A flow that waits for its browser. A process has one at a time, because a person can use only one sign-in page.
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

    #if canImport(AuthenticationServices) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
        private static let givesWay = false
    #else
        /// Indicates that a new flow cancels the previous one: a browser does not report that its window was closed, so a new
        /// sign-in must not wait for the old one. Apple's sheet does report it.
        private static let givesWay = true
    #endif

    /// Starts a flow, which the caller ends with ``leave()``. A flow already in progress ends with `webContextCancelled`.
    ///
    /// - Throws: `webContextCancelled` if there is one that the person must close first.
    static func begin(_ binding: FlowBinding, scheme: String?) throws -> PendingFlow {
        let flow = PendingFlow(binding, scheme: scheme)
        let other = current.withLock { current in
            let other = current
            if other == nil || givesWay { current = flow }
            return other
        }
        guard let other else { return flow }
        guard givesWay else { throw cancelled("Another sign-in is open in a browser.") }
        other.end(.failure(cancelled("Another browser sign-in was started.")))
        return flow
    }

    /// Passes a redirect to the flow in progress.
    ///
    /// - Returns: True if the redirect belonged to that flow.
    static func handle(_ url: URL) -> Bool {
        guard let flow = current.withLock({ $0 }) else { return false }
        return flow.receive(url)
    }

    func leave() {
        Self.current.withLock { if $0 === self { $0 = nil } }
    }

    /// Accepts redirects to the loopback listener's port as well from now on.
    ///
    /// - Parameter page: Creates the URL of the sign-in page from the URL to which it sends its result.
    /// - Returns: The URL of the sign-in page.
    func listens(on port: UInt16, page: (_ redirect: String) throws -> URL) throws -> URL {
        let page = try page("http://127.0.0.1:\(port)\(binding.loopbackPath)")
        place.withLock {
            $0.redirect = WebRedirect(binding: binding, scheme: $0.redirect.scheme, port: port)
            $0.page = page
        }
        return page
    }

    /// The URL of the sign-in page; nil unless there is a loopback listener.
    var page: URL? { place.withLock { $0.page } }

    /// Returns a URL at the loopback listener that redirects to a page. The listener serves only this user's programs, so the
    /// URL need not be secret.
    ///
    /// - Returns: nil if the page does not belong to the flow in progress.
    static func launchAddress(of page: URL) -> URL? {
        guard let flow = current.withLock({ $0 }) else { return nil }
        return flow.place.withLock { place in
            guard place.page == page, let port = place.redirect.port else { return nil }
            return URL(string: "http://127.0.0.1:\(port)\(flow.binding.launchPath)")
        }
    }

    /// Ends the flow in progress because its page cannot be shown to anybody. Another flow is not affected.
    static func fail(_ page: URL, _ error: NSError) {
        guard let flow = current.withLock({ $0 }), flow.page == page else { return }
        flow.end(.failure(error))
    }

    func receive(_ url: URL) -> Bool {
        guard let outcome = place.withLock({ $0.redirect }).outcome(of: url) else { return false }
        end(outcome)
        return true
    }

    /// Ends the flow with what Apple's sheet brought when it closed: the app's own URL, or an error.
    ///
    /// - Parameters:
    ///   - url: The URL with the app's scheme; a URL of another flow is not a result, and the sheet does not open again.
    ///   - error: The sheet's error.
    ///   - isCancelled: Indicates that the person closed the sheet.
    func sheetClosed(_ url: URL?, error: (any Error)?, isCancelled: Bool) {
        if let url, receive(url) { return }
        end(.failure(AuthFailure.make(isCancelled ? .webContextCancelled : .webInternalError, underlying: error)))
    }

    /// Evaluates the query of a redirect to the loopback listener.
    ///
    /// - Returns: A closure that ends the flow, to be called after the browser has its response; nil if the redirect belongs to
    ///   another flow.
    func judge(query: String) -> (@Sendable () -> Void)? {
        guard let outcome = place.withLock({ $0.redirect }).outcome(ofQuery: query) else { return nil }
        return { self.end(outcome) }
    }

    /// Ends the flow; later calls have no effect.
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

    /// Waits for the end of the flow. Must be called once.
    ///
    /// - Throws: The page's error; `webContextCancelled` after the timeout or if the task is cancelled.
    func response(within timeout: Duration) async throws -> String {
        let timer = Task {
            try await Task.sleep(for: timeout)
            end(.failure(Self.cancelled("The browser sign-in was not completed in time.")))
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
