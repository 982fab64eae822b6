import Crypto
package import Foundation

extension Data {
    /// HMAC-SHA-256 (RFC 2104) of the bytes under a key.
    package func hmacSHA256(key: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: self, using: SymmetricKey(data: key)))
    }

    /// HMAC-SHA-1 of the bytes under a key, for OAuth 1.0a, which supports nothing newer (RFC 5849 §3.4.2).
    package func hmacSHA1(key: Data) -> Data {
        Data(HMAC<Insecure.SHA1>.authenticationCode(for: self, using: SymmetricKey(data: key)))
    }

    /// The hash with the length in the name of a JWT's algorithm (`RS256` → SHA-256); `nil` for algorithms without one.
    package func hash(ofAlgorithm name: String) -> Data? {
        switch name.suffix(3) {
        case "256": Data(SHA256.hash(data: self))
        case "384": Data(SHA384.hash(data: self))
        case "512": Data(SHA512.hash(data: self))
        default: nil
        }
    }
}
