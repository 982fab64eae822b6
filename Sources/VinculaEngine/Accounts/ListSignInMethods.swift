public import VinculaCore

/// How an email may sign in.
public struct SignInMethods: Hashable, Sendable {
    public let isRegistered: Bool
    /// Providers, `password` first.
    public let providers: [ProviderID]
    /// Methods: of `password` there may be two, `password` and `emailLink`.
    public let methods: [String]
}

extension AuthEngine {
    /// Tells how an email may sign in, where the project lets everybody know.
    ///
    /// - Returns: `nil` where the project hides which emails have accounts.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    public func signInMethods(
        of email: EmailAddress, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignInMethods? {
        // With the address, so that nobody uses up what others may ask about an email.
        try limits.admit(.createAuthUri, target: email, in: scope, from: client)
        return try await read { transaction in
            let settings = try self.settings(of: scope.project, in: transaction)
            guard !settings.emailPrivacy else { return nil }
            var account = try transaction.account(email: email, in: scope)
            if account == nil, !settings.allowDuplicateEmails {
                account = try transaction.accounts(identityEmail: email, in: scope).first
            }
            guard let account else { return SignInMethods(isRegistered: false, providers: [], methods: []) }
            let providers = account.providers.filter { $0 != .phone && (!settings.allowDuplicateEmails || $0 == .password) }
            return SignInMethods(isRegistered: true, providers: providers, methods: providers.flatMap(account.methods))
        }
    }
}

extension Account {
    /// The methods of a provider: a password and mailed links are two of one.
    fileprivate func methods(of provider: ProviderID) -> [String] {
        guard provider == .password else { return [provider.value] }
        return (password == nil ? [] : ["password"]) + (hasEmailLink ? ["emailLink"] : [])
    }
}
