import VinculaCore
import VinculaCrypto

extension AuthEngine {
    private enum Outcome: Sendable {
        case refreshed(OpenedSession)
        case ended
    }

    /// Exchanges a refresh token for the next one and an ID token.
    ///
    /// - Parameters:
    ///   - text: The token as the client has it.
    ///   - project: The project that the caller's API key belongs to.
    /// - Throws: ``AuthError/invalidRefreshToken`` for what was never a token here, ``AuthError/userNotFound`` for one whose
    ///   account was deleted or whose session has been over for long, ``AuthError/tokenExpired`` for a session that is over, by
    ///   its age too, ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``,
    ///   ``AuthError/providerDisabled`` and ``AuthError/providerNotConfigured`` for a session of a provider that the project has
    ///   switched off or deleted since.
    public func refreshSession(_ text: String, project: String) async throws -> SignedIn {
        guard let presented = tokens.refreshTokens.parse(text) else { throw AuthError.invalidRefreshToken }
        try limits.admit(.token, target: presented.sessionID)
        let now = clock.now
        let outcome = try await write { transaction -> Outcome in
            // Whoever has a token of ours whose session is gone had an account that is gone: clients sign out for that alone.
            guard let session = try transaction.session(presented.sessionID) else { throw AuthError.userNotFound }
            guard session.scope.project == project else { throw AuthError.invalidRefreshToken }
            guard let account = try transaction.account(session.account, in: session.scope) else { throw AuthError.userNotFound }
            try session.requireValid(for: account)
            guard !sessionLife.isOver(session, now: now) else { throw AuthError.tokenExpired }
            try requireEnabled(session.signInProvider, in: session.scope, transaction)
            return try rotate(session, of: account, presented, now: now, transaction)
        }
        // The end of the session is committed by now: it must outlive the error that tells of it.
        guard case .refreshed(let opened) = outcome else { throw AuthError.tokenExpired }
        return try issue(opened, now: now)
    }

    private func rotate(
        _ session: Session, of account: Account, _ presented: RefreshToken, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> Outcome {
        var session = session
        let child: RefreshToken
        switch RefreshDecision.decide(presented: presented.hash, chain: session.refresh, now: now) {
        case .rotate:
            child = tokens.refreshTokens.child(of: presented, branch: 0)
            session.refresh = RefreshChain(active: child.hash, parent: presented.hash, rotatedAt: now)
        case .repeatChild(let branch):
            child = tokens.refreshTokens.child(of: presented, branch: branch)
        case .replaceChild(let branch):
            child = tokens.refreshTokens.child(of: presented, branch: branch)
            session.refresh = RefreshChain(active: child.hash, parent: presented.hash, rotatedAt: now, branch: branch)
        case .endSession:
            if !session.refresh.active.isEmpty {
                transaction.record(AuditEvent(.sessionReuse, in: session.scope, account: account.id))
            }
            try transaction.update(refresh: .ended(at: now), ofSession: session.id)
            return .ended
        }
        try transaction.update(refresh: session.refresh, ofSession: session.id)
        var refreshed = account
        refreshed.lastRefreshAt = now
        try transaction.update(refreshed, from: account, in: session.scope)
        return .refreshed(OpenedSession(account: refreshed, session: session, refreshToken: child))
    }
}

extension AuthEngine {
    /// Whether a text is a refresh token that this server made, of whatever session.
    public func isRefreshToken(_ text: String) -> Bool { tokens.refreshTokens.parse(text) != nil }
}
