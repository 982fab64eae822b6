public import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Adds an email and a password to the account that the caller is signed in to.
    ///
    /// An anonymous account keeps its id; its earlier refresh tokens end. Everybody else must have signed in lately. An
    /// address that the account has already keeps its verification.
    ///
    /// - Parameters:
    ///   - request: The email and password.
    ///   - idToken: The caller's ID token.
    ///   - client: Where the caller is; this neighbourhood is known to the account from now on.
    /// - Throws: ``AuthError/emailExists``, ``AuthError/providerAlreadyLinked`` if the account has a password,
    ///   ``AuthError/credentialTooOld``, ``AuthError/emailChangeNeedsVerification``, and the answers to a token, email or
    ///   password that cannot be used.
    public func linkPassword(
        _ request: PasswordSignUp, idToken: String, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignedIn {
        let facts = try verifyIDToken(idToken, in: scope)
        let (settings, current) = try await read { transaction in
            (try self.settings(of: scope.project, in: transaction), try caller(facts, in: scope, transaction))
        }
        let (email, password) = try checkNewCredentials(request, settings: settings, in: scope)
        try checkLink(of: email, to: current, facts, settings: settings, now: clock.now)
        // After it: what is refused anyway must not use up the address's sign-ups.
        try limits.admit(.signUp, target: email, in: scope)
        let hash = try await hasher.hash(password)
        let now = clock.now
        let opened = try await write { transaction in
            let old = try caller(facts, in: scope, transaction)
            try checkLink(of: email, to: old, facts, settings: settings, now: now)
            if let holder = try transaction.account(email: email, in: scope), holder.id != old.id { throw AuthError.emailExists }
            var account = old
            if old.isAnonymous { account.endAllSessions(now: now) }
            account.setEmail(email)
            account.password = PasswordRecord(hash: hash, updatedAt: now)
            account.displayName = request.displayName ?? old.displayName
            try noteNewPassword(of: email, in: scope, from: client, now: now, transaction)
            return try openSession(
                for: account, from: old, provider: .password, secondFactor: facts.secondFactor, in: scope, now: now,
                transaction)
        }
        return try issue(opened, now: now)
    }

    private func checkLink(
        of email: EmailAddress, to account: Account, _ facts: IDTokenFacts, settings: ProjectSettings, now: Timestamp
    ) throws(AuthError) {
        guard account.password == nil else { throw .providerAlreadyLinked }
        try requireRecentSignIn(facts, of: account, now: now)
        // A proven address gives way to an unproven one only where the project lets emails change without a mail.
        if settings.emailPrivacy, account.emailVerified, account.email != email { throw .emailChangeNeedsVerification }
    }
}

extension Account {
    /// Takes an email that nobody proved; one that the account has already stays as proven as it was.
    mutating func setEmail(_ email: EmailAddress) {
        guard email != self.email else { return }
        if initialEmail == nil { initialEmail = self.email }
        self.email = email
        emailVerified = false
    }
}
