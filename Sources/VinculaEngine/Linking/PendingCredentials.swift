import Foundation
import VinculaCore
import VinculaCrypto

/// A pending credential's life: kept at a collision, found and redeemed by its token.
extension Work {
    /// Stores the identity of a collision for the holder of a new token.
    ///
    /// - Parameters:
    ///   - details: Further details that the provider reported about the person.
    ///   - holder: The account that it collided with.
    /// - Returns: The `pendingToken`.
    func keep(
        _ presented: PresentedIdentity, _ details: ProviderDetails?, collidedWith holder: AccountID
    ) throws -> String {
        let token = SecureRandom.bytes(32).base64URL
        try transaction.insert(
            PendingCredential(
                tokenHash: Data(token.utf8).sha256, scope: scope, presented: presented, collidedWith: holder,
                expiresAt: now.adding(seconds: PendingCredential.lifetimeSeconds), sealedProfile: try details?.sealed(with: token)
            ))
        return token
    }

    /// Consumes a pending credential: once, in time, and linked only to the account that it collided with.
    ///
    /// One that collides again is not consumed, so that somebody who finds a token cannot use it up.
    func redeem(_ token: String, for decision: LinkingDecision, intent: LinkingIntent) throws {
        let pending = try pendingCredential(of: token)
        if case .link(let account) = intent, account.id != pending.collidedWith { throw AuthError.invalidPendingToken }
        if case .refuse = decision { return }
        guard try transaction.consumePendingCredential(tokenHash: pending.tokenHash) else { throw AuthError.invalidPendingToken }
        let details: [String: JSONValue] = ["provider": .string(pending.presented.key.provider.value)]
        record(.pendingCredentialRedeem, account: pending.collidedWith, details: details)
    }
}

extension ScopedReads {
    /// Finds the pending credential that a token can redeem.
    ///
    /// - Throws: ``AuthError/invalidPendingToken``.
    func pendingCredential(of token: String) throws -> PendingCredential {
        guard let pending = try reads.pendingCredential(tokenHash: Data(token.utf8).sha256), pending.scope == scope,
            pending.expiresAt > now
        else { throw AuthError.invalidPendingToken }
        return pending
    }
}

extension VerifiedIdentity {
    /// The identity as its provider vouched for it before the collision.
    init(_ pending: PendingCredential, openedWith token: String) {
        let details = pending.sealedProfile.flatMap { ProviderDetails.open($0, with: token) }
        self.init(
            presented: pending.presented,
            details: details ?? ProviderDetails(federatedID: pending.presented.key.subject, rawUserInfo: .object([:])))
    }
}

/// The details from a provider, stored with a pending credential for the next response to its holder.
///
/// They are sealed under a key that can only be derived from the `pendingToken`, and the database only has the token's hash.
/// The provider's own tokens are not included: the client already has them.
extension ProviderDetails {
    /// The longest that is stored, in bytes; from a longer one the provider's raw user info is dropped.
    private static let maximumLength = 16_384
    private static let place = "pending-credential"

    /// - Returns: `nil` if they are too long.
    fileprivate func sealed(with token: String) throws -> Data? {
        var details = self
        var text = try JSONEncoder().encode(details)
        if text.count > Self.maximumLength {
            details.rawUserInfo = .object([:])
            text = try JSONEncoder().encode(details)
        }
        guard text.count <= Self.maximumLength else { return nil }
        return try Self.sealer(token).seal(text, place: Self.place)
    }

    /// - Returns: `nil` if they cannot be opened.
    fileprivate static func open(_ sealed: Data, with token: String) -> ProviderDetails? {
        guard let text = try? sealer(token).open(sealed, place: place) else { return nil }
        return try? JSONDecoder().decode(ProviderDetails.self, from: text)
    }

    // Not the hash in the database: that would be storing the key next to the lock.
    private static func sealer(_ token: String) -> Sealer {
        Sealer(masterKey: Data(token.utf8).hmacSHA256(key: Data("vincula pending profile".utf8)))
    }
}
