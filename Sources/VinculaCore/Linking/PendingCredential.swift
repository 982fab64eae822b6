package import Foundation

/// A collision's presented identity, stored until the person has proven which account is theirs.
package struct PendingCredential: Hashable, Sendable {
    /// The time within which it can be redeemed, in seconds.
    package static let lifetimeSeconds: Int64 = 900

    /// SHA-256 of the `pendingToken`.
    package let tokenHash: Data
    package let scope: ProjectScope
    package let presented: PresentedIdentity
    /// The account that it collided with: the only one that it may be linked to.
    package let collidedWith: AccountID
    package let expiresAt: Timestamp
    /// The provider's other information, sealed so that only the holder of the `pendingToken` can read it.
    package let sealedProfile: Data?

    package init(
        tokenHash: Data, scope: ProjectScope, presented: PresentedIdentity, collidedWith: AccountID, expiresAt: Timestamp,
        sealedProfile: Data? = nil
    ) {
        self.tokenHash = tokenHash
        self.scope = scope
        self.presented = presented
        self.collidedWith = collidedWith
        self.expiresAt = expiresAt
        self.sealedProfile = sealedProfile
    }
}
