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
            try SecondFactorPolicy.checkAddress(of: account, from: old)
            try requireNoRecovery(of: account, from: old, settings: settings, in: scope, now: now, transaction)
            try noteNewPassword(of: email, in: scope, from: client, now: now, transaction)
            return try openSession(
                for: account, from: old, provider: .password, secondFactor: facts.secondFactor,
                provenAt: provenAt(facts, addingTo: old, now: now), in: scope, now: now, transaction)
        }
        return try issue(opened, now: now)
    }

    /// Refuses an address that nobody proved, where the account lost one that can still be taken back: whoever proved the new one
    /// would end that (see ``Account/purge(now:)``). Proving it by mail first is open to everybody.
    ///
    /// - Throws: ``AuthError/emailChangeNeedsVerification``.
    func requireNoRecovery(
        of account: Account, from old: Account, settings: ProjectSettings, in scope: ProjectScope, now: Timestamp,
        _ transaction: any ReadTransaction
    ) throws {
        guard settings.emailPrivacy, account.email != nil, account.email != old.email, !account.emailVerified else { return }
        let codes = try transaction.openActionCodes(of: old.id, in: scope)
        guard !codes.contains(where: { $0.purpose == .recoverEmail && now < $0.expiresAt }) else {
            throw AuthError.emailChangeNeedsVerification
        }
    }

    private func checkLink(
        of email: EmailAddress, to account: Account, _ facts: IDTokenFacts, settings: ProjectSettings, now: Timestamp
    ) throws(AuthError) {
        guard account.password == nil || account.email == nil else { throw .providerAlreadyLinked }
        try requireRecentSignIn(facts, of: account, now: now)
        try SecondFactorPolicy.checkSession(of: account, secondFactor: facts.secondFactor)
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
