import Crypto
import Foundation

/// The code that an authenticator app shows (RFC 6238), computed without the server's own code.
package enum OneTimePassword {
    /// The code of a secret.
    ///
    /// - Parameters:
    ///   - secret: In Base32.
    ///   - periods: How many half minutes from now.
    package static func code(_ secret: String, ahead periods: Int = 0) -> String {
        var (key, buffer, bits): (Data, UInt32, Int) = (Data(), 0, 0)
        for character in secret {
            guard let value = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").firstIndex(of: character) else { continue }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                key.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        let counter = UInt64(Date().timeIntervalSince1970 / 30) + UInt64(periods)
        let hash = Array(
            HMAC<Insecure.SHA1>.authenticationCode(
                for: withUnsafeBytes(of: counter.bigEndian) { Data($0) }, using: SymmetricKey(data: key)))
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(format: "%06d", number % 1_000_000)
    }
}
