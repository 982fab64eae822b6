public import Foundation
import Synchronization

/// The feed of sessions that ended before their tokens expire, read from a Vincula server every second.
///
/// With it, a stolen session ends everywhere within seconds, without a request for each token. Run it for as long as the backend
/// runs, and give it to a ``TokenVerifier``:
///
/// ```swift
/// let feed = try RevocationFeed(
///     server: server, project: "shop", credentials: .serviceAccount(keyFile: keyFile), whenStale: .accept)
/// let verifier = try TokenVerifier(.vincula(at: server, project: "shop"), revocations: feed)
/// async let reading: Void = feed.run()
/// ```
public final class RevocationFeed: Sendable {
    /// What happens to tokens while the feed cannot be read.
    public enum StalePolicy: Hashable, Sendable {
        /// They are accepted until they expire, as without a feed: the backend works while the server is down.
        case accept
        /// They are refused with ``VerificationError/revocationsUnavailable``.
        case refuse
    }

    private struct State {
        var memory = RevocationMemory()
        var cursor = ""
        /// When the feed was last read to its end.
        var readAt: Duration?
        var tidiedAt = Duration.zero
        /// True while there are more entries than may be kept: the feed is stale until it has been read again.
        var isFull = false
    }

    private enum Failure: Error { case refused, notUnderstood }

    private static let longestAnswer = 4 << 20

    private let url: URL
    private let server: URL
    private let credentials: RevocationCredentials
    private let interval: Duration
    private let maximumAge: Duration
    private let maximumEntries: Int
    private let whenStale: StalePolicy
    private let transport: any VerifierTransport
    private let clock: VerifierClock
    private let state = Mutex(State())

    /// Creates a feed, which is empty until it runs.
    ///
    /// - Parameters:
    ///   - server: The address of the Vincula server.
    ///   - project: The id of the project.
    ///   - credentials: The right to read the feed.
    ///   - interval: The time between two requests.
    ///   - maximumAge: The time after which the feed is stale if no request succeeds.
    ///   - maximumEntries: The number of ended sessions and accounts that are kept, at some 150 bytes each. The server keeps 15
    ///     days of them. While there are more, the feed is stale.
    ///   - whenStale: What happens to tokens while the feed is stale, which it also is before it is read for the first time.
    ///   - transport: Sends the requests.
    /// - Throws: ``ConfigurationError``.
    public convenience init(
        server: URL, project: String, credentials: RevocationCredentials, interval: Duration = .seconds(1),
        maximumAge: Duration = .seconds(30), maximumEntries: Int = 1_000_000, whenStale: StalePolicy,
        transport: any VerifierTransport = HTTPVerifierTransport()
    ) throws(ConfigurationError) {
        try self.init(
            server: server, project: project, credentials: credentials, interval: interval, maximumAge: maximumAge,
            maximumEntries: maximumEntries, whenStale: whenStale, transport: transport, clock: .system)
    }

    package init(
        server: URL, project: String, credentials: RevocationCredentials, interval: Duration, maximumAge: Duration,
        maximumEntries: Int, whenStale: StalePolicy, transport: any VerifierTransport, clock: VerifierClock
    ) throws(ConfigurationError) {
        guard !project.isEmpty else { throw .noProject }
        try SecureAddress.check(server)
        self.server = server
        url = server.appending(path: "v1/projects").appending(component: project).appending(path: "revocations")
        self.credentials = credentials
        self.interval = max(interval, .milliseconds(100))
        self.maximumAge = maximumAge
        self.maximumEntries = maximumEntries
        self.whenStale = whenStale
        self.transport = transport
        self.clock = clock
    }

    /// Reads the feed until the task is cancelled. A request that fails is repeated after the interval, or after five seconds if
    /// several have failed.
    public func run() async {
        var failures = 0
        while !Task.isCancelled {
            failures = await read() ? 0 : failures + 1
            try? await Task.sleep(for: failures > 3 ? max(interval, .seconds(5)) : interval)
        }
    }

    /// The time since the feed was last read to its end; `nil` before that.
    public var age: Duration? { state.withLock { $0.readAt }.map { clock.uptime() - $0 } }

    /// True if the feed is out of date, or has not been read yet.
    public var isStale: Bool {
        state.withLock { state in state.isFull || state.readAt.map { clock.uptime() - $0 > maximumAge } ?? true }
    }

    /// The number of ended sessions and accounts that are remembered.
    public var count: Int { state.withLock { $0.memory.count } }

    /// - Throws: ``VerificationError/revoked``, ``VerificationError/revocationsUnavailable``.
    func check(_ user: VerifiedUser) throws(VerificationError) {
        let (isRevoked, isStale) = state.withLock { state in
            let isStale = state.isFull || state.readAt.map { clock.uptime() - $0 > maximumAge } ?? true
            return (state.memory.isRevoked(user), isStale)
        }
        if isRevoked { throw .revoked }
        if isStale, whenStale == .refuse { throw .revocationsUnavailable }
    }

    /// Reads everything that is new.
    ///
    /// - Returns: `true` if that succeeded.
    package func read() async -> Bool {
        tidy()
        do {
            while !Task.isCancelled {
                let began = clock.uptime()
                let page = try await page(after: state.withLock { $0.cursor })
                guard state.withLock({ take(page, at: began, &$0) }) else { return false }
                if !page.hasMore { return true }
            }
            return false
        } catch {
            return false
        }
    }

    /// - Returns: `false` if there are more entries than may be kept.
    private func take(_ page: RevocationPage, at began: Duration, _ state: inout State) -> Bool {
        for (entry, tenant, expiresAt) in page.entries {
            guard state.memory.count < maximumEntries else {
                state.isFull = true
                return false
            }
            state.memory.add(entry, tenant: tenant, expiresAt: expiresAt)
        }
        state.cursor = page.next
        if !page.hasMore { state.readAt = began }
        return true
    }

    private func page(after cursor: String) async throws -> RevocationPage {
        for isRefused in [false, true] {
            let token = try await credentials.token(isRefused, server, transport, clock.seconds())
            let answer = try await transport.send(
                VerifierRequest(
                    url: url.appending(queryItems: [URLQueryItem(name: "after", value: cursor)]),
                    headers: ["Authorization": "Bearer \(token)", "Accept": "application/json"],
                    longestAnswer: Self.longestAnswer, timeout: .seconds(10)))
            if answer.status == 401 { continue }
            guard answer.status == 200 else { throw Failure.refused }
            guard let page = RevocationPage(answer.body) else { throw Failure.notUnderstood }
            return page
        }
        throw Failure.refused
    }

    /// Forgets what has expired, every minute. A feed that was full is read again from its beginning once there is room.
    private func tidy() {
        let (now, seconds) = (clock.uptime(), clock.seconds())
        state.withLock { state in
            guard state.isFull || now - state.tidiedAt > .seconds(60) else { return }
            state.tidiedAt = now
            state.memory.forget(at: seconds)
            guard state.isFull, state.memory.count < maximumEntries / 10 * 9 else { return }
            // What is known stays known while the feed is read again.
            let memory = state.memory
            state = State()
            state.memory = memory
        }
    }
}
