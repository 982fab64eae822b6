package import Foundation

/// A one-time link with which somebody becomes an operator.
package struct OperatorInvitation: Hashable, Sendable {
    /// The time for which it can be used, in seconds.
    package static let lifetimeSeconds: Int64 = 24 * 3600
    /// The number of open invitations.
    package static let mostOpen = 100
    /// The length of a code, in bytes.
    package static let codeLength = 32
    /// The longest code that is looked up, in bytes.
    package static let longestCode = 64

    /// SHA-256 of the code.
    package let id: Data
    /// The address of the person who is invited; `nil` for the first operator, who states one.
    package let email: EmailAddress?
    package let grant: OperatorGrant
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(id: Data, email: EmailAddress?, grant: OperatorGrant, createdAt: Timestamp, expiresAt: Timestamp) {
        self.id = id
        self.email = email
        self.grant = grant
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
