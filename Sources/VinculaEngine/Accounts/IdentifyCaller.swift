import VinculaCore

extension AuthEngine {
    /// Finds the account that an ID token opens, in its current state.
    ///
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired``.
    func caller(_ facts: IDTokenFacts, in scope: ProjectScope, _ transaction: any ReadTransaction) throws -> Account {
        try facts.require(try transaction.account(facts.account, in: scope))
    }

    /// Checks an ID token's signature and times.
    ///
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``.
    func verifyIDToken(_ text: String?, in scope: ProjectScope) throws -> IDTokenFacts {
        guard let text, !text.isEmpty else { throw AuthError.missingIDToken }
        return try tokens.verify(text, in: scope, now: clock.now)
    }

    /// Checks for a recent sign-in, except for an anonymous person, who could not sign in again.
    ///
    /// A person who signed in otherwise is not anonymous, even if the account has lost its last way in since: otherwise a
    /// stale session could empty an account and then take it over.
    func requireRecentSignIn(_ facts: IDTokenFacts, of account: Account, now: Timestamp) throws(AuthError) {
        guard facts.signInProvider != .anonymous || !account.isAnonymous else { return }
        try RecentSignIn.require(authTime: facts.authTime, now: now)
    }
}
