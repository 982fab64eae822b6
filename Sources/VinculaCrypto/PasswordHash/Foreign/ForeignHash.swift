package import Foundation
package import VinculaCore

/// A hash of another system, with everything that is needed to compute it for a password.
package struct ForeignHash: Sendable {
    /// A hash could not be computed: out of memory, or a password or parameters that the library refuses.
    package struct Failure: Error {}

    let scheme: PasswordScheme
    let key: Data
    let salt: Data

    /// - Parameters:
    ///   - scheme: The algorithm. Its costs were checked when they were given (``HashParameters``).
    ///   - key: The secret key; empty if the algorithm has none.
    ///   - salt: The account's salt.
    package init(_ scheme: PasswordScheme, key: Data, salt: Data) {
        self.scheme = scheme
        self.key = key
        self.salt = salt
    }

    /// Computes what the other system would have stored.
    ///
    /// - Throws: ``Failure``.
    package func digest(of password: String) throws -> [UInt8] {
        let (password, salt, key) = (Array(password.utf8), Array(salt), Array(key))
        // HMAC fills up its key with NULs, and the password is the key within PBKDF2 and scrypt: with and without them it would
        // be the same password.
        guard password.last != 0 else { throw Failure() }
        switch scheme.algorithm {
        case .firebaseScrypt(let separator, let rounds, let memoryCost):
            return try FirebaseScrypt.digest(
                password, salt: salt + Array(separator), key: key, rounds: rounds, memoryCost: memoryCost)
        case .scrypt(let cost, let blockSize, let lanes):
            return try Scrypt.digest(
                password, salt: salt, cost: cost, blockSize: blockSize, lanes: lanes, length: scheme.length)
        case .bcrypt: return try Bcrypt.digest(password, setting: salt)
        case .pbkdf2(let function, let rounds):
            return try PBKDF2.digest(password, salt: salt, function: function, rounds: rounds, length: scheme.length)
        case .hmac(let function, let order):
            return KeyedDigest.digest(order.joined(salt: salt, password: password), function: function, key: key)
        case .digest(let function, let rounds, let order):
            return PlainDigest.digest(order.joined(salt: salt, password: password), function: function, rounds: rounds)
        case .argon2(let variant, let passes, let memoryKib, let lanes):
            return try ForeignArgon2(variant: variant, passes: passes, memoryKib: memoryKib, lanes: lanes)
                .digest(password, salt: salt, associatedData: key, length: scheme.length)
        }
    }
}

extension SaltOrder {
    fileprivate func joined(salt: [UInt8], password: [UInt8]) -> [UInt8] {
        switch self {
        case .saltFirst: salt + password
        case .passwordFirst: password + salt
        }
    }
}
