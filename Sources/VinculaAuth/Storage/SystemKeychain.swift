#if canImport(Security)
    import Foundation
    import Security

    /// The system's Keychain: the data protection Keychain, on macOS as well.
    struct SystemKeychain: Keychain {
        func read(_ item: KeychainItem) -> (status: KeychainStatus, data: Data?) {
            var query = query(item)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            return (KeychainStatus(rawValue: status), result as? Data)
        }

        func add(_ item: KeychainItem, _ data: Data) -> KeychainStatus {
            var attributes = query(item)
            attributes[kSecValueData] = data
            // A synchronizable item cannot be restricted to this device.
            attributes[kSecAttrAccessible] =
                item.isSynchronizable
                ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            return KeychainStatus(rawValue: SecItemAdd(attributes as CFDictionary, nil))
        }

        func update(_ item: KeychainItem, _ data: Data) -> KeychainStatus {
            let change: [CFString: Any] = [kSecValueData: data]
            return KeychainStatus(rawValue: SecItemUpdate(query(item) as CFDictionary, change as CFDictionary))
        }

        func delete(_ item: KeychainItem) -> KeychainStatus {
            KeychainStatus(rawValue: SecItemDelete(query(item) as CFDictionary))
        }

        func message(for status: KeychainStatus) -> String? {
            SecCopyErrorMessageString(status.rawValue, nil).map { String($0) }
        }

        /// Without `kSecAttrSynchronizable` only items that stay on this device match.
        private func query(_ item: KeychainItem) -> [CFString: Any] {
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword,
                kSecAttrService: item.service,
                kSecAttrAccount: item.account,
                kSecUseDataProtectionKeychain: true,
            ]
            if let group = item.accessGroup { query[kSecAttrAccessGroup] = group }
            if item.isSynchronizable { query[kSecAttrSynchronizable] = true }
            return query
        }
    }
#endif
