import Crypto
import VinculaCore

/// Plain digests, as old systems stored them. They protect nothing that somebody has stolen.
enum PlainDigest {
    /// Digests a message and, for each further round, the digest of the round before.
    static func digest(_ message: [UInt8], function: DigestFunction, rounds: Int) -> [UInt8] {
        (0..<rounds).reduce(message) { value, _ in once(value, function) }
    }

    private static func once(_ message: [UInt8], _ function: DigestFunction) -> [UInt8] {
        switch function {
        case .md5: Array(Insecure.MD5.hash(data: message))
        case .sha1: Array(Insecure.SHA1.hash(data: message))
        case .sha256: Array(SHA256.hash(data: message))
        case .sha512: Array(SHA512.hash(data: message))
        }
    }
}
