import Crypto
import Foundation

/// An installation's key as kept in an ``AuthStorage``: `{"key":"…","kind":"p256","version":1}`, the key in base64.
enum StoredKey {
    /// What stored bytes are.
    enum Content {
        case key(InstallationKey)
        /// A newer version of the SDK wrote it.
        case newer
        /// Damaged, or of another device's enclave: nothing will ever sign with it here.
        case useless
    }

    private struct Envelope: Codable {
        var version: Int
        /// `p256`, the number itself, or `enclave`, what a Secure Enclave restores.
        var kind: String
        var key: Data
    }

    private static let version = 1

    static func encode(_ key: InstallationKey) throws -> Data {
        let envelope =
            switch key.signer {
            case .software(let key): Envelope(version: version, kind: "p256", key: key.rawRepresentation)
            case .enclave(let key): Envelope(version: version, kind: "enclave", key: key.blob)
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(envelope)
    }

    /// - Throws: ``StorageError`` if it cannot be read now.
    static func decode(_ data: Data) throws -> Content {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else { return .useless }
        guard envelope.version == version else { return .newer }
        switch envelope.kind {
        case "p256":
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: envelope.key) else { return .useless }
            return .key(InstallationKey(key))
        case "enclave": return try EnclaveKey.restore(envelope.key).flatMap { InstallationKey($0) }.map { .key($0) } ?? .useless
        default: return .newer
        }
    }
}
