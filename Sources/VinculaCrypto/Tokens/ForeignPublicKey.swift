import CryptoExtras
import Foundation
import SwiftASN1
package import VinculaCore
import X509

/// The public half of a key that signs RS256 somewhere else, as an operator hands it over.
package struct ForeignPublicKey: Hashable, Sendable {
    /// A file has no key that can be used.
    package struct Unreadable: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    package let id: String
    /// The public key as a JSON Web Key.
    package let publicKey: String
    /// The end of its certificate's validity; `nil` if it came without one.
    package let expiresAt: Timestamp?

    /// Reads a certificate or a public key.
    ///
    /// - Parameters:
    ///   - pem: An X.509 certificate, or an RSA public key, in PEM.
    ///   - id: The key's id.
    /// - Throws: ``Unreadable`` for anything else, and for a key of less than 2048 bits.
    package init(pem: String, id: String) throws {
        let certificate = try? Certificate(pemEncoded: pem)
        let key =
            certificate.map { _RSA.Signing.PublicKey($0.publicKey) } ?? (try? _RSA.Signing.PublicKey(pemRepresentation: pem))
        let expiresAt = certificate.map { Timestamp(seconds: Int64($0.notValidAfter.timeIntervalSince1970)) }
        guard let key else {
            throw Unreadable(description: "Key \(id.prefix(80)) is neither a certificate nor a public key of RSA, in PEM.")
        }
        try self.init(key, id: id, expiresAt: expiresAt)
    }

    /// Takes the public half of a private key.
    ///
    /// - Parameters:
    ///   - pem: An RSA private key in PEM.
    ///   - id: The key's id.
    /// - Throws: ``Unreadable``.
    package init(privateKeyPEM pem: String, id: String) throws {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem).publicKey else {
            throw Unreadable(description: "private_key is not an RSA private key in PEM.")
        }
        try self.init(key, id: id, expiresAt: nil)
    }

    private init(_ key: _RSA.Signing.PublicKey, id: String, expiresAt: Timestamp?) throws {
        guard (2048...8192).contains(key.keySizeInBits), let primitives = try? key.getKeyPrimitives() else {
            throw Unreadable(description: "Key \(id.prefix(80)) must have 2048 to 8192 bits.")
        }
        self.id = id
        self.expiresAt = expiresAt
        let members: [String: JSONValue] = [
            "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(id),
            "n": .string(Data(primitives.modulus.drop { $0 == 0 }).base64URL),
            "e": .string(Data(primitives.publicExponent.drop { $0 == 0 }).base64URL),
        ]
        publicKey = JSONValue.object(members).text
        guard JSONWebKeySet(json: Data("{\"keys\":[\(publicKey)]}".utf8))?.keys.count == 1 else {
            throw Unreadable(description: "Key \(id.prefix(80)) is weak.")
        }
    }
}

extension ForeignPublicKey {
    /// Reads the keys of a file.
    ///
    /// - Parameters:
    ///   - text: A service account's key file, Google's list of certificates by key id, or one certificate or public key in
    ///     PEM.
    ///   - id: The id of a single key in PEM.
    /// - Returns: The keys, and the service account if the file names it.
    /// - Throws: ``Unreadable``.
    package static func read(_ text: String, id: String?) throws -> (keys: [ForeignPublicKey], serviceAccount: String?) {
        guard case .object(let members)? = JSONValue.parse(Data(text.utf8)) else {
            guard text.contains("-----BEGIN ") else {
                throw Unreadable(
                    description: "The file is neither a service account's key file, nor certificates by key id, nor PEM.")
            }
            guard let id else { throw Unreadable(description: "The id of the key is missing: pass --key-id.") }
            return ([try ForeignPublicKey(pem: text, id: id)], nil)
        }
        guard id == nil else { throw Unreadable(description: "The file has the ids of its keys: do not pass --key-id.") }
        if let email = members["client_email"]?.string {
            guard let id = members["private_key_id"]?.string, let pem = members["private_key"]?.string else {
                throw Unreadable(description: "The key file has no private_key_id or no private_key.")
            }
            return ([try ForeignPublicKey(privateKeyPEM: pem, id: id)], email)
        }
        guard !members.isEmpty else { throw Unreadable(description: "The file has no keys.") }
        let keys = try members.sorted { $0.key < $1.key }.map { id, pem in
            guard let pem = pem.string else { throw Unreadable(description: "Key \(id.prefix(80)) is no PEM.") }
            return try ForeignPublicKey(pem: pem, id: id)
        }
        return (keys, nil)
    }
}
