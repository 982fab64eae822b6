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

        while true {
            let check = try await verifyPassword(password, of: email, in: scope, from: client)
            guard check.matches, let found = check.account else {
                throw settings.emailPrivacy
                    ? AuthError.invalidLoginCredentials : check.account == nil ? .emailNotFound : .invalidPassword
            }
            if settings.passwordPolicy.isEnforced, settings.passwordPolicy.forceUpgradeOnSignIn {
                try settings.passwordPolicy.check(password)
            }
            let renewed = check.isOutdated ? try await hasher.hash(password) : nil
            if let signedIn = try await open(found, check, renewed: renewed, in: scope) { return signedIn }
        }
    }

    /// Opens a session for a password that was right a moment ago.
    ///
    /// - Parameter renewed: A new hash of it, where the old one is outdated.
    /// - Returns: `nil` if another hash stands there by now: the password has changed, or a sign-in at the same time has hashed
    ///   it anew, and only looking once more tells which. Sessions that were revoked meanwhile say nothing about a password.
    private func open(
        _ found: Account, _ check: CheckedPassword, renewed: String?, in scope: ProjectScope
    ) async throws -> SignInOutcome? {
        let now = clock.now
        let opened = try await write { transaction -> PassedFirstFactor? in
            guard let old = try transaction.account(found.id, in: scope), old.email == found.email,
                let password = old.password, password.hash == found.password?.hash
            else { return nil }
            guard !old.isDisabled else { throw AuthError.userDisabled }
            try noteSuccess(check, now: now, transaction)
            var account = old
            if let renewed { account.password?.hash = renewed }
            return try passFirstFactor(for: account, from: old, provider: .password, in: scope, now: now, transaction)
        }
        return try opened.map { try issue($0, now: now) }
    }
}
