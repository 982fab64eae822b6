package import Foundation
import Synchronization
package import VinculaAuth

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Carries requests as an app's own transport does, counts them, and lets a test step in before and after each.
package final class WatchedTransport: AuthTransport {
    /// A method of the server, such as `accounts:lookup` or `token`.
    package typealias Method = String
    /// Gets the method and the body that goes out.
    package typealias Step = @Sendable (Method, String) async throws -> Void

    private struct State {
        var sent: [Method] = []
        var before: Step?
        var after: Step?
    }

    private let state = Mutex(State())
    private let next: any AuthTransport

    package init(_ next: any AuthTransport = HTTPTransport()) { self.next = next }

    /// The methods that were called, in order.
    package var sent: [Method] { state.withLock { $0.sent } }

    package func count(_ method: Method) -> Int { sent.count { $0 == method } }

    /// Runs before each request goes out; what it throws is what came of the request.
    package func before(_ step: Step?) { state.withLock { $0.before = step } }

    /// Runs when an answer has come, before the client gets it.
    package func after(_ step: Step?) { state.withLock { $0.after = step } }

    package func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let method = request.url?.lastPathComponent ?? ""
        let before = state.withLock { state in
            state.sent.append(method)
            return state.before
        }
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        try await before?(method, body)
        let answer = try await next.send(request)
        try await state.withLock { $0.after }?(method, body)
        return answer
    }
}

/// A gate that a test opens. Whoever comes before that waits.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var hasGuest = false
        var guests: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits until the gate is open.
    package func pass() async {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            state.hasGuest = true
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.guests.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until somebody is at the gate, or was.
    package func guest() async {
        await withCheckedContinuation { continuation in
            let hasGuest = state.withLock { state in
                if !state.hasGuest { state.watchers.append(continuation) }
                return state.hasGuest
            }
            if hasGuest { continuation.resume() }
        }
    }

    package func open() {
        let guests = state.withLock { state in
            state.isOpen = true
            defer { state.guests = [] }
            return state.guests
        }
        for guest in guests { guest.resume() }
    }
}
