public import VinculaCore

extension AuthEngine {
    /// Creates an account that only its own tokens open.
    ///
    /// - Throws: ``AuthError/adminOnlyOperation`` if that is switched off.
    public func signUpAnonymously(in scope: ProjectScope) async throws -> SignedIn {
        let now = clock.now
        let opened = try await write { transaction in
            let settings = try self.settings(of: scope.project, in: transaction)
            guard settings.anonymousEnabled, !settings.disabledUserSignUp else { throw AuthError.adminOnlyOperation }
            var account = newAccount(now: now)
            account.lastSignInAt = now
            try transaction.insert(account, in: scope)
            return try openFirstSession(for: account, provider: .anonymous, in: scope, now: now, transaction)
        }
        return try issue(opened, now: now)
    }
}
