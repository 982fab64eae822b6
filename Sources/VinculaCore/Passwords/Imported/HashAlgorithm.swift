package import Foundation

/// An algorithm by which another system hashed its passwords, with all of its parameters except for secret ones.
package enum HashAlgorithm: Hashable, Sendable, Codable {
    /// Firebase's own hash: a key, encrypted under what scrypt makes of the password.
    case firebaseScrypt(saltSeparator: Data, rounds: Int, memoryCost: Int)
    /// scrypt (RFC 7914).
    case scrypt(cost: Int, blockSize: Int, lanes: Int)
    case bcrypt
    /// PBKDF2 (RFC 8018) with HMAC.
    case pbkdf2(DigestFunction, rounds: Int)
    /// HMAC (RFC 2104) of the password and the salt, under one key for all passwords.
    case hmac(DigestFunction, SaltOrder)
    /// A digest of the password and the salt, digested again for each further round.
    case digest(DigestFunction, rounds: Int, SaltOrder)
    /// Argon2 (RFC 9106). Its associated data is the secret key.
    case argon2(Argon2Variant, passes: Int, memoryKib: Int, lanes: Int)
}

/// A hash function for any data, which is too fast for passwords.
package enum DigestFunction: String, Hashable, Sendable, Codable, CaseIterable {
    case md5, sha1, sha256, sha512

    /// The length of a digest, in bytes.
    package var length: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }
}

/// The order in which salt and password are hashed.
package enum SaltOrder: String, Hashable, Sendable, Codable, CaseIterable {
    case saltFirst, passwordFirst
}

/// A variant and version of Argon2.
package struct Argon2Variant: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case d, i, id
    }

    package let kind: Kind
    /// True for version 0x10; false for 0x13.
    package let isOld: Bool

    package init(_ kind: Kind, isOld: Bool = false) {
        self.kind = kind
        self.isOld = isOld
    }
}

extension HashAlgorithm {
    /// The memory that one hash takes, in bytes; 0 if it is little.
    package var memory: Int {
        switch self {
        case .firebaseScrypt(_, let rounds, let memoryCost): 128 * rounds << memoryCost
        case .scrypt(let cost, let blockSize, let lanes): 128 * blockSize * (cost + lanes)
        case .argon2(_, _, let memoryKib, _): memoryKib << 10
        case .bcrypt, .pbkdf2, .hmac, .digest: 0
        }
    }

    /// True if a hash takes so much memory that only one is computed at a time.
    package var isHeavy: Bool { memory > 40 << 20 }

    /// True if whoever steals the hashes can try millions of passwords a second on each graphics card.
    ///
    /// Such hashes do not stay in the database as they are: see ``PasswordRecord/imported``.
    package var isFast: Bool {
        switch self {
        case .hmac, .digest, .pbkdf2: true
        case .bcrypt: false
        case .firebaseScrypt, .scrypt: memory < 2 << 20
        case .argon2(_, let passes, let memoryKib, _): memoryKib * passes < 4 << 10
        }
    }
}
