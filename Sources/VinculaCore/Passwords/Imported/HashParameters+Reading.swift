package import Foundation

/// An account's hash, as it is compared and stored.
package struct ReadHash: Hashable, Sendable {
    package let scheme: PasswordScheme
    package let salt: Data
    package let digest: Data
}

extension HashParameters {
    /// The longest salt, in bytes.
    package static let longestSalt = 512

    /// Reads the hash of one account.
    ///
    /// - Throws: ``ImportFault/hash(_:)``.
    package func read(hash: Data, salt: Data) throws(ImportFault) -> ReadHash {
        guard salt.count <= Self.longestSalt else { throw .hash("salt may have at most \(Self.longestSalt) bytes") }
        switch algorithm {
        case .bcrypt:
            guard salt.isEmpty else { throw .hash("a bcrypt hash contains its salt, so that salt must be empty") }
            guard let bcrypt = BcryptHash(hash) else {
                throw .hash("it is not of the form $2b$10$… with a cost of at most \(BcryptHash.costs.upperBound)")
            }
            return ReadHash(scheme: PasswordScheme(algorithm, length: hash.count), salt: bcrypt.setting, digest: hash)
        case .pbkdf2(let function, _):
            guard (Self.shortest...128).contains(hash.count) else { throw .hash("it must have \(Self.shortest) to 128 bytes") }
            // The first bytes are the same however many were derived, and no attacker would compute more of them.
            let digest = Data(hash.prefix(function.length))
            return ReadHash(scheme: PasswordScheme(algorithm, length: digest.count), salt: salt, digest: digest)
        case .digest, .hmac:
            return try fixed(hash.count == 2 * (length ?? 0) ? Self.hexadecimal(hash) ?? hash : hash, salt)
        case .argon2:
            guard salt.count >= 8 else { throw .hash("Argon2's salts have at least 8 bytes") }
            return try fixed(hash, salt)
        case .firebaseScrypt, .scrypt: return try fixed(hash, salt)
        }
    }

    private func fixed(_ hash: Data, _ salt: Data) throws(ImportFault) -> ReadHash {
        let length = length ?? hash.count
        guard hash.count == length else { throw .hash("it has \(hash.count) bytes, and must have \(length)") }
        return ReadHash(scheme: PasswordScheme(algorithm, length: length), salt: salt, digest: hash)
    }

    /// The bytes that hexadecimal digits stand for: many systems keep digests as text, and hash commands print them so.
    private static func hexadecimal(_ text: Data) -> Data? {
        let digits = text.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        return Data(stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}

/// A hash as bcrypt writes it: `$2b$10$`, 22 characters of salt and 31 of hash.
package struct BcryptHash: Hashable, Sendable {
    package static let length = 60
    /// The costs that are accepted; each is twice the work of the one before.
    package static let costs = 4...14

    /// Everything before the hash itself.
    package let setting: Data

    /// - Returns: `nil` for any other text, for the faulty variant 2x, and for a cost that is too high.
    package init?(_ hash: Data) {
        let bytes = Array(hash)
        guard bytes.count == Self.length, bytes.starts(with: Array("$2".utf8)), Array("aby".utf8).contains(bytes[2]),
            bytes[3] == UInt8(ascii: "$"), bytes[6] == UInt8(ascii: "$"),
            let cost = Int(String(decoding: bytes[4...5], as: UTF8.self)), Self.costs.contains(cost),
            bytes[7...].allSatisfy({ Self.isDigit($0) })
        else { return nil }
        setting = Data(bytes[..<29])
    }

    /// A character of bcrypt's own base64.
    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "/"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
