#if canImport(Security)
    public import Foundation

    /// Stores sessions in the Keychain. The SDK uses it on Apple platforms.
    ///
    /// Items are readable after the device was unlocked once since it started. They survive removal of the app. Unless they
    /// are synchronizable, they stay on the device, and no backup contains them that another device could restore. No item
    /// ever prompts the user, because the data protection Keychain is used on macOS as well; it requires the entitlement
    /// "Keychain Sharing" there.
    public final class KeychainStorage: AuthStorage {
        let items: KeychainItems

        /// Creates a storage. Nothing is read before the first use.
        ///
        /// - Parameters:
        ///   - service: The service name that distinguishes this app's items from others in the same group.
        ///   - accessGroup: A Keychain access group from the app's entitlements, for a session shared by several apps; nil
        ///     for the app's first group.
        ///   - isSynchronizable: If true, iCloud syncs the items to the user's other devices.
        public init(service: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
            items = KeychainItems(
                SystemKeychain(), service: service, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
        }

        /// Reads the item of a key; nil if there is certainly none.
        ///
        /// - Throws: ``StorageError``; its ``StorageError/isLocked`` is true if the device has not been unlocked since it
        ///   started.
        public func read(_ key: String) throws -> Data? {
            try items.read(key)
        }

        /// Reads, decides and writes atomically within this process.
        ///
        /// The Keychain has no lock across processes: if two processes that share an access group write at the same time, the
        /// later one wins entirely.
        ///
        /// - Throws: The error from `change`; ``StorageError`` if the item cannot be read or written.
        public func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
            try items.update(key, change)
        }
    }
#endif
