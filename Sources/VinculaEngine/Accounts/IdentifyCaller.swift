import VinculaCore

extension TokenMint {
    /// Checks the signature and times of a caller's ID token, and that it is good for a request.
    ///
    /// - Parameter request: The request; ``SignedInRequest/other`` if it is not open to enrolment tokens in any case.
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``,
    ///   ``AuthError/secondFactorRequired``.
    func verifyCaller(
        _ text: String?, for request: SignedInRequest = .other, in scope: ProjectScope, now: Timestamp
    ) throws(AuthError) -> IDTokenFacts {
        guard let text, !text.isEmpty else { throw .missingIDToken }
        let facts = try verify(text, in: scope, now: now)
        try facts.require(request)
        return facts
    }
}

extension AuthEngine {
    /// Counts a request against the account of its ID token, unless the token is of a bound session and comes without its key:
    /// whoever has a copy of it must not use up what its owner may do.
    ///
    /// - Throws: ``AuthError/sessionKeyRefused(_:)``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    func admit(_ rpc: LimitedRPC, by facts: IDTokenFacts, in scope: ProjectScope) throws(AuthError) {
        let proven = transactions.origin.key
        if let key = facts.key, key != proven {
            throw .sessionKeyRefused(
                SessionKeyRefusal(
                    reason: proven == nil ? .missing : .other, scope: scope, account: facts.account, session: facts.session,
                    isRefresh: false))
        }
        try limits.admit(rpc, target: facts.account, in: scope)
    }
}

extension ScopedReads {
    /// Finds the account that an ID token opens, in its current state.
    ///
    /// - Parameter needsKey: As for ``callerAndSession(_:needsKey:)``.
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired``, also once the token's
    ///   session has ended or is over because of its age; ``AuthError/sessionKeyRefused(_:)``.
    func caller(_ facts: IDTokenFacts, needsKey: Bool = true) throws -> Account {
        try callerAndSession(facts, needsKey: needsKey).account
    }

    /// Finds the account that an ID token opens, and the session that the token is of.
    ///
    /// A token is signed for an hour, but is worth nothing here once its owner has ended its session.
    ///
    /// - Parameter needsKey: `false` for what changes nothing and sends nothing in the person's name, or comes from a backend:
    ///   the key of a bound session need not be proven for it.
    /// - Returns: The account, and the session unless the token is of an earlier version, which names none.
    /// - Throws: As ``caller(_:needsKey:)``.
    func callerAndSession(_ facts: IDTokenFacts, needsKey: Bool = true) throws -> (account: Account, session: Session?) {
        guard let id = facts.session else { return (try facts.require(try account(facts.account)), nil) }
        let found = try reads.account(facts.account, withSession: id, in: scope)
        let account = try facts.require(found.account)
        guard let session = found.session, !session.refresh.isEnded else { throw AuthError.tokenExpired }
        try session.requireValid(for: account)
        // No limit is shorter than a day, so most sessions need no look at the settings.
        let isYoung = now.seconds(since: session.openedAt) < SessionBounds.shortest
        guard try isYoung || !life().isOver(session, now: now) else { throw AuthError.tokenExpired }
        if needsKey { try session.requireKey(provenKey) }
        return (account, session)
    }

    /// Finds the session that an ID token is of, whatever its state.
    func session(of facts: IDTokenFacts?) throws -> Session? { try facts?.session.flatMap { try reads.session($0) } }
}

extension IDTokenFacts {
    /// The query by which ``ScopedReads/caller(_:needsKey:)`` finds the account.
    func accountQuery(in scope: ProjectScope) -> ExpectedQuery {
        guard let session else { return .account(account, scope: scope) }
        return .accountWithSession(account: account, session: session, scope: scope)
    }

    /// All queries that ``ScopedReads/caller(_:needsKey:)`` usually makes; empty if they are not known in advance.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant. A tenant has more to ask for.
    ///   - now: The current time: of a session that is a day old, the lifetime counts.
    func expectedQueries(in scope: ProjectScope, now: Timestamp) -> [ExpectedQuery] {
        guard session != nil, scope.tenant.isEmpty else { return [] }
        let own = accountQuery(in: scope)
        return now.seconds(since: authTime) < SessionBounds.shortest ? [own] : [own, .settings(project: scope.project)]
    }

    /// Checks that the token is good for a request.
    ///
    /// - Parameter account: The caller's account, if it is known.
    /// - Throws: ``AuthError/secondFactorRequired`` for an enrolment token.
    func require(_ request: SignedInRequest, of account: Account? = nil) throws(AuthError) {
        guard isForEnrollment else { return }
        try request.requireOpen(to: account)
    }

    /// Checks for a recent sign-in, except for an anonymous person, who could not sign in again.
    ///
    /// A person who signed in otherwise is not anonymous, even if the account has lost its last way in since: otherwise a
    /// stale session could empty an account and then take it over.
    func requireRecentSignIn(to account: Account, now: Timestamp) throws(AuthError) {
        guard signInProvider != .anonymous || !account.isAnonymous else { return }
        try RecentSignIn.require(authTime: authTime, now: now)
    }

    /// The time at which a person who adds a way in to their account proved who they are: when they signed in. The addition
    /// proves nothing about who they were before; only an anonymous person signs in with it.
    func provenAt(addingTo account: Account, now: Timestamp) -> Timestamp {
        account.isAnonymous && signInProvider == .anonymous ? now : authTime
    }
}
