import Crypto
import CryptoExtras
package import Foundation
package import VinculaCore

/// A public key that may verify signatures: RSA of 2048 bits or more, a NIST curve, or Ed25519.
///
/// All other keys in a key set (symmetric keys, encryption keys, short or odd keys) are not accepted.
package struct JSONWebKey: Sendable {
    /// The key's id, if it has one.
    package let id: String?
    /// The algorithm that the key is restricted to, if any.
    let algorithm: String?
    let material: Material

    enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    /// The JSON form of the key in a key set (RFC 7517).
    struct Wire: Decodable {
        var kty: String?
        var kid: String?
        var use: String?
        var alg: String?
        var key_ops: [String]?
        var crv: String?
        var n: String?
        var e: String?
        var x: String?
        var y: String?
    }

    init?(_ wire: Wire) {
        guard wire.use == nil || wire.use == "sig", wire.key_ops?.contains("verify") != false,
            let material = Self.material(wire)
        else { return nil }
        id = wire.kid
        algorithm = wire.alg
        self.material = material
    }

    /// The public half of one of our keys; it only verifies that key's algorithm.
    ///
    /// - Parameters:
    ///   - id: The key's ID.
    ///   - privateKeyDER: The private half, as ``KeyMaker/make(_:)`` makes it.
    ///   - algorithm: The algorithm that the key is for.
    package init(id: String, privateKeyDER: Data, algorithm: SigningAlgorithm = .rs256) throws {
        self.id = id
        self.algorithm = algorithm.rawValue
        switch algorithm {
        case .rs256: material = .rsa(try _RSA.Signing.PrivateKey(derRepresentation: privateKeyDER).publicKey)
        case .es256: material = .p256(try P256.Signing.PrivateKey(derRepresentation: privateKeyDER).publicKey)
        }
    }

    /// The key in the form in which Google publishes its own (`kty`, `n`, `e`, `alg`, `use`, `kid`), or P-256 in the same
    /// way (`crv`, `x`, `y` instead of `n`, `e`); `nil` for kinds that we do not use.
    package var published: [String: String]? {
        switch material {
        case .rsa(let key):
            guard let primitives = try? key.getKeyPrimitives() else { return nil }
            return [
                "kty": "RSA", "use": "sig", "alg": algorithm ?? "RS256", "kid": id ?? "",
                "n": Data(primitives.modulus.drop { $0 == 0 }).base64URL,
                "e": Data(primitives.publicExponent.drop { $0 == 0 }).base64URL,
            ]
        case .p256(let key):
            let point = key.rawRepresentation
            return [
                "kty": "EC", "crv": "P-256", "use": "sig", "alg": algorithm ?? "ES256", "kid": id ?? "",
                "x": Data(point.prefix(32)).base64URL, "y": Data(point.suffix(32)).base64URL,
            ]
        case .p384, .p521, .ed25519: return nil
        }
    }

    private static func material(_ wire: Wire) -> Material? {
        func bytes(_ text: String?) -> Data? { text.flatMap { Data(base64URL: $0) } }
        switch (wire.kty, wire.crv) {
        case ("RSA", _):
            guard let n = bytes(wire.n)?.drop(while: { $0 == 0 }), let e = bytes(wire.e)?.drop(while: { $0 == 0 }),
                (256...1024).contains(n.count), n.first.map({ $0 >= 0x80 }) == true || n.count > 256,
                n.last.map({ $0 & 1 == 1 }) == true,
                (1...8).contains(e.count), e.last.map({ $0 & 1 == 1 }) == true, e != Data([1])
            else { return nil }
            return (try? _RSA.Signing.PublicKey(n: Data(n), e: Data(e))).map(Material.rsa)
        case ("EC", "P-256"):
            guard let x = bytes(wire.x), let y = bytes(wire.y), x.count == 32, y.count == 32 else { return nil }
            return (try? P256.Signing.PublicKey(rawRepresentation: x + y)).map(Material.p256)
        case ("EC", "P-384"):
            guard let x = bytes(wire.x), let y = bytes(wire.y), x.count == 48, y.count == 48 else { return nil }
            return (try? P384.Signing.PublicKey(rawRepresentation: x + y)).map(Material.p384)
        case ("EC", "P-521"):
            guard let x = bytes(wire.x), let y = bytes(wire.y), x.count == 66, y.count == 66 else { return nil }
            return (try? P521.Signing.PublicKey(rawRepresentation: x + y)).map(Material.p521)
        case ("OKP", "Ed25519"):
            guard let x = bytes(wire.x), Ed25519Point.isSafe(x) else { return nil }
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: x)).map(Material.ed25519)
        default:
            return nil
        }
    }

    /// Verifies a signature with the algorithm that the token names, if this key may be used with it.
    func isValid(_ signature: Data, of message: Data, algorithm name: String) -> Bool {
        guard algorithm == nil || algorithm == name || (algorithm == "EdDSA" && name == "Ed25519") else { return false }
        switch (material, name) {
        case (.rsa(let key), "RS256"): return Self.isValid(key, signature, SHA256.hash(data: message), .insecurePKCS1v1_5)
        case (.rsa(let key), "RS384"): return Self.isValid(key, signature, SHA384.hash(data: message), .insecurePKCS1v1_5)
        case (.rsa(let key), "RS512"): return Self.isValid(key, signature, SHA512.hash(data: message), .insecurePKCS1v1_5)
        case (.rsa(let key), "PS256"): return Self.isValid(key, signature, SHA256.hash(data: message), .PSS)
        case (.rsa(let key), "PS384"): return Self.isValid(key, signature, SHA384.hash(data: message), .PSS)
        case (.rsa(let key), "PS512"): return Self.isValid(key, signature, SHA512.hash(data: message), .PSS)
        case (.p256(let key), "ES256"):
            return (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA256.hash(data: message))
            } ?? false
        case (.p384(let key), "ES384"):
            return (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA384.hash(data: message))
            } ?? false
        case (.p521(let key), "ES512"):
            return (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map {
                key.isValidSignature($0, for: SHA512.hash(data: message))
            } ?? false
        case (.ed25519(let key), "EdDSA"), (.ed25519(let key), "Ed25519"):
            return Ed25519Point.isSafe(signature.prefix(32)) && key.isValidSignature(signature, for: message)
        default:
            return false
        }
    }

    private static func isValid(
        _ key: _RSA.Signing.PublicKey, _ signature: Data, _ digest: some Digest, _ padding: _RSA.Signing.Padding
    ) -> Bool {
        key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
    }
}

