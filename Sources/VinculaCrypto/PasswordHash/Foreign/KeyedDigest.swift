import Crypto
import VinculaCore

/// HMAC (RFC 2104).
enum KeyedDigest {
    static func digest(_ message: [UInt8], function: DigestFunction, key: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: key)
        return switch function {
        case .md5: Array(HMAC<Insecure.MD5>.authenticationCode(for: message, using: key))
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }
}
