import Crypto
public import Foundation

/// Unguessable bytes, from the operating system's generator.
public enum SecureRandom {
    /// - Parameter count: How many bytes.
    public static func bytes(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        var data = Data(capacity: count)
        while data.count < count {
            withUnsafeBytes(of: generator.next() as UInt64) { data.append(contentsOf: $0.prefix(count - data.count)) }
        }
        return data
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// Letters and digits, each with the same chance.
    ///
    /// - Parameter length: How many characters; 28 make Firebase's account ids (166 bits).
    public static func alphanumeric(_ length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
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
