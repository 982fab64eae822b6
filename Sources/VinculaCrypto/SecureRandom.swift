import Crypto
package import Foundation

/// Unpredictable bytes, from the operating system's generator.
package enum SecureRandom {
    /// - Parameter count: The number of bytes.
    package static func bytes(_ count: Int) -> Data {
        var data = Data(count: count)
        data.withUnsafeMutableBytes { fill($0) }
        return data
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Random letters and digits, uniformly distributed.
    ///
    /// - Parameter length: The number of characters; 28 are used for Firebase-style account ids (166 bits).
    package static func alphanumeric(_ length: Int) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity(length)
        while characters.count < length {
            // Two of the 64 values of six bits are discarded, so that every character is equally likely.
            for byte in bytes(length + length / 8 + 4) where characters.count < length {
                let index = Int(byte & 63)
                if index < alphabet.count { characters.append(alphabet[index]) }
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Makes one system call for up to 256 bytes: one for every eight would be most of the cost of a sign-up's ids.
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

    /// Random decimal digits; the first is not zero.
    ///
    /// - Parameter length: The number of digits, at least one.
    package static func digits(_ length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<length).map { String(Int.random(in: $0 == 0 ? 1...9 : 0...9, using: &generator)) }.joined()
    }
}

extension Data {
    /// SHA-256 of the bytes; the stored form of random secrets.
    package var sha256: Data { Data(SHA256.hash(data: self)) }

    /// Lower-case hexadecimal.
    package var hex: String { map { (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined() }
}
