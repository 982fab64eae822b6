import Crypto
package import Foundation

/// Encrypts data that must not be in the database in clear, under a key that is not in the database.
///
/// Uses AES-256-GCM; each secret is bound to its place in the database, so that sealed secrets cannot be swapped. A sealed
/// secret names its key, so that both keys work while the master key is being changed.
package struct Sealer: Sendable {
    /// A sealed secret cannot be opened: another key, another place, or damage.
    package struct CannotOpen: Error, CustomStringConvertible {
        package let description = "A secret cannot be decrypted. Is this the master key that the data was encrypted with?"
    }

    /// The key's length, in bytes.
    package static let keyLength = 32
    private static let version: UInt8 = 1
    private static let keyIDLength = 8

    private struct Key: Sendable {
        let id: Data
        let key: SymmetricKey

        init(_ masterKey: Data) {
            key = SymmetricKey(data: masterKey)
            id = (Data("vincula key id".utf8) + masterKey).sha256.prefix(keyIDLength)
        }

        /// The beginning of every secret sealed under this key.
        var prefix: Data { Data([version]) + id }
    }

    private let current: Key
    private let previous: Key?

    /// - Parameters:
    ///   - masterKey: ``keyLength`` random bytes. Seals, and opens.
    ///   - previous: The key before it, as long as secrets may still be sealed under that. Only opens.
    package init(masterKey: Data, previous: Data? = nil) {
        current = Key(masterKey)
        self.previous = previous.map(Key.init)
    }

    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - place: The place that it is bound to, such as `signing-key/KID`.
    package func seal(_ secret: Data, place: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: current.key, authenticating: current.id + Data(place.utf8))
        return current.prefix + (box.combined ?? Data())
    }

    /// A fingerprint of a value by which it can be found again but not recovered, not even by trying all possible values.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - purpose: The purpose of the fingerprint; fingerprints for different purposes are unrelated.
    package func fingerprint(_ data: Data, purpose: String) -> Data {
        let derived = HMAC<SHA256>.authenticationCode(for: Data("vincula fingerprint \(purpose)".utf8), using: current.key)
        return Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: derived)))
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``CannotOpen``.
    package func open(_ sealed: Data, place: String) throws -> Data {
        let key = previous.flatMap { sealed.starts(with: $0.prefix) ? $0 : nil } ?? current
        guard sealed.starts(with: key.prefix), let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(key.prefix.count)),
            let secret = try? AES.GCM.open(box, using: key.key, authenticating: key.id + Data(place.utf8))
        else { throw CannotOpen() }
        return secret
    }

    /// Reseals a secret under the current key.
    ///
    /// - Returns: `nil` if it is already sealed under that.
    /// - Throws: ``CannotOpen``.
    package func reseal(_ sealed: Data, place: String) throws -> Data? {
        let secret = try open(sealed, place: place)
        return sealed.starts(with: current.prefix) ? nil : try seal(secret, place: place)
    }

    /// The beginning of everything sealed under the previous key: as bytes, and in both kinds of base64.
    package var previousMarkers: [Data] {
        // Nine bytes are exactly twelve characters.
        guard let prefix = previous?.prefix else { return [] }
        return [prefix, Data(prefix.base64EncodedString().utf8), Data(prefix.base64URL.utf8)]
    }
}
