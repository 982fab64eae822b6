package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Signs in with email and password.
    ///
    /// One hash is computed whatever is wrong, and the fault is not revealed if the project hides which emails have
    /// accounts. Only a caller who knows the password learns that an account is disabled.
    ///
    /// - Parameters:
    ///   - email: The email as received.
    ///   - password: The password as received.
    ///   - scope: The project.
    ///   - client: The caller's network address; callers without one share the limits of one client.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, ``AuthError/invalidLoginCredentials``, or without email
    ///   privacy ``AuthError/emailNotFound`` and ``AuthError/invalidPassword``; ``AuthError/userDisabled``,
    ///   ``AuthError/passwordLoginDisabled``, ``AuthError/missingEmail``, ``AuthError/invalidEmail``,
    ///   ``AuthError/missingPassword``; while people move here from another server, also
    ///   ``AuthError/formerServerUnavailable(_:)`` and ``AuthError/operationNotAllowed(_:)``.
    package func signInWithPassword(
        email: String?, password: String?, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignInOutcome {
        let settings = try await read(in: scope) { try $0.settings() }
        guard settings.passwordEnabled else { throw AuthError.passwordLoginDisabled }
        guard let emailText = email else { throw AuthError.missingEmail }
        guard let email = EmailAddress(emailText) else { throw AuthError.invalidEmail }
        guard let password, !password.isEmpty else { throw AuthError.missingPassword }

        while true {
            let check = try await passwords.verify(password, of: email, in: scope, from: client)
            guard check.matches, let found = check.account else {
                if let moved = try await signInAtFormerServer(
                    password, of: email, found: check.account, settings, in: scope, from: client)
                {
                    return moved
                }
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

    /// Opens a session for a password that was correct a moment ago.
    ///
    /// - Parameter renewed: A new hash of it, if the old one is outdated or another system's.
    /// - Returns: `nil` if the stored hash has changed: the password was changed, or a concurrent sign-in has rehashed it,
    ///   and only another check can tell which. Sessions that were revoked in the meantime say nothing about a password.
    private func open(
        _ found: Account, _ check: CheckedPassword, renewed: String?, in scope: ProjectScope
    ) async throws -> SignInOutcome? {
        try await write(in: scope, expecting: [.account(found.id, scope: scope)]) { work -> PassedFirstFactor? in
            guard let old = try work.account(found.id), old.email == found.email,
                let password = old.password, password == found.password
            else { return nil }
            guard !old.isDisabled else { throw AuthError.userDisabled }
            try guesses.noteSuccess(check, work)
            var account = old
            // The same password, so its time stays. What another system knew of it goes.
            if let renewed { account.password = PasswordRecord(hash: renewed, updatedAt: password.updatedAt) }
            return try sessions.passFirstFactor(for: account, from: old, by: SignInFacts(provider: .password), work)
        } signing: { opened in
            try opened.map { try tokens.issue($0) }
        }
    }
}
