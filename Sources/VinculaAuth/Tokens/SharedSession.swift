import Foundation

/// A session at the server, as all copies of its user in this process have it: one refresh at a time, and the newest tokens for all.
///
/// Copies come about when a user goes to another app, out of an archive, or out of the storage that several apps share. Where a server
/// gives a new refresh token for each, a copy that went on with an older one would end the session for all.
final class SharedSession: Sendable {
    private struct State {
        var newest: Tokens
        /// All refresh tokens that it had in this process, the last ones last.
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

    /// More are of no use: by then a server has forgotten the first ones.
    private static let longestMemory = 200

    /// - Parameter registry: Where copies find it; nil for a session that no app has yet.
    fileprivate init(_ tokens: Tokens, uid: String, server: String?, in registry: SessionRegistry?) {
        state = Locked(State(newest: tokens, known: [tokens.refreshToken]))
        self.uid = uid
        self.server = server
        self.registry = registry
    }

    /// A session of a user that no app has yet.
    convenience init(alone tokens: Tokens, uid: String) { self.init(tokens, uid: uid, server: nil, in: nil) }

    deinit { registry?.forget(state.withLock { $0.known }.map { .init(server: server, uid: uid, refreshToken: $0) }) }

    /// The newest tokens.
    var newest: Tokens { state.withLock { $0.newest } }

    /// The newest tokens, those of a copy among them, whose refresh token it knows.
    func newest(with tokens: Tokens) -> Tokens {
        state.withLock { state in
            let isLater = (tokens.expiresAt ?? .distantPast) > (state.newest.expiresAt ?? .distantPast)
            if tokens.refreshToken == state.newest.refreshToken, isLater { state.newest = tokens }
            return state.newest
        }
    }

    /// Takes a copy in.
    func join(_ user: User) {
        state.withLock { state in
            state.copies.removeAll { $0.user == nil || $0.user === user }
            state.copies.append(Copy(user: user))
        }
    }

    /// The copies beside one.
    func others(than user: User) -> [User] {
        state.withLock { $0.copies.compactMap(\.user) }.filter { $0 !== user && $0.session.withLock { $0 } === self }
    }

    /// Takes newer tokens.
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

    /// The refresh under way, or one that begins now.
    ///
    /// - Returns: The refresh, and whether it began now.
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

/// The sessions that users of a process have, by their refresh tokens.
final class SessionRegistry: Sendable {
    /// The process's own; tests have others, to be several processes.
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

    /// The session that some tokens are of, which other copies may have renewed since.
    func session(of tokens: Tokens, uid: String, server: String?) -> SharedSession {
        let key = Key(server: server, uid: uid, refreshToken: tokens.refreshToken)
        return sessions.withLock { sessions in
            if let session = sessions[key]?.session { return session }
            let session = SharedSession(tokens, uid: uid, server: server, in: self)
            sessions[key] = Entry(session: session)
            return session
        }
    }

    fileprivate func remember(_ session: SharedSession, _ key: Key) {
        sessions.withLock { $0[key] = Entry(session: session) }
    }

    /// Forgets sessions that nobody has any more; others that got the same place meanwhile stay.
    fileprivate func forget(_ keys: [Key]) {
        // A session whose last reference ended within the lock would come back here, and wait for it.
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
