package import VinculaCore

extension AuthEngine {
    /// Creates an account that only its own tokens open.
    ///
    /// - Throws: ``AuthError/adminOnlyOperation`` if that is switched off, ``AuthError/unsupportedFirstFactor`` if the project
    ///   requires second factors.
    package func signUpAnonymously(in scope: ProjectScope) async throws -> SignedIn {
        // It depends on the project's settings alone, and no other decision depends on whether such an account exists.
        try await claim(in: scope) { work in
            let settings = try work.settings()
            guard settings.anonymousEnabled, !settings.disabledUserSignUp else { throw AuthError.adminOnlyOperation }
            // They could never enrol a factor.
            guard !settings.secondFactors.isMandatory else { throw AuthError.unsupportedFirstFactor }
            var account = Account.start(now: work.now)
            account.lastSignInAt = work.now
            try work.insert(account)
            work.transaction.journal.note(UsageEvent(.signUp, ProviderID.anonymous.value))
            return try sessions.openFirstSession(for: account, by: SignInFacts(provider: .anonymous), settings: settings, work)
        } signing: {
            try tokens.issue($0)
        }
    }
}
