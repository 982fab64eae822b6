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
    /// - Returns: `nil` unless the service vouches for it.
    /// - Throws: ``AuthError/appCheckerUnavailable(_:)`` if it cannot be asked, or its answer cannot be understood.
    func voucher(for token: String, _ kind: AppTokenKind, from client: ClientAddress) async throws(AuthError) -> AppVoucher?
}

/// The name of what a service has vouched for, by which it counts once.
package struct AppVoucher: Hashable, Sendable {
    /// The token's text, or its contents if one token may be spelt in several ways.
    package let id: String

    package init(id: String) { self.id = id }
}

extension AppChecker {
    /// Indicates whether a service vouches for a token.
    ///
    /// - Throws: As ``voucher(for:_:from:)`` does.
    package func vouches(for token: String, _ kind: AppTokenKind, from client: ClientAddress) async throws(AuthError) -> Bool {
        try await voucher(for: token, kind, from: client) != nil
    }
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

    package func voucher(
        for token: String, _ kind: AppTokenKind, from client: ClientAddress
    ) async throws(AuthError) -> AppVoucher? {
        nil
    }
}
