import Foundation
import IdentityToolkit

/// A refresh under way: whoever needs a token meanwhile waits for the same one.
struct TokenRefresh: Sendable {
    let id: UUID
    /// The refresh token that goes out; another one means another session.
    let refreshToken: String
    let task: Task<Tokens, any Error>
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
    /// - Throws: What the server said to the refresh. `userNotFound`, `userDisabled`, `invalidUserToken` and
    ///   `userTokenExpired` have signed the user out.
    func freshToken(forcing: Bool = false) async throws -> String {
        enum Next {
            case ready(String)
            case wait(Task<Tokens, any Error>)
        }
        let next = refresh.withLock { underway -> Next in
            let tokens = state.withLock { $0.tokens }
            if !forcing, tokens.isFresh() { return .ready(tokens.idToken) }
            if let underway, underway.refreshToken == tokens.refreshToken { return .wait(underway.task) }
            let id = UUID()
            // A task of its own: whoever asked first may be cancelled, and the others wait on.
            let task = Task.detached { [self] in
                defer { refresh.withLock { if $0?.id == id { $0 = nil } } }
                return try await renewTokens(tokens, forcing: forcing)
            }
            underway = TokenRefresh(id: id, refreshToken: tokens.refreshToken, task: task)
            return .wait(task)
        }
        switch next {
        case .ready(let token): return token
        case .wait(let task): return try await task.value.idToken
        }
    }

    private func renewTokens(_ old: Tokens, forcing: Bool) async throws -> Tokens {
        let auth = try owner()
        var shown = old
        // Another process may have renewed them: its refresh token is the younger one, and ours may be too old to be taken.
        if let stored = auth.foreignTokens(for: self) {
            if !forcing, stored.isFresh() {
                auth.adoptStored(by: self)
                return stored
            }
            shown = stored
        }
        do {
            var tokens = try await request(shown, auth)
            // A token that is good for minutes only may have been kept ready by the server; one more try, not more.
            if !tokens.isFresh(), let again = try? await request(tokens, auth) { tokens = again }
            if auth.replaceTokens(of: self, from: shown, with: tokens) { return tokens }
            // A link or another sign-in has opened a new session meanwhile, and it may have ended the one that was renewed.
            let current = state.withLock { $0.tokens }
            return current.isFresh() ? current : tokens
        } catch {
            let isReplaced = auth.endSession(of: self, by: error) { tokens in
                tokens.refreshToken == shown.refreshToken || tokens.refreshToken == old.refreshToken
            }
            let current = state.withLock { $0.tokens }
            if isReplaced, current.isFresh() { return current }
            throw error
        }
    }

    private func request(_ tokens: Tokens, _ auth: Auth) async throws -> Tokens {
        let answer = try await auth.backend().call(
            .token, TokenRequest(grantType: "refresh_token", refreshToken: tokens.refreshToken))
        let token = [answer.access_token, answer.id_token].compactMap(\.self).first { !$0.isEmpty }
        guard let token else {
            throw AuthFailure.internalError(.unexpectedResponse, message: "The server's answer to a refresh has no token.")
        }
        let next = answer.refresh_token ?? ""
        // An answer that went astray in a proxy must not give somebody another person's token.
        if let content = try? IDTokenContent(token), let owner = content.uid, owner != uid {
            throw AuthFailure.internalError(
                .unexpectedResponse, message: "The server's answer to a refresh is about another account.")
        }
        return Tokens(
            idToken: token, refreshToken: next.isEmpty ? tokens.refreshToken : next,
            expiresAt: answer.expires_in.map { Date(timeIntervalSinceNow: TimeInterval($0.value)) }
                ?? (try? IDTokenContent(token).expiresAt))
    }
}
