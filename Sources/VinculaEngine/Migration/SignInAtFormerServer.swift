import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Signs in with a password that only the server which the project left knows, and takes it over.
    ///
    /// The attempt has been counted here as a wrong password, so our limits protect the other server, too; a right one is
    /// forgiven.
    ///
    /// A project that hides which addresses have accounts asks the other server whenever a password is wrong here. Its time, its
    /// failures and our limits then say nothing about the account. Where its answer cannot matter, it is asked about the same
    /// address with a random password: no password leaves this server for an account here that it could not open. That the
    /// account is disabled there, the other server says before it looks at the password, so such a project takes that for a
    /// wrong one.
    ///
    /// - Parameters:
    ///   - password: The password as received.
    ///   - email: The email.
    ///   - found: The account of the email here; `nil` if there is none.
    ///   - settings: The project's settings.
    ///   - scope: The project.
    ///   - client: The caller's network address.
    /// - Returns: `nil` if the other server is not asked, or does not know the password either.
    /// - Throws: ``AuthError/userDisabled``; ``AuthError/operationNotAllowed(_:)`` for an account with a second factor there,
    ///   ``AuthError/tooManyAttempts(retryAfterSeconds:)``, ``AuthError/formerServerUnavailable(_:)``; the refusal of the
    ///   project's function.
    func signInAtFormerServer(
        _ password: String, of email: EmailAddress, found: Account?, _ settings: ProjectSettings, in scope: ProjectScope,
        from client: ClientAddress
    ) async throws -> SignInOutcome? {
        guard let former = settings.migration.firebase, former.isOpen(now: clock.now), former.asksForPasswords,
            password.utf8.count <= PasswordPolicy.longestBytes
        else { return nil }
        let hidesPeople = settings.emailPrivacy
        let mark = try await read(in: scope) { reading in
            try found.flatMap { try reading.reads.importMark(of: $0.id, in: scope) }
        }
        let canMatter = found.map { $0.password == nil && !$0.isDisabled && mark?.generation == $0.generation } ?? true
        guard canMatter else {
            guard hidesPeople else { return nil }
            let decoy = SecureRandom.alphanumeric(password.utf8.count)
            _ = try await ask(former, of: scope.project, for: client) {
                try await check(decoy, of: email, hidesPeople: true, in: scope, at: $0)
            }
            return nil
        }
        let asked = try await ask(former, of: scope.project, for: client) {
            try await answer(password, of: email, hidesPeople: hidesPeople, in: scope, at: $0)
        }
        guard let asked else {
            migrationCounts.note(.refusal)
            return nil
        }
        let (facts, given) = (asked.facts, asked.given)
        let hash = try await hasher.hash(password)
        let signIn = SignInFacts(provider: .password)
        let opened = try await write(in: scope) { work -> PassedFirstFactor? in
            let settings = try work.settings()
            guard settings.emailEnabled else { throw AuthError.passwordLoginDisabled }
            guard settings.migration.firebase == former else { return nil }
            guard let old = try work.account(email: email) else {
                guard try work.account(facts.account) == nil else { return nil }
                let account = try work.adopt(given, of: former, passwordHash: hash, sealer: sealer)
                guard !account.isDisabled else { throw AuthError.userDisabled }
                try guesses.noteNewPassword(of: email, from: client, work)
                return try sessions.passFirstFactor(for: account, from: account, by: signIn, work)
            }
            // Whoever changed how the account is signed in to since its import has decided against this password.
            let mark = try work.reads.importMark(of: old.id, in: scope)
            guard old.id == facts.account, old.password == nil, mark?.generation == old.generation else { return nil }
            guard !old.isDisabled else { throw AuthError.userDisabled }
            var account = old
            account.password = PasswordRecord(hash: hash, updatedAt: work.now)
            try work.transaction.journal.importing { try work.update(account, from: old) }
            try guesses.noteNewPassword(of: email, from: client, work)
            work.record(.accountMigrate, account: account.id, details: ["created": false])
            return try sessions.passFirstFactor(for: account, from: account, by: signIn, work)
        }
        guard let opened else { return nil }
        migrationCounts.note(.account)
        return try tokens.issue(opened)
    }

    /// Asks the other server about a password, and for the account that it opens.
    ///
    /// - Returns: `nil` if it is wrong.
    private func answer(
        _ password: String, of email: EmailAddress, hidesPeople: Bool, in scope: ProjectScope, at access: FormerServerAccess
    ) async throws -> FormerAccount? {
        switch try await check(password, of: email, hidesPeople: hidesPeople, in: scope, at: access) {
        case .wrong: return nil
        case .needsSecondFactor:
            throw AuthError.operationNotAllowed(
                "This account has a second factor, so it cannot be moved by signing in. Ask the operator of this app.")
        case .right(let idToken): return try await formerAccount(of: idToken, email, in: scope, at: access)
        }
    }

    /// Asks the other server about a password. Where people are hidden, nobody learns that an account is disabled there: nobody
    /// has proven its password.
    private func check(
        _ password: String, of email: EmailAddress, hidesPeople: Bool, in scope: ProjectScope, at access: FormerServerAccess
    ) async throws -> FormerPasswordAnswer {
        do {
            return try await formerServer.checkPassword(password, of: email, tenant: scope.tenant, at: access)
        } catch AuthError.userDisabled where hidesPeople {
            return .wrong
        }
    }

    /// Verifies the ID token of a right password, and looks up its account.
    ///
    /// - Returns: `nil` if it is not the email's.
    private func formerAccount(
        of idToken: String, _ email: EmailAddress, in scope: ProjectScope, at access: FormerServerAccess
    ) async throws -> FormerAccount? {
        guard let facts = try await verifiedFacts(of: idToken, at: access) else {
            throw AuthError.formerServerUnavailable("The answer of the server that this project moved from cannot be verified.")
        }
        let given = try await formerServer.account(idToken: idToken, tenant: scope.tenant, at: access)
        guard facts.tenant == scope.tenant, given.id == facts.account.value, given.email.flatMap(EmailAddress.init) == email
        else { return nil }
        return FormerAccount(facts: facts, given: given)
    }

    /// The facts of an ID token of the other server; `nil` if it is invalid.
    func verifiedFacts(of idToken: String, at access: FormerServerAccess) async throws -> FormerTokenFacts? {
        do {
            return try await formerServer.verify(idToken, at: access, now: clock.now)
        } catch AuthError.invalidIDToken {
            return nil
        }
    }
}

/// An account of the other server.
struct FormerAccount: Sendable {
    let facts: FormerTokenFacts
    let given: GivenAccount
}
