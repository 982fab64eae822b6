#if canImport(Security)
    public import Foundation
    import Security

    /// Keeps sessions in the Keychain: what the SDK uses on Apple's platforms.
    ///
    /// Items are readable once the device has been unlocked after its start. They survive the removal of the app. Unless they are
    /// synchronizable they stay on the device, and in no backup that another device can restore. No item ever asks the user for
    /// permission, because it is the data protection Keychain on macOS, too; that needs the entitlement "Keychain Sharing" there.
    public final class KeychainStorage: AuthStorage {
        private let service: String
        private let accessGroup: String?
        private let isSynchronizable: Bool

        /// Makes a storage. Nothing is read before the first use.
        ///
        /// - Parameters:
        ///   - service: What sets the items of this app apart from others in the same group.
        ///   - accessGroup: A Keychain access group of the app's entitlements, for a session that several apps share; nil for the
        ///     app's own first group.
        ///   - isSynchronizable: Whether iCloud brings the items to the user's other devices.
        public init(service: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
            self.service = service
            self.accessGroup = accessGroup
            self.isSynchronizable = isSynchronizable
        }

        /// Reads the item of a key; nil if there surely is none.
        ///
        /// - Throws: ``StorageError``; its ``StorageError/isLocked`` tells that the device has not been unlocked since its start.
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

        /// Reads, decides and writes as one step for this process.
        ///
        /// The Keychain has no lock for several: of two processes that share an access group and write at the same time, the later wins,
        /// whole.
        ///
        /// - Throws: What `change` throws; ``StorageError`` if the item cannot be read or written.
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

        /// For all objects of this process: two of them may have the same service.
        private static let lock = NSLock()

        /// Never deletes first: an app that is killed in between would have lost its session.
        private func write(_ data: Data, _ key: String) throws {
            var status = SecItemUpdate(item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
            if status == errSecItemNotFound {
                status = add(data, item(key))
                guard status != errSecSuccess else { return }
                // Another process was quicker.
                guard status == errSecDuplicateItem else { throw error("SecItemAdd", status) }
                status = SecItemUpdate(item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
            }
            guard status == errSecSuccess else { throw error("SecItemUpdate", status) }
        }

        private func add(_ data: Data, _ item: [String: Any]) -> OSStatus {
            var attributes = item
            attributes[kSecValueData as String] = data
            // An item for all of the user's devices cannot be one for this device only.
            attributes[kSecAttrAccessible as String] =
                isSynchronizable ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            return SecItemAdd(attributes as CFDictionary, nil)
        }

        /// Some systems answer "not found" while an app is started before the first unlock; writing fails then.
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
                default: "Try again; nothing was changed."
                }
            return StorageError(
                // Not the key: it has the API key in it, and errors are logged.
                place: "Keychain item of \(service)", call: call, code: status,
                reason: SecCopyErrorMessageString(status, nil) as String? ?? "OSStatus \(status)", advice: advice,
                isLocked: status == errSecInteractionNotAllowed)
        }
    }
#endif
