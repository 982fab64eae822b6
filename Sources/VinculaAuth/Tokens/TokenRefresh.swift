import Foundation
import IdentityToolkit

/// A refresh under way: whoever needs a token of the session meanwhile waits for the same one.
struct TokenRefresh: Sendable {
    let id: UUID
    let task: Task<Renewal, any Error>
    /// Whether the app of the copy that runs it is gone: then its failure is no other copy's.
    let isOrphaned: @Sendable () -> Bool
}

/// What came of a refresh.
struct Renewal: Sendable {
    let tokens: Tokens
    /// Whether they are new; otherwise another process had renewed them at some time before.
    let isNew: Bool
}

/// Which ID token will do.
enum TokenNeed: Sendable {
    /// Any that is good for a while.
    case fresh
    /// One that is not this one, which the server does not take.
    case other(than: String)
    /// A new one.
    case renewed

    /// Whether a token that is known will do.
    func isMet(by tokens: Tokens) -> Bool {
        switch self {
        case .fresh: tokens.isFresh()
        case .other(let refused): tokens.isFresh() && tokens.idToken != refused
        case .renewed: false
        }
    }

    /// Whether what came of a refresh will do, which somebody else may have begun.
    func isMet(by renewal: Renewal) -> Bool { renewal.isNew || isMet(by: renewal.tokens) }
}

extension Tokens {
    /// A token is renewed this long before it expires, in seconds: what is sent now is still good when it arrives.
    static let margin: TimeInterval = 300

    /// Whether the ID token is good for more than the margin.
    func isFresh(at now: Date = Date()) -> Bool {
        guard let expiresAt, !idToken.isEmpty else { return false }
        return expiresAt.timeIntervalSince(now) > Self.margin
    }

    /// Whether the ID token was issued later than another one, by the server's clock; also if they do not tell.
    func isYounger(than other: Tokens) -> Bool {
        guard let own = try? IDTokenContent(idToken), let other = try? IDTokenContent(other.idToken) else { return true }
        return own.issuedAt > other.issuedAt
    }
}

extension User {
    /// An ID token that is good for a while.
    ///
    /// - Parameter forcing: Whether to renew it even if it still is.
    /// - Throws: What ``token(_:)`` throws.
    func freshToken(forcing: Bool = false) async throws -> String { try await token(forcing ? .renewed : .fresh) }

    /// An ID token that will do.
    ///
    /// - Throws: What the server said to the refresh. `userNotFound`, `userDisabled`, `invalidUserToken` and
    ///   `userTokenExpired` have signed the user out.
    func token(_ need: TokenNeed) async throws -> String {
        while true {
            let tokens = state.withLock { $0.tokens }
            if need.isMet(by: tokens) { return tokens.idToken }
            _ = try owner()
            let (refresh, isOwn) = refresh(for: need)
            if isOwn { return try await refresh.task.value.tokens.idToken }
            do {
                // What somebody else asked for may be less than what is needed here.
                let renewal = try await refresh.task.value
                if need.isMet(by: renewal) { return renewal.tokens.idToken }
            } catch {
                if !refresh.isOrphaned() { throw error }
            }
        }
    }

    /// The refresh of the session that is under way, which a copy may have begun, or one that begins now.
    private func refresh(for need: TokenNeed) -> (TokenRefresh, isOwn: Bool) {
        let session = session.withLock { $0 }
        return session.refresh { id in
            // A task of its own: whoever asked first may be cancelled, and the others wait on.
            let task = Task.detached { [self] in
                defer { session.end(id) }
                return try await renew(session, need)
            }
            return TokenRefresh(id: id, task: task) { [weak self] in (try? self?.owner()) == nil }
        }
    }

    private func renew(_ session: SharedSession, _ need: TokenNeed) async throws -> Renewal {
        let auth = try owner()
        guard let store = home.withLock({ $0?.store }) else { return try await renewInTurn(session, need, auth) }
        return try await store.exclusively(uid) { [self] in try await renewInTurn(session, need, auth) }
    }

