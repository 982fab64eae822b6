import Foundation

/// A session at the server, shared by all copies of its user in this process: one refresh at a time, and the newest tokens
/// for all.
///
/// Copies are created when a user is moved to another app, or read from an archive or from a storage shared by several apps.
/// If a server rotates refresh tokens, a copy that kept using an older one would end the session for all.
final class SharedSession: Sendable {
    private struct State {
        var newest: Tokens
        /// The refresh tokens that it has had in this process, the latest one last.
        var known: [String]
        var copies: [Copy] = []
        var refresh: TokenRefresh?
    }

    private struct Copy: Sendable {
        weak var user: User?
    }

    private let state: Locked<State>
    private let uid: String
    private let server: String?
    private let registry: SessionRegistry?

    /// The number of refresh tokens kept. More are useless: by then the server has forgotten the first ones.
    private static let longestMemory = 200

    /// - Parameter registry: The registry in which copies find it; nil for a session that belongs to no app yet.
    fileprivate init(_ tokens: Tokens, uid: String, server: String?, in registry: SessionRegistry?) {
        state = Locked(State(newest: tokens, known: [tokens.refreshToken]))
        self.uid = uid
        self.server = server
        self.registry = registry
    }

    /// Creates a session for a user that belongs to no app yet.
    convenience init(alone tokens: Tokens, uid: String) { self.init(tokens, uid: uid, server: nil, in: nil) }

    deinit { registry?.forget(state.withLock { $0.known }.map { .init(server: server, uid: uid, refreshToken: $0) }) }

    /// The newest tokens.
    var newest: Tokens { state.withLock { $0.newest } }

    /// Returns the newest tokens, taking into account those of a copy with the newest refresh token.
    func newest(with tokens: Tokens) -> Tokens {
        state.withLock { state in
            let isLater = (tokens.expiresAt ?? .distantPast) > (state.newest.expiresAt ?? .distantPast)
            if tokens.refreshToken == state.newest.refreshToken, isLater {
                let key = state.newest.boundTo
                state.newest = tokens
                if tokens.boundTo == nil { state.newest.earlierKey = key }
            }
            return state.newest
        }
    }

    /// Adds a copy.
    func join(_ user: User) {
        state.withLock { state in
            state.copies.removeAll { $0.user == nil || $0.user === user }
            state.copies.append(Copy(user: user))
        }
    }

    /// Returns all copies except one.
    func others(than user: User) -> [User] {
        state.withLock { $0.copies.compactMap(\.user) }.filter { $0 !== user && $0.session.withLock { $0 } === self }
    }

    /// Stores newer tokens.
    func take(_ tokens: Tokens) {
        let forgotten = state.withLock { state -> String? in
            state.newest = tokens
            state.known.removeAll { $0 == tokens.refreshToken }
            state.known.append(tokens.refreshToken)
            return state.known.count > Self.longestMemory ? state.known.removeFirst() : nil
        }
        registry?.remember(self, .init(server: server, uid: uid, refreshToken: tokens.refreshToken))
        if let forgotten { registry?.forget([.init(server: server, uid: uid, refreshToken: forgotten)]) }
    }

    /// Returns the refresh in progress, or starts one.
    ///
    /// - Returns: The refresh, and whether this call started it.
    func refresh(_ begin: (UUID) -> TokenRefresh) -> (TokenRefresh, isOwn: Bool) {
        state.withLock { state in
            if let refresh = state.refresh { return (refresh, false) }
            let refresh = begin(UUID())
            state.refresh = refresh
            return (refresh, true)
        }
    }

    /// Ends a refresh.
    func end(_ id: UUID) { state.withLock { if $0.refresh?.id == id { $0.refresh = nil } } }
}

/// The sessions of a process's users, by their refresh tokens.
final class SessionRegistry: Sendable {
    /// The registry of this process; tests use several, to simulate several processes.
    static let process = SessionRegistry()

    struct Key: Hashable, Sendable {
        let server: String?
        let uid: String
        let refreshToken: String
    }

    private struct Entry: Sendable {
        weak var session: SharedSession?
    }

    private let sessions = Locked<[Key: Entry]>([:])
    /// The keys that sessions are bound to, by thumbprint.
    let keys = Locked<[String: InstallationKey]>([:])

    /// Returns the session of some tokens, which other copies may have renewed since.
    func session(of tokens: Tokens, uid: String, server: String?) -> SharedSession {
        let key = Key(server: server, uid: uid, refreshToken: tokens.refreshToken)
        return sessions.withLock { sessions in
            if let session = sessions[key]?.session { return session }
            let session = SharedSession(tokens, uid: uid, server: server, in: self)
            sessions[key] = Entry(session: session)
            return session
        }
    }

    /// Returns the tokens that an ID token is one of: those of a session of this process, or else the ID token alone.
    func tokens(withIDToken idToken: String) -> Tokens {
        let known = sessions.withLock { $0.values.compactMap(\.session) }
        return known.lazy.map(\.newest).first { $0.idToken == idToken }
            ?? Tokens(idToken: idToken, refreshToken: "", expiresAt: nil)
    }

    fileprivate func remember(_ session: SharedSession, _ key: Key) {
        sessions.withLock { $0[key] = Entry(session: session) }
    }

    /// Forgets sessions that no longer exist, but keeps others that have since taken the same keys.
    fileprivate func forget(_ keys: [Key]) {
        // If the last reference to a session were released while locked, its deinit would call this method and deadlock.
        let others = sessions.withLock { sessions in
            var others: [SharedSession] = []
            for key in keys {
                if let session = sessions[key]?.session { others.append(session) } else { sessions[key] = nil }
            }
            return others
        }
        withExtendedLifetime(others) {}
    }
}
