package import VinculaCore

extension AuthEngine {
    /// Reads the account that the caller is signed in to.
    ///
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``,
    ///   ``AuthError/userNotFound``, ``AuthError/userDisabled``.
    package func lookUpOwnAccount(idToken: String?, in scope: ProjectScope) async throws -> Account {
        let facts = try tokens.verifyCaller(idToken, for: .lookUp, in: scope, now: clock.now)
        return try await read(in: scope) { try $0.caller(facts) }
    }
}
