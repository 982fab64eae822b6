package import VinculaCore

extension AuthEngine {
    /// Reads the account that the caller is signed in to, here or at the server that the project left.
    ///
    /// - Parameters:
    ///   - idToken: The ID token as received.
    ///   - scope: The project or tenant.
    ///   - client: The caller's network address.
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``,
    ///   ``AuthError/userNotFound``, ``AuthError/userDisabled``.
    package func lookUpOwnAccount(
        idToken: String?, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> Account {
        let facts: IDTokenFacts
        do {
            facts = try tokens.verifyCaller(idToken, for: .lookUp, in: scope, now: clock.now)
        } catch .invalidIDToken {
            guard let account = try await accountOfFormerIDToken(idToken, in: scope, from: client) else {
                throw AuthError.invalidIDToken
            }
            return account
        }
        return try await read(in: scope, expecting: facts.expectedQueries(in: scope, now: clock.now)) {
            try $0.caller(facts, needsKey: false)
        }
    }
}
