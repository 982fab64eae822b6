import ChildProcesses
package import Foundation
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

    /// A request that went out.
    package struct Sent: Sendable {
        package let method: Method
        package let query: String
        package let headers: [String: String]
        package let body: String
    }
    /// An answer in the server's place.
    package struct Reply: Sendable {
        let status: Int
        let body: String

        package static func good(_ body: String) -> Reply { Reply(status: 200, body: body) }
        /// The server's word for what is wrong.
        package static func refusal(_ message: String) -> Reply {
            Reply(status: 400, body: #"{"error":{"code":400,"message":"\#(message)"}}"#)
        }
    }

    private struct State {
        var requests: [Sent] = []
        var before: Step?
        var after: Step?
        var replies: [Method: Reply] = [:]
    }

    private let state = Guarded(State())
    private let next: any AuthTransport

    package init(_ next: any AuthTransport = HTTPTransport()) { self.next = next }

    /// The methods that were called, in order.
    package var sent: [Method] { requests.map(\.method) }

    /// The requests, in order.
    package var requests: [Sent] { state.withLock { $0.requests } }

    package func count(_ method: Method) -> Int { sent.count { $0 == method } }

    /// Runs before each request goes out; what it throws is what came of the request.
    package func before(_ step: Step?) { state.withLock { $0.before = step } }

    /// Runs when an answer has come, before the client gets it.
    package func after(_ step: Step?) { state.withLock { $0.after = step } }

    /// Answers requests of some methods in the server's place, from now on.
    package func reply(_ replies: [Method: Reply]) { state.withLock { $0.replies = replies } }

    package func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let method = request.url?.lastPathComponent ?? ""
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        let sent = Sent(
            method: method, query: request.url?.query() ?? "", headers: request.allHTTPHeaderFields ?? [:], body: body)
        let (before, reply) = state.withLock { state in
            state.requests.append(sent)
            return (state.before, state.replies[method])
        }
        try await before?(method, body)
        let answer =
            if let reply, let url = request.url,
                let response = HTTPURLResponse(url: url, statusCode: reply.status, httpVersion: nil, headerFields: nil)
            {
                (Data(reply.body.utf8), response)
            } else {
                try await next.send(request)
            }
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

    private let state = Guarded(State())

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
