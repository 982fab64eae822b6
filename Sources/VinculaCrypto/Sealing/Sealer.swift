import Crypto
public import Foundation

/// Encrypts what must not stand plain in the database, under a key that is not in the database.
///
/// AES-256-GCM; each secret is bound to the place where it stands, so that sealed secrets cannot change places.
public struct Sealer: Sendable {
    /// A sealed secret cannot be opened: another key, another place, or damage.
    public struct CannotOpen: Error, CustomStringConvertible {
        public let description = "A sealed secret does not open. Is this the master key that the data was written with?"
    }

    /// The key's length, in bytes.
    public static let keyLength = 32
    private static let version: UInt8 = 1

    private let key: SymmetricKey
    private let keyID: Data

    /// - Parameter masterKey: ``keyLength`` random bytes.
    public init(masterKey: Data) {
        key = SymmetricKey(data: masterKey)
        keyID = (Data("vincula key id".utf8) + masterKey).sha256.prefix(8)
    }

    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: What to hide.
    ///   - place: Where it will stand, such as `signing-key/KID`.
    public func seal(_ secret: Data, place: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: key, authenticating: keyID + Data(place.utf8))
        return Data([Self.version]) + keyID + (box.combined ?? Data())
    }

    /// A fingerprint of something by which it can be found again and not read, not even by trying all that it could be.
    ///
    /// - Parameters:
    ///   - data: What is to be found again.
    ///   - purpose: What for; the fingerprints of two purposes have nothing in common.
    public func fingerprint(_ data: Data, purpose: String) -> Data {
        let derived = HMAC<SHA256>.authenticationCode(for: Data("vincula fingerprint \(purpose)".utf8), using: key)
        return Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: derived)))
    }

    /// Opens a sealed secret.
    ///
    /// - Throws: ``CannotOpen``.
    public func open(_ sealed: Data, place: String) throws -> Data {
        guard sealed.first == Self.version, sealed.count > 9, sealed.dropFirst().prefix(8) == keyID,
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(9)),
            let secret = try? AES.GCM.open(box, using: key, authenticating: keyID + Data(place.utf8))
        else { throw CannotOpen() }
        return secret
    }
}
