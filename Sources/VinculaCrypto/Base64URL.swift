public import Foundation

// Foundation's base64 knows no URL alphabet, and changing the text before and after costs ten times the decoding itself,
// which every request with a token would pay.
extension Data {
    /// Reads base64url without padding, strictly: no other characters, no left-over bits.
    ///
    /// - Parameter text: The text, as in a JWT's segments (RFC 7515 §2).
    /// - Returns: `nil` if it is not exactly what ``base64URL`` would write.
    public init?(base64URL text: some StringProtocol) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            guard let value = Base64URLAlphabet.value(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // One character alone is no byte, and what is left of the last one must be zero.
        guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
        self.init(bytes)
    }

    /// Base64url without padding.
    public var base64URL: String {
        var characters: [UInt8] = []
        characters.reserveCapacity((count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var pending = 0
        for byte in self {
            bits = bits << 8 | UInt32(byte)
            pending += 8
            while pending >= 6 {
                pending -= 6
                characters.append(Base64URLAlphabet.characters[Int(bits >> UInt32(pending) & 63)])
            }
        }
        if pending > 0 { characters.append(Base64URLAlphabet.characters[Int(bits << UInt32(6 - pending) & 63)]) }
        return String(decoding: characters, as: UTF8.self)
    }
}

private enum Base64URLAlphabet {
    static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
