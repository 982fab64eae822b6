package import VinculaCore
import VinculaCrypto

/// The session of a presented refresh token, with its account and the decision on the token.
struct PresentedSession: Sendable {
    var session: Session
    let account: Account
    let decision: RefreshDecision
    /// True if its ID tokens are ``EnrollmentToken``s now.
    let isForEnrollment: Bool
    /// The key that the session is to be bound to, if it is not and the project requires one.
    let newKey: KeyThumbprint?
}

extension AuthEngine {
    /// Exchanges a refresh token for an ID token, and for the next refresh token if the project uses rotation.
    ///
    /// Without rotation this is a read: only the use is noted, in memory.
    ///
    /// - Parameters:
    ///   - text: The token as the client has it.
    ///   - scope: The project that the caller's API key belongs to, with the tenant that the request names, if any. Clients
    ///     name none: the tenant is the session's.
    /// - Throws: ``AuthError/invalidRefreshToken`` for a text that was never a token here, ``AuthError/userNotFound`` for a
    ///   token whose account was deleted or whose session has been over for a long time, ``AuthError/tokenExpired`` for a
    ///   session that is over, also because of its age, ``AuthError/userDisabled``,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, ``AuthError/providerDisabled`` and
    ///   ``AuthError/providerNotConfigured`` for a session of a provider that the project has since disabled or deleted,
    ///   ``AuthError/tenantIDMismatch``, ``AuthError/projectDisabled``,
    ///   ``AuthError/sessionKeyRefused(_:)`` for a bound session without its key, ``AuthError/sessionKeyRequired``.
    package func refreshSession(_ text: String, in scope: ProjectScope) async throws -> SignedIn {
        guard let token = tokens.refreshTokens.parse(text) else { throw AuthError.invalidRefreshToken }
        let (found, now) = try await read(in: scope) { (try present(token, $0), $0.now) }
        // Only now: copies of a bound session's token must not use up what its owner may do.
        try limits.admit(.token, target: token.sessionID)
        if case .keep(let branches) = found.decision, found.newKey == nil {
            try await noteUse(of: found, now: now)
            return try tokens.issue(answer(token, along: branches, found, at: now))
        }
        let opened = try await write(in: found.session.scope) { work in
            // Another request may have presented a token of the session in the meantime.
            try exchange(token, try present(token, work), work)
        }
        // The end of the session is already committed: it must outlive the error that reports it.
        guard let opened else { throw AuthError.tokenExpired }
        return try tokens.issue(opened)
    }

    /// Reads the session of a token, and decides.
    ///
    /// - Throws: As ``refreshSession(_:in:)`` for a token that is worth nothing.
    func present(_ token: RefreshToken, _ reading: some ScopedReads) throws -> PresentedSession {
        // If a token of ours has no session, its account was deleted: clients only sign out for that error.
        guard let session = try reading.reads.session(token.sessionID) else { throw AuthError.userNotFound }
        guard session.scope.project == reading.scope.project else { throw AuthError.invalidRefreshToken }
        guard reading.scope.tenant.isEmpty || session.scope == reading.scope else { throw AuthError.tenantIDMismatch }
        let reading = reading.about(session.scope)
        do {
            try reading.requireInUse()
        } catch AuthError.tenantNotFound {
            // It was deleted, and its sessions are about to be.
            throw AuthError.userNotFound
        }
        guard let account = try reading.reads.account(session.account, in: session.scope) else { throw AuthError.userNotFound }
        try session.requireValid(for: account)
        let settings = try reading.settings()
        let life = settings.sessions.limits.life(within: reading.serverLife)
        guard !session.refresh.isEnded, !life.isOver(session, now: reading.now) else { throw AuthError.tokenExpired }
        try reading.requireEnabled(session.signInProvider)
        // Before the token is looked at: a copy must not end the session, which its owner can go on using.
        let newKey = try settings.sessions.keyOfRefreshed(session, proven: reading.provenKey, now: reading.now)
        let rotation = settings.sessions.refreshRotation
        let decision = RefreshDecision.decide(presented: token.hash, chain: session.refresh, rotation: rotation, now: reading.now)
        return PresentedSession(
            session: session, account: account, decision: decision,
            isForEnrollment: try reading.isForEnrollment(session, of: account), newKey: newKey)
    }

    /// - Returns: `nil` if the session ended, which has then been recorded.
    private func exchange(
        _ token: RefreshToken, _ found: PresentedSession, _ work: Work
    ) throws -> OpenedSession? {
        var found = found
        if let key = found.newKey, found.decision != .endSession {
            // The transaction has read the session without a key: nobody else can bind it meanwhile.
            guard try work.transaction.bind(session: found.session.id, to: key) else { throw AuthError.sessionKeyRequired }
            found.session.key = key
        }
        let session = found.session
        switch found.decision {
        case .keep(let branches):
            return answer(token, along: branches, found, at: work.now)
        case .rotate(let branches, let rotation):
            let opened = answer(token, along: branches + [0], found, at: work.now)
            let chain = session.refresh.exchanged(
                for: opened.refreshToken.hash, presented: token.hash, rotation: rotation, now: work.now)
            try work.transaction.update(refresh: chain, usedAt: work.now, ofSession: session.id)
            try work.transaction.noteUse(ofSession: session.id, at: work.now)
            return opened
        case .endSession:
            try work.endCopiedSession(found)
            return nil
        }
    }

    private func answer(
        _ token: RefreshToken, along branches: [Int64], _ found: PresentedSession, at now: Timestamp
    ) -> OpenedSession {
        OpenedSession(
            account: found.account, session: found.session,
            refreshToken: tokens.refreshTokens.descendant(of: token, along: branches), issuedAt: now,
            isForEnrollment: found.isForEnrollment)
    }
}

extension Work {
    /// Ends a session of which a token was copied.
    func endCopiedSession(_ found: PresentedSession) throws {
        transaction.record(AuditEvent(.sessionReuse, in: found.session.scope, account: found.account.id))
        try transaction.update(refresh: .ended, usedAt: now, ofSession: found.session.id)
    }
}

extension AuthEngine {
    /// Indicates whether a text is a refresh token that this server made, of any session.
    package func isRefreshToken(_ text: String) -> Bool { tokens.refreshTokens.parse(text) != nil }
}
