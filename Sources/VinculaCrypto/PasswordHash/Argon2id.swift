import CArgon2
import Foundation

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
        let bytes = Array(password.utf8)
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
        let bytes = Array(password.utf8)
        return argon2id_verify(hash, bytes, bytes.count) == ARGON2_OK.rawValue
    }

    /// A hash that no password matches and that costs as much to check as a real one.
    ///
    /// Its tag is random, so nothing needs to be computed to make it.
    package static func dummy(parameters: Parameters) -> String {
        func base64(_ count: Int) -> String {
            SecureRandom.bytes(count).base64EncodedString().trimmingCharacters(in: CharacterSet(charactersIn: "="))
        }
        return prefix(parameters) + base64(saltLength) + "$" + base64(tagLength)
    }

    /// Indicates whether a hash was made with other parameters, so that it should be renewed at the next opportunity.
    package static func isOutdated(_ hash: String, parameters: Parameters) -> Bool { !hash.hasPrefix(prefix(parameters)) }

    private static func prefix(_ parameters: Parameters) -> String {
        "$argon2id$v=19$m=\(parameters.memory),t=\(parameters.passes),p=\(parameters.lanes)$"
    }
}
