public import Foundation

/// A collision's presented identity, stored until the person has proven which account is theirs.
public struct PendingCredential: Hashable, Sendable {
    /// The time within which it can be redeemed, in seconds.
    public static let lifetimeSeconds: Int64 = 900

    /// SHA-256 of the `pendingToken`.
    public let tokenHash: Data
    public let scope: ProjectScope
    public let presented: PresentedIdentity
    /// The account that it collided with: the only one that it may be linked to.
    public let collidedWith: AccountID
    public let expiresAt: Timestamp
    /// The provider's other information, sealed so that only the holder of the `pendingToken` can read it.
    public let sealedProfile: Data?

    public init(
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
