import CArgon2
package import Foundation
import VinculaCore

/// Argon2id, by the reference implementation (libargon2).
package enum Argon2id {
    /// The cost of a hash.
    package struct Parameters: Hashable, Sendable {
        /// In KiB.
        package var memory: UInt32
        package var passes: UInt32
        package var lanes: UInt32

        package init(memory: UInt32, passes: UInt32, lanes: UInt32) {
            self.memory = memory
            self.passes = passes
            self.lanes = lanes
        }

        /// The minimum that OWASP recommends: 19 MiB, two passes, one lane.
        package static let standard = Parameters(memory: 19_456, passes: 2, lanes: 1)
    }

    /// libargon2 could not compute a hash: out of memory, or parameters that it refuses.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let saltLength = 16
    private static let tagLength = 32

    /// Hashes a password with a new salt.
    ///
    /// - Parameters:
    ///   - password: Hashed byte for byte, never normalised.
    ///   - parameters: The cost.
    /// - Returns: A PHC string.
    /// - Throws: ``Failure``.
    package static func hash(_ password: String, parameters: Parameters) throws -> String {
        try hash(Array(password.utf8), parameters: parameters)
    }

    /// Hashes bytes with a new salt.
    ///
    /// - Returns: A PHC string.
    /// - Throws: ``Failure``.
    package static func hash(_ bytes: [UInt8], parameters: Parameters) throws -> String {
        let salt = Array(SecureRandom.bytes(saltLength))
        let capacity = argon2_encodedlen(
            parameters.passes, parameters.memory, parameters.lanes, UInt32(saltLength), UInt32(tagLength), Argon2_id)
        var encoded = [CChar](repeating: 0, count: capacity)
        let status = argon2id_hash_encoded(
            parameters.passes, parameters.memory, parameters.lanes, bytes, bytes.count, salt, salt.count, tagLength, &encoded,
            encoded.count)
        guard status == ARGON2_OK.rawValue else { throw Failure(description: String(cString: argon2_error_message(status))) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Compares a password with a hash, in a time that does not depend on where they differ.
    ///
    /// - Returns: `false` also for a hash that cannot be read.
    package static func verify(_ password: String, hash: String) -> Bool {
        verify(Array(password.utf8), hash: hash)
    }

    /// Compares bytes with a hash, in a time that does not depend on where they differ.
    ///
    /// - Returns: `false` also for a hash that cannot be read.
    package static func verify(_ bytes: [UInt8], hash: String) -> Bool {
        argon2id_verify(hash, bytes, bytes.count) == ARGON2_OK.rawValue
    }

    /// A hash that no password matches and that costs as much to check as a real one.
    ///
    /// Its tag is random, so nothing needs to be computed to make it.
    package static func dummy(parameters: Parameters) -> String {
        encoded(SecureRandom.bytes(tagLength), salt: SecureRandom.bytes(saltLength), parameters: parameters)
    }

    /// Indicates whether a hash was made with other parameters, so that it should be renewed at the next opportunity.
    package static func isOutdated(_ hash: String, parameters: Parameters) -> Bool { !hash.hasPrefix(prefix(parameters)) }

    /// The hash of another server of this kind, which has computed it with the same function.
    ///
    /// - Returns: A PHC string.
    package static func encoded(_ tag: Data, salt: Data, parameters: Parameters) -> String {
        func base64(_ data: Data) -> String {
            data.base64EncodedString().trimmingCharacters(in: CharacterSet(charactersIn: "="))
        }
        return prefix(parameters) + base64(salt) + "$" + base64(tag)
    }

    /// The salt and the tag of a hash.
    ///
    /// - Returns: `nil` for a hash with other parameters.
    package static func parts(of hash: String, parameters: Parameters) -> (salt: Data, tag: Data)? {
        let prefix = prefix(parameters)
        guard hash.hasPrefix(prefix) else { return nil }
        let parts = hash.dropFirst(prefix.count).split(separator: "$").compactMap { Data(anyBase64: String($0)) }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    private static func prefix(_ parameters: Parameters) -> String {
        "$argon2id$v=19$m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)$"
    }
}
