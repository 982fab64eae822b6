package import Foundation

/// A refresh token of the server that a project left, after its exchange for a session here.
package struct ExchangedToken: Hashable, Sendable {
    /// A digest of the project and the token.
    package let hash: Data
    package let scope: ProjectScope
    /// The session's id.
    package let session: Data
    package let exchangedAt: Timestamp
    /// The time until which it is remembered.
    package let expiresAt: Timestamp

    package init(hash: Data, scope: ProjectScope, session: Data, exchangedAt: Timestamp, expiresAt: Timestamp) {
        self.hash = hash
        self.scope = scope
        self.session = session
        self.exchangedAt = exchangedAt
        self.expiresAt = expiresAt
    }

    /// Indicates whether it gets tokens of the same session once more.
    package func isRepeatable(now: Timestamp) -> Bool {
        now < exchangedAt.adding(seconds: FormerTokenRules.repeatSeconds)
    }
}
