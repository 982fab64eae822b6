import Foundation
import Synchronization

/// The keys of an issuer, kept for as long as the issuer says.
///
/// There is never more than one fetch at a time, and a request waits for it only if it cannot be answered without: keys that
/// are about to expire are fetched in the background.
final class KeySource: Sendable {
    private static let longestAnswer = 256 << 10
    private static let timeout: Duration = .seconds(5)

    private struct State {
        var keys: [String: VerificationKey] = [:]
        var tag: String?
        /// When they are fetched again in the background; when they have to be; and when they are not used any more.
        var refreshAt = Duration.zero
        var freshUntil = Duration.zero
        var usableUntil = Duration.zero
        var mayFetchAt = Duration.zero
        var fetch: Task<Void, Never>?
    }

    private enum Step {
        case use(VerificationKey)
        case wait(for: Task<Void, Never>)
        case fail(VerificationError)
    }

    private let url: URL
    private let transport: any VerifierTransport
    private let clock: VerifierClock
    private let timing: KeyTiming
    private let state = Mutex(State())

    init(_ url: URL, transport: any VerifierTransport, clock: VerifierClock, timing: KeyTiming) {
        self.url = url
        self.transport = transport
        self.clock = clock
        self.timing = timing
    }

    /// Returns the key with an id.
    ///
    /// - Throws: ``VerificationError/unknownKey``, ``VerificationError/keysUnavailable``.
    func key(_ id: String) async throws(VerificationError) -> VerificationKey {
        var hasWaited = false
        while true {
            switch step(id, mayWait: !hasWaited) {
            case .use(let key): return key
            case .fail(let error): throw error
            case .wait(let fetch):
                await fetch.value
                hasWaited = true
            }
        }
    }

    private func step(_ id: String, mayWait: Bool) -> Step {
        let now = clock.uptime()
        return state.withLock { state in
            let isUsable = now < state.usableUntil
            if let key = state.keys[id], isUsable {
                if now >= state.refreshAt { begin(&state, now) }
                // A key beyond its lifetime may have been withdrawn, so that the issuer is asked first.
                if now < state.freshUntil || !mayWait { return .use(key) }
                return state.fetch.map(Step.wait) ?? .use(key)
            }
            begin(&state, now)
            if mayWait, let fetch = state.fetch { return .wait(for: fetch) }
            return .fail(now < state.freshUntil ? .unknownKey : .keysUnavailable)
        }
    }

    /// Begins a fetch, unless one is in progress or the last one was a moment ago.
    private func begin(_ state: inout State, _ now: Duration) {
        guard state.fetch == nil, now >= state.mayFetchAt else { return }
        let tag = state.keys.isEmpty ? nil : state.tag
        // Not a child of the caller's task, whose cancellation concerns nobody else who waits.
        state.fetch = Task { await self.fetch(tag) }
    }

    private func fetch(_ tag: String?) async {
        let answer = try? await transport.send(
            VerifierRequest(
                url: url, headers: ["Accept": "application/json"].merging(tag.map { ["If-None-Match": $0] } ?? [:]) { $1 },
                longestAnswer: Self.longestAnswer, timeout: Self.timeout))
        let keys = answer.flatMap { $0.status == 200 ? KeyDocument.keys($0.body) : nil }
        let now = clock.uptime()
        state.withLock { state in
            state.fetch = nil
            guard let answer, keys != nil || answer.status == 304 && tag != nil else {
                state.mayFetchAt = now + timing.retryInterval
                return
            }
            if let keys {
                state.keys = keys
                state.tag = answer.headers["etag"]
            }
            let lifetime = timing.lifetime(cacheControl: answer.headers["cache-control"], age: answer.headers["age"])
            state.refreshAt = now + lifetime * 4 / 5
            state.freshUntil = now + lifetime
            state.usableUntil = state.freshUntil + timing.staleAge
            state.mayFetchAt = now + timing.refetchInterval
        }
    }
}
