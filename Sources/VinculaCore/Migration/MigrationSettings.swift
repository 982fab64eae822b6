/// A project's permission to take over the people of the server that it left, usually Firebase, for a period.
package struct MigrationSettings: Hashable, Sendable, Codable {
    /// The project at the other server; `nil` if nothing is taken over.
    package var firebase: FormerProject?

    package init() {}
}

/// A project at another Identity Toolkit server, usually Firebase, whose people are moving here.
package struct FormerProject: Hashable, Sendable, Codable {
    /// The longest period, in days.
    package static let longestDays = 180
    /// The longest API key, in bytes.
    package static let longestAPIKey = 256

    /// The project's id there.
    package var id: String
    /// The other server's address without a trailing slash; `nil` for Firebase.
    package var server: String?
    /// An API key of that project, sealed, in base64.
    package var sealedAPIKey: String
    /// The end of the period.
    package var until: Timestamp
    /// The time at which the migration began. Accounts that are created there later stay there: anybody can still sign up.
    package var beganAt: Timestamp
    /// Indicates whether its refresh tokens can be exchanged for sessions here.
    package var acceptsRefreshTokens: Bool
    /// Indicates whether people can look up their own account with its ID tokens.
    package var acceptsIDTokens: Bool
    /// Indicates whether it is asked about passwords that are not known here.
    package var asksForPasswords: Bool

    package init(
        id: String, server: String?, sealedAPIKey: String, beganAt: Timestamp, until: Timestamp,
        acceptsRefreshTokens: Bool = true, acceptsIDTokens: Bool = true, asksForPasswords: Bool = false
    ) {
        self.id = id
        self.server = server
        self.sealedAPIKey = sealedAPIKey
        self.beganAt = beganAt
        self.until = until
        self.acceptsRefreshTokens = acceptsRefreshTokens
        self.acceptsIDTokens = acceptsIDTokens
        self.asksForPasswords = asksForPasswords
    }

    /// Indicates whether the period has not ended.
    package func isOpen(now: Timestamp) -> Bool { now < until }

    /// Indicates whether a text can be an API key: visible ASCII.
    package static func isAPIKey(_ text: String) -> Bool {
        (1...longestAPIKey).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Checks the end of a period.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)`` if it is not within ``longestDays`` from now.
    package static func check(until: Timestamp, now: Timestamp) throws(AuthError) {
        guard until > now, until <= now.adding(seconds: Int64(longestDays) * 24 * 3600) else {
            throw .invalidConfig("The end of a migration must be in the future, and at most \(longestDays) days ahead.")
        }
    }
}
