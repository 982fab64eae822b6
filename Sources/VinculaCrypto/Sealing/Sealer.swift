import Crypto
public import Foundation

/// Encrypts what must not stand plain in the database, under a key that is not in the database.
///
/// AES-256-GCM; each secret is bound to the place where it stands, so that sealed secrets cannot change places. A sealed
/// secret names the key that it was sealed under, so that during a change of the key both kinds open.
public struct Sealer: Sendable {
    /// A sealed secret cannot be opened: another key, another place, or damage.
    public struct CannotOpen: Error, CustomStringConvertible {
        public let description = "A sealed secret does not open. Is this the master key that the data was written with?"
    }

    /// The key's length, in bytes.
    public static let keyLength = 32
    private static let version: UInt8 = 1
    private static let keyIDLength = 8

    private struct Key: Sendable {
        let id: Data
        let key: SymmetricKey

        init(_ masterKey: Data) {
            key = SymmetricKey(data: masterKey)
            id = (Data("vincula key id".utf8) + masterKey).sha256.prefix(keyIDLength)
        }

        /// What every secret begins with that is sealed under this key.
        var prefix: Data { Data([version]) + id }
    }

    private let current: Key
    private let previous: Key?

    /// - Parameters:
    ///   - masterKey: ``keyLength`` random bytes. Seals, and opens.
    ///   - previous: The key before it, while secrets may still be sealed under that. Only opens.
    public init(masterKey: Data, previous: Data? = nil) {
        current = Key(masterKey)
        self.previous = previous.map(Key.init)
    }

    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: What to hide.
    ///   - place: Where it will stand, such as `signing-key/KID`.
    public func seal(_ secret: Data, place: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: current.key, authenticating: current.id + Data(place.utf8))
        return current.prefix + (box.combined ?? Data())
    }

    /// A fingerprint of something by which it can be found again and not read, not even by trying all that it could be.
    ///
    /// - Parameters:
    ///   - data: What is to be found again.
    ///   - purpose: What for; the fingerprints of two purposes have nothing in common.
    public func fingerprint(_ data: Data, purpose: String) -> Data {
        let derived = HMAC<SHA256>.authenticationCode(for: Data("vincula fingerprint \(purpose)".utf8), using: current.key)
        return Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: derived)))
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``CannotOpen``.
    public func open(_ sealed: Data, place: String) throws -> Data {
        let key = previous.flatMap { sealed.starts(with: $0.prefix) ? $0 : nil } ?? current
        guard sealed.starts(with: key.prefix), let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(key.prefix.count)),
            let secret = try? AES.GCM.open(box, using: key.key, authenticating: key.id + Data(place.utf8))
        else { throw CannotOpen() }
        return secret
    }

    /// Seals a secret again under the current key.
    ///
    /// - Returns: `nil` if it is sealed under that already.
    /// - Throws: ``CannotOpen``.
    public func reseal(_ sealed: Data, place: String) throws -> Data? {
        let secret = try open(sealed, place: place)
        return sealed.starts(with: current.prefix) ? nil : try seal(secret, place: place)
    }

    /// What anything that is sealed under the previous key begins with: as bytes, and in both kinds of base64.
    public var previousMarkers: [Data] {
        // Nine bytes are twelve whole characters.
        guard let prefix = previous?.prefix else { return [] }
        return [prefix, Data(prefix.base64EncodedString().utf8), Data(prefix.base64URL.utf8)]
    }
}
