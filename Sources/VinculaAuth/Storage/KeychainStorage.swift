#if canImport(Security)
    public import Foundation
    import Security

    /// Stores sessions in the Keychain. The SDK uses it on Apple platforms.
    ///
    /// Items are readable after the device was unlocked once since it started. They survive removal of the app. Unless they
    /// are synchronizable, they stay on the device, and no backup contains them that another device could restore. No item
    /// ever prompts the user, because the data protection Keychain is used on macOS as well; it requires the entitlement
    /// "Keychain Sharing" there.
    public final class KeychainStorage: AuthStorage {
        private let service: String
        private let accessGroup: String?
        private let isSynchronizable: Bool

        /// Creates a storage. Nothing is read before the first use.
        ///
        /// - Parameters:
        ///   - service: The service name that distinguishes this app's items from others in the same group.
        ///   - accessGroup: A Keychain access group from the app's entitlements, for a session shared by several apps; nil
        ///     for the app's first group.
        ///   - isSynchronizable: If true, iCloud syncs the items to the user's other devices.
        public init(service: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
            self.service = service
            self.accessGroup = accessGroup
            self.isSynchronizable = isSynchronizable
        }

        /// Reads the item of a key; nil if there is certainly none.
        ///
        /// - Throws: ``StorageError``; its ``StorageError/isLocked`` is true if the device has not been unlocked since it
        ///   started.
        public func read(_ key: String) throws -> Data? {
            var query = item(key)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            switch status {
            case errSecSuccess:
                guard let data = result as? Data else { throw error("SecItemCopyMatching", errSecDecode) }
                return data
            case errSecItemNotFound:
                try probe(key)
                return nil
            default:
                throw error("SecItemCopyMatching", status)
            }
        }

        /// Reads, decides and writes atomically within this process.
        ///
        /// The Keychain has no lock across processes: if two processes that share an access group write at the same time, the
        /// later one wins entirely.
        ///
        /// - Throws: The error from `change`; ``StorageError`` if the item cannot be read or written.
        public func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
            try Self.lock.withLock {
                let old = try read(key)
                let new = try change(old)
                if new == old { return }
                if let new {
                    try write(new, key)
                } else {
                    let status = SecItemDelete(item(key) as CFDictionary)
                    guard status == errSecSuccess || status == errSecItemNotFound else {
                        throw error("SecItemDelete", status)
                    }
                }
            }
        }

        /// Shared by all objects of this process, because two of them may use the same service.
        private static let lock = NSLock()

        /// Writes an item without deleting it first: an app killed in between would lose its session.
        private func write(_ data: Data, _ key: String) throws {
            var status = SecItemUpdate(item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
            if status == errSecItemNotFound {
                status = add(data, item(key))
                guard status != errSecSuccess else { return }
                // Another process added it first.
                guard status == errSecDuplicateItem else { throw error("SecItemAdd", status) }
                status = SecItemUpdate(item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
            }
            guard status == errSecSuccess else { throw error("SecItemUpdate", status) }
        }

        private func add(_ data: Data, _ item: [String: Any]) -> OSStatus {
            var attributes = item
            attributes[kSecValueData as String] = data
            // A synchronizable item cannot be restricted to this device.
            attributes[kSecAttrAccessible as String] =
                isSynchronizable ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            return SecItemAdd(attributes as CFDictionary, nil)
        }

        /// Detects a locked Keychain: some systems report "not found" for an app started before the first unlock, but writing
        /// fails then.
        private func probe(_ key: String) throws {
            var probe = item(key + ".probe")
            probe[kSecAttrSynchronizable as String] = false
            let status = add(Data([0]), probe)
            if status == errSecSuccess { SecItemDelete(probe as CFDictionary) }
            guard status == errSecSuccess || status == errSecDuplicateItem else { throw error("SecItemAdd", status) }
        }

        private func item(_ key: String) -> [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: key,
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
            if isSynchronizable { item[kSecAttrSynchronizable as String] = true }
            return item
        }

        private func error(_ call: String, _ status: OSStatus) -> StorageError {
            let advice =
                switch status {
                case errSecInteractionNotAllowed: "Wait until the device has been unlocked; the session is still there."
                case errSecMissingEntitlement:
                    "Give the app the capability \"Keychain Sharing\" (and this access group), or choose FileStorage or MemoryStorage."
                default: "Try again; nothing has changed."
                }
            return StorageError(
                // Not the key: it contains the API key, and errors are logged.
                place: "Keychain item of \(service)", call: call, code: status,
                reason: SecCopyErrorMessageString(status, nil) as String? ?? "OSStatus \(status)", advice: advice,
                isLocked: status == errSecInteractionNotAllowed)
        }
    }
#endif
