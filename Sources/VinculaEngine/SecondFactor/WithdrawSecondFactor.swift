package import VinculaCore

extension AuthEngine {
    /// Removes a second factor from the account that the caller is signed in to.
    ///
    /// All sessions except the returned one end. The owner is informed by mail.
    ///
    /// - Parameters:
    ///   - factor: The id of the factor.
    ///   - idToken: The person's ID token.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingSecondFactorID``, ``AuthError/secondFactorNotFound``, ``AuthError/credentialTooOld``,
    ///   also in a session without a second factor, and the answers to an unusable ID token.
    package func withdrawSecondFactor(_ factor: String?, idToken: String?, in scope: ProjectScope) async throws -> SignedIn {
        let facts = try tokens.verifyCaller(idToken, for: .withdrawSecondFactor, in: scope, now: clock.now)
        guard let factor, !factor.isEmpty else { throw AuthError.missingSecondFactorID }
        try admit(.mfaEnrollment, by: facts, in: scope)
        let id = SecondFactorID(factor)
        let opened = try await write(in: scope) { work in
            let old = try work.caller(facts)
            try SecondFactorPolicy.checkRemoval(of: id, from: old, secondFactor: facts.secondFactor)
            try RecentSignIn.require(authTime: facts.authTime, now: work.now)
            var account = old
            account.secondFactors.removeAll { $0.id == id }
            account.endAllSessions(now: work.now)
            return try sessions.continueSession(
                for: account, from: old, earlier: facts, provider: facts.signInProvider, work)
        }
        return try tokens.issue(opened)
    }
}
