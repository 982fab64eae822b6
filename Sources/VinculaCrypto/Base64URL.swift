package import Foundation

// Foundation's base64 does not support the URL alphabet, and converting the text before and after costs ten times the
// decoding itself, which every request with a token would pay.
extension Data {
    /// Reads base64url without padding, strictly: no other characters, no leftover bits.
    ///
    /// - Parameter text: The text, as in a JWT's segments (RFC 7515 §2).
    /// - Returns: `nil` if it is not exactly what ``base64URL`` would write.
    package init?(base64URL text: some StringProtocol) { self.init(base64URL: text.utf8) }

    /// Reads base64url without padding, strictly.
    ///
    /// - Parameter text: The text in UTF-8.
    /// - Returns: `nil` if it is not exactly what ``base64URL`` would write.
    package init?(base64URL text: some Collection<UInt8>) {
        let read =
            text.withContiguousStorageIfAvailable { Self.decode($0) } ?? Array(text).withUnsafeBufferPointer { Self.decode($0) }
        guard let read else { return nil }
        self.init(read)
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var isWellFormed = true
        let values = Base64URLAlphabet.values  // Once; a global costs a check at each use.
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, written in
            var bits: UInt32 = 0
            var count: UInt32 = 0
            for character in text {
                let value = values[Int(character)]
                guard value < 64 else {
                    isWellFormed = false
                    return
                }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes[written] = UInt8(truncatingIfNeeded: bits >> count)
                    written += 1
                }
            }
            // A single remaining character is not a byte, and the unused bits of the last one must be zero.
            isWellFormed = count < 6 && bits & ((1 << count) - 1) == 0
        }
        return isWellFormed ? bytes : nil
    }

    /// Base64url with padding, as protobuf's JSON writes bytes in Google's older answers.
    package var base64URLPadded: String {
        let text = base64URL
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// Base64url without padding.
    package var base64URL: String {
        let alphabet = Base64URLAlphabet.characters
        return withUnsafeBytes { bytes in
            String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { characters in
                var written = 0
                var bits: UInt32 = 0
                var pending: UInt32 = 0
                for byte in bytes {
                    bits = bits << 8 | UInt32(byte)
                    pending += 8
                    while pending >= 6 {
                        pending -= 6
                        characters[written] = alphabet[Int(bits >> pending & 63)]
                        written += 1
                    }
                }
                if pending > 0 {
                    characters[written] = alphabet[Int(bits << (6 - pending) & 63)]
                    written += 1
                }
                return written
            }
        }
    }
}

private enum Base64URLAlphabet {
    static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte; 255 for those that are not in the alphabet.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
