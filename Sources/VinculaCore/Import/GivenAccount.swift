/// An account of an import, as an administrator gives it.
package struct GivenAccount: Sendable {
    /// An identity at a provider.
    package struct Link: Sendable {
        package var provider: String?
        package var subject: String?
        /// Google's URL for the identity, beside or instead of the two.
        package var federatedID: String?
        package var email: String?
        package var displayName: String?
        package var photoURL: String?
        package var screenName: String?

        package init() {}
    }

    /// A second factor.
    package struct Factor: Sendable {
        package var id: String?
        package var displayName: String?
        package var phone: String?
        /// In RFC 3339.
        package var enrolledAt: String?

        package init() {}
    }

    package var id: String?
    package var tenant: String?
    package var email: String?
    package var emailVerified = false
    package var initialEmail: String?
    package var displayName: String?
    package var photoURL: String?
    package var phone: String?
    package var isDisabled = false
    package var hasCustomToken = false
    package var hasEmailLink = false
    package var customClaims: String?
    /// The hash of the password, in base64 of either alphabet.
    package var passwordHash: String?
    /// The salt, in base64 of either alphabet.
    package var salt: String?
    /// The password itself.
    package var password: String?
    /// In milliseconds.
    package var passwordUpdatedAt: Int64?
    /// The version of the project's hashes; only 0 exists.
    package var passwordVersion: Int64?
    /// In milliseconds.
    package var createdAt: Int64?
    /// In milliseconds.
    package var lastSignInAt: Int64?
    /// In RFC 3339.
    package var lastRefreshAt: String?
    /// In seconds.
    package var validSince: Int64?
    package var links: [Link] = []
    /// The number of links that an account may have; it can have one for each provider.
    package static let mostLinks = 100
    package var factors: [Factor] = []

    package init() {}
}

extension [GivenAccount] {
    /// Finds a value that two of the accounts have.
    ///
    /// - Parameters:
    ///   - ids: Whether ids are compared.
    ///   - ways: Whether emails and identities are compared.
    package func duplicate(ids comparesIDs: Bool, ways comparesWays: Bool) -> ImportDuplicate? {
        var (ids, emails, identities): (Set<String>, Set<String>, Set<[String]>) = ([], [], [])
        if comparesWays {
            for account in self {
                guard let text = account.email, !text.isEmpty else { continue }
                // An address in other letters is the same one.
                let isNew = emails.insert(EmailAddress(text)?.value ?? text).inserted
                if !isNew { return .email(text) }
            }
            for link in flatMap(\.links) {
                guard let provider = link.provider, let subject = link.subject else { continue }
                let isNew = identities.insert([provider, subject]).inserted
                if !isNew { return .identity(provider: provider, subject: subject) }
            }
        }
        if comparesIDs {
            for account in self {
                let isNew = ids.insert(account.id ?? "").inserted
                if !isNew { return .id(account.id ?? "") }
            }
        }
        return nil
    }
}
