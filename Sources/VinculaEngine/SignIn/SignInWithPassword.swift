public import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Signs in with email and password.
    ///
    /// One hash is computed whatever is wrong, and what is wrong is not told where the project hides which emails have
    /// accounts. That an account is disabled is told only to those who know its password.
    ///
    /// - Throws: ``AuthError/invalidLoginCredentials``, or without email privacy ``AuthError/emailNotFound`` and
    ///   ``AuthError/invalidPassword``; ``AuthError/userDisabled``, ``AuthError/passwordLoginDisabled``,
    ///   ``AuthError/missingEmail``, ``AuthError/invalidEmail``, ``AuthError/missingPassword``.
    public func signInWithPassword(email: String?, password: String?, in scope: ProjectScope) async throws -> SignedIn {
        let settings = try await read { try self.settings(of: scope.project, in: $0) }
        guard settings.emailEnabled else { throw AuthError.passwordLoginDisabled }
        guard let emailText = email else { throw AuthError.missingEmail }
        guard let email = EmailAddress(emailText) else { throw AuthError.invalidEmail }
        guard let password, !password.isEmpty else { throw AuthError.missingPassword }

        let found = try await read { try $0.account(email: email, in: scope) }
        let wrong: AuthError = settings.emailPrivacy ? .invalidLoginCredentials : found == nil ? .emailNotFound : .invalidPassword
        guard password.utf8.count <= PasswordPolicy.longestBytes else { throw wrong }
        let check = try await hasher.check(password, against: found?.password?.hash)
        guard check.matches, let found else { throw wrong }
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
            var account = old
            if let renewed, password.hash == found.password?.hash { account.password?.hash = renewed }
            return try openSession(for: account, from: old, provider: .password, in: scope, now: now, transaction)
        }
        return try issue(opened, now: now)
    }
}
