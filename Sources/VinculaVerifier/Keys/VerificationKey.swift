import Crypto
import CryptoExtras
import Foundation
import VinculaProof

/// A public key that verifies tokens: RSA of 2048 to 8192 bits, or P-256. Each verifies its own algorithm only.
enum VerificationKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)

    /// Reads a JSON Web Key (RFC 7517).
    ///
    /// - Returns: `nil` for keys of other kinds or uses, and for short ones.
    init?(_ key: [String: ClaimValue]) {
        let algorithm = key["alg"]?.string
        guard key["use"] == nil || key["use"]?.string == "sig" else { return nil }
        func bytes(_ name: String) -> [UInt8]? { (key[name]?.string).flatMap { Base64URL.decode($0.utf8) } }
        switch key["kty"]?.string {
        case "RSA":
            guard algorithm == nil || algorithm == "RS256", let n = bytes("n").map(Self.withoutZeros),
                let e = bytes("e").map(Self.withoutZeros), (256...1024).contains(n.count),
                n.count > 256 || (n.first ?? 0) >= 0x80,
                Self.isOdd(n), (1...8).contains(e.count), e != [1], Self.isOdd(e),
                let rsa = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return nil }
            self = .rsa(rsa)
        case "EC":
            guard algorithm == nil || algorithm == "ES256", key["crv"]?.string == "P-256", let x = bytes("x"), let y = bytes("y"),
                x.count == 32, y.count == 32, let p256 = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            self = .p256(p256)
        default: return nil
        }
    }

    private static func withoutZeros(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.drop { $0 == 0 }) }

    private static func isOdd(_ bytes: [UInt8]) -> Bool { (bytes.last ?? 0) & 1 == 1 }

    /// Reads the key of a certificate in PEM, the form in which Google publishes the keys of session cookies.
    init?(certificate pem: String) {
        guard let info = CertificateKey.publicKeyInfo(pem) else { return nil }
        if let rsa = try? _RSA.Signing.PublicKey(derRepresentation: info) {
            self = .rsa(rsa)
        } else if let p256 = try? P256.Signing.PublicKey(derRepresentation: info) {
            self = .p256(p256)
        } else {
            return nil
        }
    }

    func isValid(_ signature: [UInt8], of message: [UInt8], _ algorithm: TokenIssuer.Algorithm) -> Bool {
        let digest = SHA256.hash(data: message)
        switch (self, algorithm) {
        case (.rsa(let key), .rs256):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
        case (.p256(let key), .es256):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: digest)
        case (.rsa, .es256), (.p256, .rs256): return false
        }
    }
}
