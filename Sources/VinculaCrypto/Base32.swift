package import Foundation

extension Data {
    /// The bytes in Base32 (RFC 4648 §6) without padding, the form of secrets for authenticator apps.
    package var base32: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var text = ""
        var bits = 0
        var buffer: UInt32 = 0
        for byte in self {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(buffer >> UInt32(bits) & 0x1F)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 0x1F)]) }
        return text
    }
}
