/// Base64url without padding (RFC 7515 §2).
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Reads it strictly: no other characters, no leftover bits.
    ///
    /// - Returns: `nil` for what ``encode(_:)`` would not write.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        // Generic code that is called from other modules takes several times as long.
        text.withContiguousStorageIfAvailable(decode) ?? Array(text).withUnsafeBufferPointer(decode)
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let values = values
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, length in
            var (bits, count): (UInt32, UInt32) = (0, 0)
            for character in text {
                let value = values[Int(character)]
                guard value < 64 else {
                    isValid = false
                    return
                }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    bytes[length] = UInt8(truncatingIfNeeded: bits >> count)
                    length += 1
                }
            }
            isValid = count < 6 && bits & ((1 << count) - 1) == 0
        }
        return isValid ? bytes : nil
    }

    /// Writes bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let alphabet = alphabet
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { characters in
            var length = 0
            func write(_ value: UInt32) {
                characters[length] = alphabet[Int(value & 63)]
                length += 1
            }
            var (bits, count): (UInt32, UInt32) = (0, 0)
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    write(bits >> count)
                }
            }
            if count > 0 { write(bits << (6 - count)) }
            return length
        }
    }
}
