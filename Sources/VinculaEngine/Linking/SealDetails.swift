import Foundation
import VinculaCore
import VinculaCrypto

/// The details from a provider, stored with a pending credential for the next response to its holder.
///
/// They are sealed under a key that can only be derived from the `pendingToken`, and the database only has the token's hash.
/// The provider's own tokens are not included: the client already has them.
extension ProviderDetails {
    /// The longest that is stored, in bytes; from a longer one the provider's raw user info is dropped.
    private static let maximumLength = 16_384
    private static let place = "pending-credential"

    /// - Returns: `nil` if they are too long.
    func sealed(with token: String) throws -> Data? {
        var details = self
        var text = try JSONEncoder().encode(details)
        if text.count > Self.maximumLength {
            details.rawUserInfo = .object([:])
            text = try JSONEncoder().encode(details)
        }
        guard text.count <= Self.maximumLength else { return nil }
        return try Self.sealer(token).seal(text, place: Self.place)
    }

    /// - Returns: `nil` if there are none, or they cannot be opened.
    static func open(_ sealed: Data?, with token: String) -> ProviderDetails? {
        guard let sealed, let text = try? sealer(token).open(sealed, place: place) else { return nil }
        return try? JSONDecoder().decode(ProviderDetails.self, from: text)
    }

    // Not the hash in the database: that would be storing the key next to the lock.
    private static func sealer(_ token: String) -> Sealer {
        Sealer(masterKey: Data(token.utf8).hmacSHA256(key: Data("vincula pending profile".utf8)))
    }
}
