public import VinculaCore

extension AuthEngine {
    /// Reads the account that the caller is signed in to.
    ///
    /// - Throws: ``AuthError/missingIDToken``, ``AuthError/invalidIDToken``, ``AuthError/tokenExpired``,
    ///   ``AuthError/userNotFound``, ``AuthError/userDisabled``.
    public func lookUpOwnAccount(idToken: String?, in scope: ProjectScope) async throws -> Account {
        let facts = try verifyIDToken(idToken, in: scope)
        return try await read { try caller(facts, in: scope, $0) }
    }
}
