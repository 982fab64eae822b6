package import VinculaCore

extension AuthEngine {
    /// Has an operator who is signed in enter password and code again, and opens a session in place of the one they are in.
    ///
    /// Guesses count as those at the sign-in do.
    ///
    /// - Parameters:
    ///   - visit: The operator.
    ///   - cookie: The session's cookie as received; the session ends.
    ///   - password: The password as received.
    ///   - code: A code of an authenticator app, or a recovery code.
    ///   - client: The operator's network address.
    /// - Throws: ``AuthError/credentialTooOld`` for an account without a second factor, and the errors of
    ///   ``signInWithPassword(email:password:in:from:)`` and ``finishSignIn(_:anyFactorCode:in:)``.
    package func confirmOperator(
        _ visit: ConsoleVisit, cookie: String?, password: String?, code: String?, from client: ClientAddress
    ) async throws -> SignedIn {
        guard let code, !code.isEmpty else { throw AuthError.missingCode }
        let outcome = try await signInWithPassword(
            email: visit.account.email?.value, password: password, in: .operators, from: client)
        guard case .secondFactorRequired(let awaited) = outcome else { throw AuthError.credentialTooOld }
        let signedIn = try await finishSignIn(awaited.pendingCredential, anyFactorCode: code, in: .operators)
        try await leaveConsole(cookie)
        return signedIn
    }
}
