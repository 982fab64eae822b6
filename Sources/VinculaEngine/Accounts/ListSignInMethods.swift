package import VinculaCore

/// The sign-in methods of an email.
package struct SignInMethods: Hashable, Sendable {
    package let isRegistered: Bool
    /// The providers, `password` first.
    package let providers: [ProviderID]
    /// The methods: the provider `password` may have two, `password` and `emailLink`.
    package let methods: [String]
}

extension AuthEngine {
    /// Returns the sign-in methods of an email, if the project does not hide them.
    ///
    /// - Returns: `nil` if the project hides which emails have accounts.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func signInMethods(
        of email: EmailAddress, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignInMethods? {
        // Counted together with the address, so that nobody uses up the limit of others who ask about an email.
        try limits.admit(.createAuthUri, target: email, in: scope, from: client)
        return try await read(in: scope) { reading in
            let settings = try reading.settings()
            guard !settings.emailPrivacy else { return nil }
            var account = try reading.account(email: email)
            if account == nil, !settings.allowDuplicateEmails {
                account = try reading.reads.accounts(identityEmail: email, in: scope).first
            }
            guard let account else { return SignInMethods(isRegistered: false, providers: [], methods: []) }
            let providers = account.providers.filter { $0 != .phone && (!settings.allowDuplicateEmails || $0 == .password) }
            return SignInMethods(isRegistered: true, providers: providers, methods: providers.flatMap(account.methods))
        }
    }
}

extension Account {
    /// The methods of a provider: a password and email links are two methods of one.
    fileprivate func methods(of provider: ProviderID) -> [String] {
        guard provider == .password else { return [provider.value] }
        return (password == nil ? [] : ["password"]) + (hasEmailLink ? ["emailLink"] : [])
    }
}
