import Crypto
import Foundation

extension JSONWebToken {
    /// What `at_hash` is for a text, if this token is signed by this algorithm (OpenID Connect Core §3.1.3.6): the left half of
    /// the text's hash, by the hash function of the signature.
    ///
    /// - Returns: `nil` for an algorithm that has no such function.
    public func halfHash(of text: String) -> String? {
        let bytes = Data(text.utf8)
        let digest: Data? =
            switch algorithm {
            case "RS256", "PS256", "ES256": Data(SHA256.hash(data: bytes))
            case "RS384", "PS384", "ES384": Data(SHA384.hash(data: bytes))
            case "RS512", "PS512", "ES512", "EdDSA", "Ed25519": Data(SHA512.hash(data: bytes))
            default: nil
            }
        return digest.map { $0.prefix($0.count / 2).base64URL }
    }
}
