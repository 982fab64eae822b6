import Foundation
import VinculaCore
import VinculaCrypto

extension HashParameters {
    /// A hash that another server of this kind has made: it is stored as one of our own.
    ///
    /// - Returns: A PHC string; `nil` if it is another system's.
    func ownHash(of read: ReadHash) -> String? {
        // The library computes each lane on a thread of its own when it reads a PHC string.
        guard case .argon2(Argon2Variant(.id), let passes, let memoryKib, lanes: 1) = algorithm, key.isEmpty else { return nil }
        let parameters = Argon2id.Parameters(memory: UInt32(memoryKib), passes: UInt32(passes), lanes: 1)
        return Argon2id.encoded(read.digest, salt: read.salt, parameters: parameters)
    }
}

/// The placeholder for a hash in exports of Firebase's emulator, which contains the password.
enum EmulatorHash {
    /// - Returns: `nil` for any other text.
    static func password(of text: String) -> String? {
        guard text.hasPrefix("fakeHash:salt="), let range = text.range(of: ":password=") else { return nil }
        let password = String(text[range.upperBound...])
        return password.isEmpty ? nil : password
    }
}
