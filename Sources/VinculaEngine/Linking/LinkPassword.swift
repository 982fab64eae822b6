package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Adds an email and a password to the account that the caller is signed in to.
    ///
    /// An anonymous account keeps its id; its earlier refresh tokens end. Everybody else must have signed in recently. If
    /// the account already has this address, its verification stays.
    ///
    /// - Parameters:
    ///   - request: The email and password.
    ///   - idToken: The caller's ID token.
    ///   - scope: The project.
    ///   - client: The caller's network address; its neighbourhood is known to the account from now on.
    /// - Throws: ``AuthError/emailExists``, ``AuthError/providerAlreadyLinked`` if the account has a password,
    ///   ``AuthError/credentialTooOld``, ``AuthError/emailChangeNeedsVerification``, and the answers to a token, email or
    ///   password that cannot be used.
    package func linkPassword(
        _ request: PasswordSignUp, idToken: String, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignedIn {
        let facts = try tokens.verifyCaller(idToken, for: .linkPassword, in: scope, now: clock.now)
        let (settings, current) = try await read(in: scope) { reading in
            (try reading.settings(), try reading.caller(facts))
        }
        let (email, password) = try checkNewCredentials(request, settings: settings, in: scope)
        try checkLink(of: email, to: current, facts, settings: settings, now: clock.now)
        // Counted after the check: refused requests must not use up the address's sign-ups.
        try limits.admit(.signUp, target: email, in: scope)
        let hash = try await hasher.hash(password)
        var queries = [facts.accountQuery(in: scope), .accountWithEmail(email, scope: scope)]
        if settings.emailPrivacy, current.email != email { queries.append(.openActionCodes(of: current.id, scope: scope)) }
        return try await write(in: scope, expecting: queries) { work in
            let (old, session) = try work.callerAndSession(facts)
            try checkLink(of: email, to: old, facts, settings: settings, now: work.now)
            if let holder = try work.account(email: email), holder.id != old.id { throw AuthError.emailExists }
            var account = old
            if old.isAnonymous { account.endAllSessions(now: work.now) }
            account.setEmail(email)
            account.password = PasswordRecord(hash: hash, updatedAt: work.now)
            if let name = request.displayName, !name.isEmpty { account.displayName = name }
            try SecondFactorPolicy.checkAddress(of: account, from: old)
            try work.requireNoRecovery(of: account, from: old, settings: settings)
            try guesses.noteNewPassword(of: email, from: client, work)
            let signIn = SignInFacts(
                provider: .password, secondFactor: facts.secondFactor,
                provenAt: facts.provenAt(addingTo: old, now: work.now), earlier: session,
                claims: session?.claims(continuedBy: .password))
            return try sessions.openSession(for: account, from: old, by: signIn, asks: false, work)
        } signing: {
            try tokens.issue($0)
        }
    }

    private func checkLink(
        of email: EmailAddress, to account: Account, _ facts: IDTokenFacts, settings: ProjectSettings, now: Timestamp
    ) throws(AuthError) {
        guard account.password == nil || account.email == nil else { throw .providerAlreadyLinked }
        try facts.requireRecentSignIn(to: account, now: now)
        try SecondFactorPolicy.checkSession(of: account, secondFactor: facts.secondFactor)
        // An unproven address may replace a proven one only if the project allows email changes without a mail.
        if settings.emailPrivacy, account.emailVerified, account.email != email { throw .emailChangeNeedsVerification }
    }
}
