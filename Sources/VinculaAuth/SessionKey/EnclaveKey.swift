import Foundation

#if canImport(CryptoKit)
    import CryptoKit
    import Security
#endif

/// A key in the Secure Enclave of an Apple device: it never leaves it, so that a copy of the app's data is worth nothing elsewhere.
///
/// The stored bytes are encrypted by the enclave. They are restored for each signature, which the enclave makes in any case.
struct EnclaveKey: Sendable {
    /// What restores the key on this device.
    let blob: Data
    /// The point in X9.63's uncompressed form.
    let publicKey: Data

    #if canImport(CryptoKit)
        /// Makes a new key; nil if this device has no enclave, or it makes none now.
        ///
        /// Like the session's own item, it works once the device has been unlocked since it started: tokens are renewed in the
        /// background, too.
        static func make() -> EnclaveKey? {
            guard SecureEnclave.isAvailable,
                let access = SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil),
                let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
            else { return nil }
            return EnclaveKey(blob: key.dataRepresentation, publicKey: key.publicKey.x963Representation)
        }

        /// Restores a stored key.
        ///
        /// - Returns: nil if it is of another device's enclave.
        /// - Throws: ``StorageError`` if the device has not been unlocked since it started.
        static func restore(_ blob: Data) throws -> EnclaveKey? {
            do {
                let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: blob)
                return EnclaveKey(blob: blob, publicKey: key.publicKey.x963Representation)
            } catch {
                let code = Int32(truncatingIfNeeded: (error as NSError).code)
                guard (error as NSError).domain == NSOSStatusErrorDomain, code == KeychainStatus.interactionNotAllowed.rawValue
                else { return nil }
                throw StorageError(
                    place: "Secure Enclave", call: "SecureEnclave.P256.Signing.PrivateKey", code: code,
                    reason: "The device is locked", advice: "Wait until the device has been unlocked.", isLocked: true)
            }
        }

        /// Signs a message with ES256.
        func sign(_ message: Data) throws -> Data {
            try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: blob).signature(for: message).rawRepresentation
        }
    #else
        /// Makes none: this platform has no enclave.
        static func make() -> EnclaveKey? { nil }

        /// Restores none: it is of a device that has an enclave.
        static func restore(_ blob: Data) throws -> EnclaveKey? { nil }

        /// Signs nothing: there is no such key here.
        func sign(_ message: Data) throws -> Data { throw CocoaError(.featureUnsupported) }
    #endif
}
