import Crypto
public import Foundation

/// Unguessable bytes, from the operating system's generator.
public enum SecureRandom {
    /// - Parameter count: How many bytes.
    public static func bytes(_ count: Int) -> Data {
        var data = Data(count: count)
        data.withUnsafeMutableBytes { fill($0) }
        return data
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Letters and digits, each with the same chance.
    ///
    /// - Parameter length: How many characters; 28 make Firebase's account ids (166 bits).
    public static func alphanumeric(_ length: Int) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity(length)
        while characters.count < length {
            // Of six bits' 64 values two are thrown away, so that every character has the same chance.
            for byte in bytes(length + length / 8 + 4) where characters.count < length {
                let index = Int(byte & 63)
                if index < alphabet.count { characters.append(alphabet[index]) }
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// One call of the system for up to 256 bytes: one for every eight is most of what a sign-up's ids would cost.
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var rest = buffer[...]
        #if os(Linux)
            while !rest.isEmpty, let start = rest.base.baseAddress?.advanced(by: rest.startIndex) {
                let count = min(rest.count, 256)
                guard getentropy(start, count) == 0 else { break }
                rest = rest.dropFirst(count)
            }
        #endif
        var generator = SystemRandomNumberGenerator()
        for index in rest.indices { buffer[index] = UInt8.random(in: 0...255, using: &generator) }
    }

    /// Decimal digits, the first of them no zero.
    ///
    /// - Parameter length: How many, one at least.
    public static func digits(_ length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<length).map { String(Int.random(in: $0 == 0 ? 1...9 : 0...9, using: &generator)) }.joined()
    }
}

extension Data {
    /// SHA-256 of the bytes; how random secrets are kept at rest.
    public var sha256: Data { Data(SHA256.hash(data: self)) }

    /// Lower-case hexadecimal.
    public var hex: String { map { (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined() }
}