/// A provider's public keys (RFC 7517 §5).
package struct JSONWebKeySet: Sendable {
    /// The number of keys that a set may have; further ones are ignored.
    package static let maximumCount = 100
    /// The number of values that a set's JSON may have, certificates included.
    private static let maximumValues = 10_000

    package let keys: [JSONWebKey]

    package init(keys: [JSONWebKey]) { self.keys = keys }

    /// Reads a key set and skips every key that cannot verify signatures.
    ///
    /// - Returns: `nil` if it is not a key set at all.
    package init?(json: Data) {
        struct Lenient: Decodable {
            var key: JSONWebKey?
            init(from decoder: any Decoder) throws { key = (try? JSONWebKey.Wire(from: decoder)).flatMap(JSONWebKey.init) }
        }
        struct Wire: Decodable { var keys: [Lenient] }
        // Checked first: a decoder hashes every name that it meets.
        let (depth, values) = (JSONValue.maximumDepth, Self.maximumValues)
        guard (try? JSONGuard.check(Array(json), maximumDepth: depth, maximumValues: values)) != nil,
            let wire = try? JSONDecoder().decode(Wire.self, from: json)
        else { return nil }
        keys = wire.keys.prefix(Self.maximumCount).compactMap(\.key)
    }

    /// The keys that a token may be verified with: those with exactly its key id, or the only key of a set if it names none.
    func candidates(id: String?) -> [JSONWebKey] {
        guard let id else { return keys.count == 1 ? keys : [] }
        return keys.filter { $0.id == id }
    }
}
