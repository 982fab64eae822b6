public import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Signs in with email and password.
    ///
    /// One hash is computed whatever is wrong, and what is wrong is not told where the project hides which emails have
    /// accounts. That an account is disabled is told only to those who know its password.
    ///
    /// - Parameters:
    ///   - email: As received.
    ///   - password: As received.
    ///   - client: Where they come from; callers that do not say share what one client may do.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, ``AuthError/invalidLoginCredentials``, or without email privacy ``AuthError/emailNotFound`` and
    ///   ``AuthError/invalidPassword``; ``AuthError/userDisabled``, ``AuthError/passwordLoginDisabled``,
    ///   ``AuthError/missingEmail``, ``AuthError/invalidEmail``, ``AuthError/missingPassword``.
    public func signInWithPassword(
        email: String?, password: String?, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignInOutcome {
        let settings = try await read { try self.settings(of: scope.project, in: $0) }
        guard settings.emailEnabled else { throw AuthError.passwordLoginDisabled }
        guard let emailText = email else { throw AuthError.missingEmail }
        guard let email = EmailAddress(emailText) else { throw AuthError.invalidEmail }
        guard let password, !password.isEmpty else { throw AuthError.missingPassword }

        let check = try await verifyPassword(password, of: email, in: scope, from: client)
        let wrong: AuthError =
            settings.emailPrivacy ? .invalidLoginCredentials : check.account == nil ? .emailNotFound : .invalidPassword
        guard check.matches, let found = check.account else { throw wrong }
        if settings.passwordPolicy.isEnforced, settings.passwordPolicy.forceUpgradeOnSignIn {
            try settings.passwordPolicy.check(password)
        }
        let renewed = check.isOutdated ? try await hasher.hash(password) : nil

        let now = clock.now
        let opened = try await write { transaction in
            // A sign-in at the same time may have hashed the same password anew; a new password has another time.
            guard let old = try transaction.account(found.id, in: scope), let password = old.password,
                password.updatedAt == found.password?.updatedAt, old.generation == found.generation
            else { throw wrong }
            guard !old.isDisabled else { throw AuthError.userDisabled }
            try noteSuccess(check, now: now, transaction)
            var account = old
            if let renewed, password.hash == found.password?.hash { account.password?.hash = renewed }
            return try passFirstFactor(for: account, from: old, provider: .password, in: scope, now: now, transaction)
        }
        return try issue(opened, now: now)
    }
}
