import Foundation

/// Stores sessions as items of a Keychain, one per key: the part of ``KeychainStorage`` that needs no framework of Apple's, so
/// that it is tested on every platform.
final class KeychainItems: AuthStorage {
    private let keychain: any Keychain
    private let service: String
    private let accessGroup: String?
    let isSynchronizable: Bool

    init(_ keychain: any Keychain, service: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
        self.keychain = keychain
        self.service = service
        self.accessGroup = accessGroup
        self.isSynchronizable = isSynchronizable
    }

    func read(_ key: String) throws -> Data? {
        let (status, data) = keychain.read(item(key))
        switch status {
        case .success:
            guard let data else { throw error("SecItemCopyMatching", .decode) }
            return data
        case .itemNotFound:
            try probe(key)
            return nil
        default:
            throw error("SecItemCopyMatching", status)
        }
    }

    func update(_ key: String, _ change: (Data?) throws -> Data?) throws {
        try Self.lock.withLock {
            let old = try read(key)
            let new = try change(old)
            if new == old { return }
            if let new {
                try write(new, key)
            } else {
                let status = keychain.delete(item(key))
                guard status == .success || status == .itemNotFound else { throw error("SecItemDelete", status) }
            }
        }
    }

    /// Adds an item unless there is one. The Keychain itself decides which of several processes is first.
    ///
    /// - Returns: The data that is stored then.
    func add(_ key: String, _ data: Data) throws -> Data {
        try Self.lock.withLock {
            if let old = try read(key) { return old }
            let status = keychain.add(item(key), data)
            if status == .success { return data }
            guard status == .duplicateItem, let old = try read(key) else { throw error("SecItemAdd", status) }
            return old
        }
    }

    /// Shared by all objects of this process, because two of them may use the same service.
    private static let lock = NSLock()

    /// Writes an item without deleting it first: an app killed in between would lose its session.
    private func write(_ data: Data, _ key: String) throws {
        var status = keychain.update(item(key), data)
        if status == .itemNotFound {
            status = keychain.add(item(key), data)
            guard status != .success else { return }
            // Another process added it first.
            guard status == .duplicateItem else { throw error("SecItemAdd", status) }
            status = keychain.update(item(key), data)
        }
        guard status == .success else { throw error("SecItemUpdate", status) }
    }

    /// Detects a locked Keychain: some systems report "not found" for an app started before the first unlock, but writing
    /// fails then.
    private func probe(_ key: String) throws {
        var probe = item(key + ".probe")
        probe.isSynchronizable = false
        let status = keychain.add(probe, Data([0]))
        if status == .success { _ = keychain.delete(probe) }
        guard status == .success || status == .duplicateItem else { throw error("SecItemAdd", status) }
    }

    private func item(_ key: String) -> KeychainItem {
        KeychainItem(service: service, account: key, accessGroup: accessGroup, isSynchronizable: isSynchronizable)
    }

    private func error(_ call: String, _ status: KeychainStatus) -> StorageError {
        let advice =
            switch status {
            case .interactionNotAllowed: "Wait until the device has been unlocked; the session is still there."
            case .missingEntitlement:
                "Give the app the capability \"Keychain Sharing\" (and this access group), or choose FileStorage or MemoryStorage."
            default: "Try again; nothing has changed."
            }
        return StorageError(
            // Not the key: it contains the API key, and errors are logged.
            place: "Keychain item of \(service)", call: call, code: status.rawValue,
            reason: keychain.message(for: status) ?? "OSStatus \(status.rawValue)", advice: advice,
            isLocked: status == .interactionNotAllowed)
    }
}