    /// Renews the session, unless another process or a copy of the user has done it.
    private func renewInTurn(_ session: SharedSession, _ need: TokenNeed, _ auth: Auth) async throws -> Renewal {
        let old = state.withLock { $0.tokens }
        // Another process may have renewed them: its refresh token is the younger one, and ours may be too old to be taken.
        let shown = await auth.storing { [self] in auth.catchUp(self) }
        if need.isMet(by: shown) { return Renewal(tokens: shown, isNew: false) }
        do {
            return Renewal(tokens: try await exchange(shown, session, auth), isNew: true)
        } catch {
            guard AuthFailure.endsSession(error) else { throw error }
            let isReplaced = await endSessions(of: session, by: error, auth) { tokens in
                tokens.refreshToken == shown.refreshToken || tokens.refreshToken == old.refreshToken
            }
            let current = state.withLock { $0.tokens }
            if isReplaced, current.isFresh() { return Renewal(tokens: current, isNew: true) }
            throw error
        }
    }

    /// Has the server renew tokens, and takes them over, for all copies.
    private func exchange(_ shown: Tokens, _ session: SharedSession, _ auth: Auth) async throws -> Tokens {
        let tokens = try await request(shown)
        guard await take(tokens, insteadOf: shown, session, auth) else {
            // A link or another sign-in has opened a new session meanwhile, and it may have ended the one that was renewed.
            let current = state.withLock { $0.tokens }
            return current.isFresh() ? current : tokens
        }
        // A token that is good for minutes only may have been kept ready by the server: one more try, not more. The first one's
        // refresh token is stored by now, so that whoever is killed meanwhile starts again with one that works.
        guard !tokens.isFresh(), state.withLock({ $0.tokens.refreshToken }) == tokens.refreshToken,
            let again = try? await request(tokens), await take(again, insteadOf: tokens, session, auth)
        else { return tokens }
        return again
    }

    /// Takes new tokens over, for all copies.
    ///
    /// - Returns: Whether this user still had the session that they are of.
    private func take(_ new: Tokens, insteadOf old: Tokens, _ session: SharedSession, _ auth: Auth) async -> Bool {
        session.take(new)
        let isTaken = await auth.storing { [self] in auth.replaceTokens(of: self, from: old, with: new) }
        // What could not be stored here is shown again, by all; what another process has got meanwhile may be younger.
        let current = state.withLock { $0.tokens }
        if current != new, isTaken || current.refreshToken == new.refreshToken { session.take(current) }
        let newest = session.newest
        for copy in session.others(than: self) {
            guard let owner = try? copy.owner() else {
                copy.state.withLock { $0.tokens = newest }
                continue
            }
            await owner.storing {
                _ = owner.replaceTokens(of: copy, from: copy.state.withLock { $0.tokens }, with: newest)
            }
        }
        return isTaken
    }

    /// Signs out all copies whose session the server says is over.
    ///
    /// - Returns: Whether this user has another session by now.
    private func endSessions(
        of session: SharedSession, by error: any Error, _ auth: Auth, wasShown: @escaping @Sendable (Tokens) -> Bool
    ) async -> Bool {
        for copy in session.others(than: self) {
            guard let owner = try? copy.owner() else { continue }
            _ = await owner.storing { owner.endSession(of: copy, by: error, wasShown: wasShown) }
        }
        return await auth.storing { [self] in auth.endSession(of: self, by: error, wasShown: wasShown) }
    }

    private func request(_ tokens: Tokens) async throws -> Tokens {
        let backend = try owner().backend()
        // Asked of the very address that the request goes to: no other server may see a refresh token.
        try requireServer(backend.address)
        let answer = try await backend.call(
            .token, TokenRequest(grantType: "refresh_token", refreshToken: tokens.refreshToken))
        guard let token = [answer.access_token, answer.id_token].compactMap(\.self).first(where: { !$0.isEmpty }) else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server's answer to a refresh has no token.")
        }
        let next = answer.refresh_token ?? ""
        let renewed = Tokens(
            idToken: token, refreshToken: next.isEmpty ? tokens.refreshToken : next, expiresIn: answer.expires_in?.value)
        try renewed.require(uid, said: answer.user_id)
        return renewed
    }
}
