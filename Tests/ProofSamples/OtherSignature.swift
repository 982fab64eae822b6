package import Crypto
import CryptoExtras
package import Foundation
package import VinculaProof

/// A proof that is signed rightly, but otherwise than with ES256: its key, and what signs with it.
package struct OtherSignature: Sendable {
    package let name: String
    package let algorithm: String
    /// The `jwk`; `nil` for none.
    let jwk: String?
    /// What it is refused for under its own name, and what if its header says ES256.
    package let faults: (ownName: ProofFault, asES256: ProofFault)
    let sign: @Sendable (Data) throws -> Data

    package init(
        _ name: String, _ algorithm: String, _ jwk: String?, asES256 fault: ProofFault,
        ownName: ProofFault = .unsupportedAlgorithm, _ sign: @escaping @Sendable (Data) throws -> Data
    ) {
        self.name = name
        self.algorithm = algorithm
        self.jwk = jwk
        faults = (ownName, fault)
        self.sign = sign
    }

    /// The proof, right in all its claims.
    ///
    /// - Parameters:
    ///   - name: The algorithm that its header names.
    ///   - sample: A proof with the claims.
    package func proof(calledBy name: String, claiming sample: ProofSample = ProofSample()) throws -> String {
        var sample = sample
        ProofSample.set("alg", "\"\(name)\"", in: &sample.header)
        ProofSample.set("jwk", jwk, in: &sample.header)
        let message = sample.message
        return message + "." + Base64URL.encode(Array(try sign(Data(message.utf8))))
    }
}

extension OtherSignature {
    private static func point(_ curve: String, _ raw: Data) -> String {
        let half = raw.count / 2
        let (x, y) = (Base64URL.encode(Array(raw.prefix(half))), Base64URL.encode(Array(raw.suffix(half))))
        return #"{"kty":"EC","crv":"\#(curve)","x":"\#(x)","y":"\#(y)"}"#
    }

    private static func secret(_ bytes: [UInt8]) -> String { #"{"kty":"oct","k":"\#(Base64URL.encode(bytes))"}"# }

    private static func mac(_ message: Data, _ secret: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    }

    /// All of them.
    ///
    /// - Parameter owner: The key of whoever could make a right proof.
    package static func all(owner: P256.Signing.PrivateKey) throws -> [OtherSignature] {
        let ownersKey = ProofSample.jwk(owner.publicKey)
        let secret = Data(repeating: 7, count: 32)
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try rsa.publicKey.getKeyPrimitives()
        let (n, e) = (Base64URL.encode(Array(numbers.modulus)), Base64URL.encode(Array(numbers.publicExponent)))
        let rsaKey = #"{"kty":"RSA","n":"\#(n)","e":"\#(e)"}"#
        let p384 = P384.Signing.PrivateKey()
        let p521 = P521.Signing.PrivateKey()
        let ed = Curve25519.Signing.PrivateKey()
        let edKey = #"{"kty":"OKP","crv":"Ed25519","x":"\#(Base64URL.encode(Array(ed.publicKey.rawRepresentation)))"}"#
        return [
            OtherSignature("none, with the owner's public key", "none", ownersKey, asES256: .invalidSignature) { _ in Data() },
            OtherSignature("none, without a key", "none", nil, asES256: .invalidKey) { _ in Data() },
            OtherSignature("None", "None", ownersKey, asES256: .invalidSignature) { _ in Data() },
            OtherSignature("HS256, with the secret in the header", "HS256", Self.secret(Array(secret)), asES256: .privateKey) {
                mac($0, secret)
            },
            // Of a reader that takes a public key for a secret.
            OtherSignature("HS256 by the owner's raw point", "HS256", ownersKey, asES256: .invalidSignature) {
                mac($0, owner.publicKey.rawRepresentation)
            },
            OtherSignature("HS256 by the owner's X9.63 point", "HS256", ownersKey, asES256: .invalidSignature) {
                mac($0, owner.publicKey.x963Representation)
            },
            OtherSignature("HS256 by the owner's PEM", "HS256", ownersKey, asES256: .invalidSignature) {
                mac($0, Data(owner.publicKey.pemRepresentation.utf8))
            },
            OtherSignature("HS256 by the owner's JWK", "HS256", ownersKey, asES256: .invalidSignature) {
                mac($0, Data(ownersKey.utf8))
            },
            OtherSignature("RS256", "RS256", rsaKey, asES256: .invalidKey) {
                try rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
            },
            OtherSignature("PS256", "PS256", rsaKey, asES256: .invalidKey) {
                try rsa.signature(for: SHA256.hash(data: $0), padding: .PSS).rawRepresentation
            },
            OtherSignature("RS256, with the owner's public key", "RS256", ownersKey, asES256: .invalidSignature) {
                try rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
            },
            OtherSignature(
                "ES384", "ES384", point("P-384", p384.publicKey.rawRepresentation), asES256: .invalidKey
            ) { try p384.signature(for: $0).rawRepresentation },
            OtherSignature(
                "ES384 by a key that is called P-256", "ES384", point("P-256", p384.publicKey.rawRepresentation),
                asES256: .invalidKey
            ) { try p384.signature(for: $0).rawRepresentation },
            OtherSignature(
                "ES512", "ES512", point("P-521", p521.publicKey.rawRepresentation), asES256: .invalidKey
            ) { try p521.signature(for: $0).rawRepresentation },
            OtherSignature("EdDSA", "EdDSA", edKey, asES256: .invalidKey) { try ed.signature(for: $0) },
            // The owner's own key, otherwise.
            OtherSignature(
                "the owner's key with SHA-384", "ES384", ownersKey, asES256: .invalidSignature
            ) { try owner.signature(for: SHA384.hash(data: $0)).rawRepresentation },
            OtherSignature(
                "the owner's key, in DER", "ES256", ownersKey, asES256: .invalidSignature, ownName: .invalidSignature
            ) { try owner.signature(for: $0).derRepresentation },
            OtherSignature(
                "the owner's key over its digest", "ES256", ownersKey, asES256: .invalidSignature, ownName: .invalidSignature
            ) { try owner.signature(for: Data(SHA256.hash(data: $0))).rawRepresentation },
        ]
    }
}
