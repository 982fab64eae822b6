package import VinculaCore

extension AuthEngine {
    /// Deletes the account that the caller is signed in to, and everything that belongs to it.
    ///
    /// - Throws: ``AuthError/credentialTooOld``, ``AuthError/adminOnlyOperation`` where end users may not, and the answers
    ///   to an unusable ID token.
    package func deleteOwnAccount(idToken: String?, in scope: ProjectScope) async throws {
        let facts = try tokens.verifyCaller(idToken, for: .deleteAccount, in: scope, now: clock.now)
        try await write(in: scope, expecting: [facts.accountQuery(in: scope)]) { work in
            let account = try work.caller(facts)
            guard try !work.settings().disabledUserDeletion else {
                throw AuthError.adminOnlyOperation
            }
            try facts.requireRecentSignIn(to: account, now: work.now)
            try SecondFactorPolicy.checkSession(of: account, secondFactor: facts.secondFactor)
            try work.delete(account.id)
        }
    }
}
