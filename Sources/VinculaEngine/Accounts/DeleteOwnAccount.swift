public import VinculaCore

extension AuthEngine {
    /// Deletes the account that the caller is signed in to, and everything that belongs to it.
    ///
    /// - Throws: ``AuthError/credentialTooOld``, ``AuthError/adminOnlyOperation`` where end users may not, and the answers
    ///   to an unusable ID token.
    public func deleteOwnAccount(idToken: String?, in scope: ProjectScope) async throws {
        let facts = try verifyIDToken(idToken, in: scope)
        let now = clock.now
        try await write { transaction in
            let account = try caller(facts, in: scope, transaction)
            guard try !self.settings(of: scope.project, in: transaction).disabledUserDeletion else {
                throw AuthError.adminOnlyOperation
            }
            try requireRecentSignIn(facts, of: account, now: now)
            try transaction.delete(account.id, in: scope)
        }
    }
}
