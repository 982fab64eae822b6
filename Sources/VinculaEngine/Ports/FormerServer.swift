package import VinculaCore

/// The access to a project at the server that it left.
package struct FormerServerAccess: Hashable, Sendable {
    /// The project's id there.
    package let project: String
    /// The server's address without a trailing slash; `nil` for Firebase.
    package let server: String?
    /// An API key of that project.
    package let apiKey: String

    package init(project: String, server: String?, apiKey: String) {
        self.project = project
        self.server = server
        self.apiKey = apiKey
    }
}

/// The answer of the server that a project left to an email and a password.
package enum FormerPasswordAnswer: Hashable, Sendable {
    /// The password is right; an ID token of the account.
    case right(idToken: String)
    /// The password is wrong, or opens no account: there is none, or nobody signs in with a password there any more.
    case wrong
    /// The password is right, but the account has a second factor there.
    case needsSecondFactor
}

/// The server that a project left, usually Firebase.
///
/// Every call throws ``AuthError/formerServerUnavailable(_:)`` if the server cannot be asked, or its answer says nothing about
/// the person.
package protocol FormerServer: Sendable {
    /// Exchanges a refresh token.
    ///
    /// - Returns: An ID token, not verified.
    /// - Throws: ``AuthError/tokenExpired``, ``AuthError/invalidRefreshToken``, ``AuthError/userNotFound``,
    ///   ``AuthError/userDisabled``, as the server says.
    func idToken(for refreshToken: String, at access: FormerServerAccess) async throws(AuthError) -> String

    /// Verifies an ID token with the server's public keys.
    ///
    /// - Throws: ``AuthError/invalidIDToken``.
    func verify(
        _ idToken: String, at access: FormerServerAccess, now: Timestamp
    ) async throws(AuthError) -> FormerTokenFacts

    /// Asks whether a password is right.
    ///
    /// - Throws: ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``, as the server says.
    func checkPassword(
        _ password: String, of email: EmailAddress, tenant: String, at access: FormerServerAccess
    ) async throws(AuthError) -> FormerPasswordAnswer

    /// Asks harmless questions, so that an operator learns at once if the server refuses the API key.
    func tryAccess(_ access: FormerServerAccess) async throws(AuthError)

    /// Looks up the account of an ID token.
    func account(idToken: String, tenant: String, at access: FormerServerAccess) async throws(AuthError) -> GivenAccount
}

/// No such server can be asked.
package struct NoFormerServer: FormerServer {
    private static let unavailable = AuthError.formerServerUnavailable("This server asks no other.")

    package init() {}

    package func idToken(for refreshToken: String, at access: FormerServerAccess) async throws(AuthError) -> String {
        throw Self.unavailable
    }

    package func verify(
        _ idToken: String, at access: FormerServerAccess, now: Timestamp
    ) async throws(AuthError) -> FormerTokenFacts { throw Self.unavailable }

    package func checkPassword(
        _ password: String, of email: EmailAddress, tenant: String, at access: FormerServerAccess
    ) async throws(AuthError) -> FormerPasswordAnswer { throw Self.unavailable }

    package func tryAccess(_ access: FormerServerAccess) async throws(AuthError) { throw Self.unavailable }

    package func account(
        idToken: String, tenant: String, at access: FormerServerAccess
    ) async throws(AuthError) -> GivenAccount { throw Self.unavailable }
}
