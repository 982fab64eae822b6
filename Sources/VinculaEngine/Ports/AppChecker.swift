package import VinculaCore

/// A service of somebody else that tells whether a token comes from an app that a person uses.
package protocol AppChecker: Sendable {
    /// The kinds of tokens that can be checked.
    var kinds: Set<AppTokenKind> { get }
    /// What clients need to get such tokens.
    var sites: AppCheckSites { get }

    /// Asks about a token.
    ///
    /// - Parameters:
    ///   - token: As received.
    ///   - kind: One of ``kinds``.
    ///   - client: The requester's network address.
    /// - Returns: `true` only if the service vouches for it.
    /// - Throws: ``AuthError/appCheckerUnavailable(_:)`` if it cannot be asked, or its answer cannot be understood.
    func vouches(for token: String, _ kind: AppTokenKind, from client: ClientAddress) async throws(AuthError) -> Bool
}

/// The public ids with which clients get tokens.
package struct AppCheckSites: Hashable, Sendable {
    /// The site key of reCAPTCHA.
    package var recaptcha: String?
    /// The site key of reCAPTCHA Enterprise.
    package var recaptchaEnterprise: String?
    /// The number of the Google Cloud project of Play Integrity.
    package var playIntegrityProject: String?

    package init() {}
}

/// No service is configured.
package struct NoAppChecker: AppChecker {
    package let kinds: Set<AppTokenKind> = []
    package let sites = AppCheckSites()

    package init() {}

    package func vouches(for token: String, _ kind: AppTokenKind, from client: ClientAddress) async throws(AuthError) -> Bool {
        false
    }
}
