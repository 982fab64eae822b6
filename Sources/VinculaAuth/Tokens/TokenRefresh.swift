import Foundation
import IdentityToolkit

/// A refresh in progress: everyone who needs a token of the session meanwhile waits for the same one.
struct TokenRefresh: Sendable {
    let id: UUID
    let task: Task<Renewal, any Error>
    /// Returns true if the app of the copy that runs it was deleted: its failure does not apply to other copies then.
    let isOrphaned: @Sendable () -> Bool
}

/// The result of a refresh.
struct Renewal: Sendable {
    let tokens: Tokens
    /// Indicates that the tokens are new; if false, another process had renewed them some time before.
    let isNew: Bool
}

/// The requirement for an ID token.
enum TokenNeed: Sendable {
    /// Any token that is not about to expire.
    case fresh
    /// Any token other than this one, which the server rejected.
    case other(than: String)
    /// A newly issued token.
    case renewed

    /// Returns whether existing tokens meet the requirement.
    func isMet(by tokens: Tokens) -> Bool {
        switch self {
        case .fresh: tokens.isFresh()
        case .other(let refused): tokens.isFresh() && tokens.idToken != refused
        case .renewed: false
        }
    }

    /// Returns whether the result of a refresh, possibly started by someone else, meets the requirement.
    func isMet(by renewal: Renewal) -> Bool { renewal.isNew || isMet(by: renewal.tokens) }
}

extension Tokens {
    /// The time before expiration at which a token is renewed, in seconds, so that it is still valid when a request arrives.
    static let margin: TimeInterval = 300

    /// Returns whether the ID token is valid for longer than the margin.
    func isFresh(at now: Date = Date()) -> Bool {
        guard let expiresAt, !idToken.isEmpty else { return false }
        return expiresAt.timeIntervalSince(now) > Self.margin
    }

    /// Returns whether the ID token was issued later than another one, by the server's clock. True if that cannot be
    /// determined.
    func isYounger(than other: Tokens) -> Bool {
        guard let own = try? IDTokenContent(idToken), let other = try? IDTokenContent(other.idToken) else { return true }
        return own.issuedAt > other.issuedAt
    }
}

extension User {
    /// Returns an ID token that is not about to expire.
    ///
    /// - Parameter forcing: If true, the token is renewed even if it is still valid.
    /// - Throws: The errors of ``token(_:)``.
    func freshToken(forcing: Bool = false) async throws -> String { try await token(forcing ? .renewed : .fresh) }

    /// Returns an ID token that meets a requirement.
    ///
    /// - Throws: The server's error for the refresh. On `userNotFound`, `userDisabled`, `invalidUserToken` and
    ///   `userTokenExpired`, the user has been signed out.
    func token(_ need: TokenNeed) async throws -> String {
        while true {
            let tokens = state.withLock { $0.tokens }
            if need.isMet(by: tokens) { return tokens.idToken }
            _ = try owner()
            let (refresh, isOwn) = refresh(for: need)
            if isOwn { return try await refresh.task.value.tokens.idToken }
            do {
                // A refresh that someone else started may not meet this requirement.
                let renewal = try await refresh.task.value
                if need.isMet(by: renewal) { return renewal.tokens.idToken }
            } catch {
                if !refresh.isOrphaned() { throw error }
            }
        }
    }

    /// Returns the refresh of the session in progress, possibly started by a copy, or starts one.
    private func refresh(for need: TokenNeed) -> (TokenRefresh, isOwn: Bool) {
        let session = session.withLock { $0 }
        return session.refresh { id in
            // A separate task: if the first caller is cancelled, the others must not be.
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

    /// Renews the session, unless another process or a copy of the user has already done so.
    private func renewInTurn(_ session: SharedSession, _ need: TokenNeed, _ auth: Auth) async throws -> Renewal {
        let old = state.withLock { $0.tokens }
        // Another process may have renewed the tokens: its refresh token is newer, and ours may be too old to be accepted.
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

    /// Requests new tokens from the server, and stores them for all copies.
    private func exchange(_ shown: Tokens, _ session: SharedSession, _ auth: Auth) async throws -> Tokens {
        let tokens = try await request(shown)
        guard await take(tokens, insteadOf: shown, session, auth) else {
            // A link or another sign-in has opened a new session meanwhile, and may have ended the one that was renewed.
            let current = state.withLock { $0.tokens }
            return current.isFresh() ? current : tokens
        }
        // The server may have returned a cached token that is valid for only a few more minutes: try once more. The first
        // one's refresh token is stored by now, so that a process killed meanwhile restarts with one that works.
        guard !tokens.isFresh(), state.withLock({ $0.tokens.refreshToken }) == tokens.refreshToken,
            let again = try? await request(tokens), await take(again, insteadOf: tokens, session, auth)
        else { return tokens }
        return again
    }

    /// Stores new tokens for all copies.
    ///
    /// - Returns: True if this user still had the session that they belong to.
    private func take(_ new: Tokens, insteadOf old: Tokens, _ session: SharedSession, _ auth: Auth) async -> Bool {
        session.take(new)
        let isTaken = await auth.storing { [self] in auth.replaceTokens(of: self, from: old, with: new) }
        // Tokens that could not be stored here are sent again by all copies; those stored by another process meanwhile may be
        // newer.
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

    /// Signs out all copies of a session that the server reported as ended.
    ///
    /// - Returns: True if this user has another session by now.
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
        // Checked against the address that the request is sent to: no other server may see a refresh token.
        try requireServer(backend.address)
        let answer = try await backend.call(
            .token, TokenRequest(grantType: "refresh_token", refreshToken: tokens.refreshToken), of: tokens)
        guard let token = [answer.access_token, answer.id_token].compactMap(\.self).first(where: { !$0.isEmpty }) else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server's refresh response contains no token.")
        }
        let next = answer.refresh_token ?? ""
        var renewed = Tokens(
            idToken: token, refreshToken: next.isEmpty ? tokens.refreshToken : next, expiresIn: answer.expires_in?.value)
        if renewed.boundTo == nil { renewed.earlierKey = tokens.boundTo }
        try renewed.require(uid, said: answer.user_id)
        return renewed
    }
}
