import Foundation
import IdentityToolkit

/// A refresh under way: whoever needs a token meanwhile waits for the same one.
struct TokenRefresh: Sendable {
    let id: UUID
    /// The refresh token that goes out; another one means another session.
    let refreshToken: String
    let task: Task<Renewal, any Error>
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
            switch next(need) {
            case .ready(let token): return token
            case .own(let task): return try await task.value.tokens.idToken
            case .others(let task):
                // What somebody else asked for may be less than what is needed here.
                let renewal = try await task.value
                if need.isMet(by: renewal) { return renewal.tokens.idToken }
            }
        }
    }

    private enum Next {
        case ready(String)
        case own(Task<Renewal, any Error>)
        case others(Task<Renewal, any Error>)
    }

    private func next(_ need: TokenNeed) -> Next {
        refresh.withLock { underway in
            let tokens = state.withLock { $0.tokens }
            if need.isMet(by: tokens) { return .ready(tokens.idToken) }
            if let underway, underway.refreshToken == tokens.refreshToken { return .others(underway.task) }
            let id = UUID()
            // A task of its own: whoever asked first may be cancelled, and the others wait on.
            let task = Task.detached { [self] in
                defer { refresh.withLock { if $0?.id == id { $0 = nil } } }
                return try await renew(tokens, need)
            }
            underway = TokenRefresh(id: id, refreshToken: tokens.refreshToken, task: task)
            return .own(task)
        }
    }

    private func renew(_ old: Tokens, _ need: TokenNeed) async throws -> Renewal {
        let auth = try owner()
        var shown = old
        // Another process may have renewed them: its refresh token is the younger one, and ours may be too old to be taken.
        if let stored = auth.foreignTokens(for: self) {
            if need.isMet(by: stored) {
                auth.adoptStored(by: self)
                return Renewal(tokens: stored, isNew: false)
            }
            shown = stored
        }
        do {
            return Renewal(tokens: try await exchange(shown, auth), isNew: true)
        } catch {
            let isReplaced = auth.endSession(of: self, by: error) { tokens in
                tokens.refreshToken == shown.refreshToken || tokens.refreshToken == old.refreshToken
            }
            let current = state.withLock { $0.tokens }
            if isReplaced, current.isFresh() { return Renewal(tokens: current, isNew: true) }
            throw error
        }
    }

    /// Has the server renew tokens, and takes them over.
    private func exchange(_ shown: Tokens, _ auth: Auth) async throws -> Tokens {
        let tokens = try await request(shown)
        guard auth.replaceTokens(of: self, from: shown, with: tokens) else {
            // A link or another sign-in has opened a new session meanwhile, and it may have ended the one that was renewed.
            let current = state.withLock { $0.tokens }
            return current.isFresh() ? current : tokens
        }
        // A token that is good for minutes only may have been kept ready by the server: one more try, not more. The first one's
        // refresh token is stored by now, so that whoever is killed meanwhile starts again with one that works.
        guard !tokens.isFresh(), state.withLock({ $0.tokens.refreshToken }) == tokens.refreshToken,
            let again = try? await request(tokens), auth.replaceTokens(of: self, from: tokens, with: again)
        else { return tokens }
        return again
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
