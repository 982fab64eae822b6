package import VinculaCore
import VinculaCrypto

/// An email and a password, as received.
package struct PasswordSignUp: Hashable, Sendable {
    package var email: String?
    package var password: String?
    package var displayName: String?

    package init(email: String?, password: String?, displayName: String?) {
        self.email = email
        self.password = password
        self.displayName = displayName
    }
}

extension AuthEngine {
    /// Creates an account with an email, unproven so far, and a password.
    ///
    /// - Parameters:
    ///   - request: The email and password.
    ///   - scope: The project.
    ///   - client: The caller's network address; its neighbourhood is known to the account from now on.
    /// - Throws: ``AuthError/emailExists``, ``AuthError/invalidEmail``, ``AuthError/weakPassword(_:)`` and the other answers
    ///   to an email or password that cannot be used; ``AuthError/operationNotAllowed(_:)``,
    ///   ``AuthError/adminOnlyOperation`` if sign-up is closed.
    package func signUpWithPassword(
        _ request: PasswordSignUp, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignedIn {
        let (email, password) = try await usableCredentials(request, in: scope)
        try limits.admit(.signUp, target: email, in: scope)
        let query = ExpectedQuery.accountWithEmail(email, scope: scope)
        // In a tenant, there is more to ask for.
        let holder = try await read(in: scope, expecting: scope.tenant.isEmpty ? [query] : []) {
            try $0.account(email: email)
        }
        guard holder == nil else { throw AuthError.emailExists }
        let hash = try await hasher.hash(password)
        return try await write(in: scope, expecting: [query]) { work in
            // Sign-up may have been closed while the hash was computed.
            let settings = try work.settings()
            guard !settings.disabledUserSignUp else { throw AuthError.adminOnlyOperation }
            guard settings.passwordEnabled else { throw AuthError.operationNotAllowed(nil) }
            guard try work.account(email: email) == nil else { throw AuthError.emailExists }
            var account = work.startAccount()
            account.email = email
            account.displayName = request.displayName
            account.password = PasswordRecord(hash: hash, updatedAt: work.now)
            account.validSince = work.now.seconds
            try guesses.noteNewPassword(of: email, from: client, work)
            return try sessions.openNewAccount(account, by: SignInFacts(provider: .password), settings, work)
        } signing: {
            try tokens.issue($0)
        }
    }

    private func usableCredentials(
        _ request: PasswordSignUp, in scope: ProjectScope
    ) async throws -> (email: EmailAddress, password: String) {
        let settings = try await read(in: scope) { try $0.settings() }
        let credentials = try checkNewCredentials(request, settings: settings, in: scope)
        guard !settings.disabledUserSignUp else { throw AuthError.adminOnlyOperation }
        return credentials
    }

    /// Checks a new email and password.
    func checkNewCredentials(
        _ request: PasswordSignUp, settings: ProjectSettings, in scope: ProjectScope
    ) throws(AuthError) -> (email: EmailAddress, password: String) {
        guard let emailText = request.email else { throw .missingEmail }
        guard let password = request.password, !password.isEmpty else { throw .missingPassword }
        guard settings.passwordEnabled else { throw .operationNotAllowed(nil) }
        guard let email = EmailAddress(emailText) else { throw .invalidEmail }
        try AccountEdit.checkProfile(displayName: request.displayName, photoURL: nil)
        try settings.passwordPolicy.check(password, email: email, project: scope.project)
        return (email, password)
    }
}
