package import Foundation
import VinculaCore
package import VinculaCrypto

/// The secret under which refresh tokens are derived and tagged; the server creates it once.
package enum RefreshTokenKey {
    private static let name = "refresh-token-key"

    /// Reads the key, or creates it.
    package static func load(store: any Store, sealer: Sealer) async throws -> Data {
        let fresh = try sealer.seal(SecureRandom.bytes(RefreshTokens.keyLength), place: name)
        if let sealed = try await store.read({ try $0.sealedSecret(name) }) { return try sealer.open(sealed, place: name) }
        let sealed = try await store.write { try $0.keepSealedSecret(fresh, named: name) }
        return try sealer.open(sealed, place: name)
    }
}
