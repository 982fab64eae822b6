import Foundation

/// The storage of an installation's keys: beside its sessions, one for each server, so that no two servers can tell that they
/// have a device in common.
///
/// A key is added and never replaced: a session of another process may be bound to it. It stays when people sign out; alone it
/// opens nothing.
struct KeyStore: Sendable {
    private let storage: Result<any AuthStorage, any Error>
    private let name: String

    /// - Parameter server: The server's origin.
    init(_ storage: Result<any AuthStorage, any Error>, server: String) {
        self.storage = storage
        name = "installation-key:\(server)"
    }

    /// Returns the key for new sessions, and makes it if there is none. Of several processes that begin at once, all get the
    /// same one.
    ///
    /// - Returns: nil if this storage cannot have one: it has one place for everything, or a newer SDK's key.
    /// - Throws: Any error if the storage cannot be read or written now.
    func main() throws -> InstallationKey? {
        let storage = try storage.get()
        let found = try storage.read(name)
        if let found {
            guard try Self.keepsApart(storage) else { return nil }
            switch try StoredKey.decode(found) {
            case .key(let key): return key
            case .newer: return nil
            case .useless: break
            }
        }
        let new = InstallationKey.make(inEnclave: (storage as? any InstallationStorage)?.staysOnDevice ?? false)
        let data = try StoredKey.encode(new)
        let kept = try put(data, insteadOf: found, in: storage)
        guard try Self.keepsApart(storage) else {
            try storage.update(name) { $0 == data ? nil : $0 }
            return nil
        }
        // Another process may have been first.
        return if case .key(let key) = try StoredKey.decode(kept) { key } else { nil }
    }

    /// Returns a key by its name.
    ///
    /// - Returns: nil only if there is certainly none.
    /// - Throws: Any error if the storage cannot be read now, or has a key that only a newer SDK can read.
    func find(_ thumbprint: String) throws -> InstallationKey? {
        let storage = try storage.get()
        for name in [name, place(of: thumbprint)] {
            guard let data = try storage.read(name) else { continue }
            switch try StoredKey.decode(data) {
            case .key(let key): if key.thumbprint == thumbprint { return key }
            case .newer:
                throw StorageError(
                    place: "installation key", call: "decode", reason: "A newer version of the app wrote it",
                    advice: "Update this app.")
            case .useless: break
            }
        }
        return nil
    }

    /// Stores a key that a session moved here is bound to.
    ///
    /// - Throws: Any error if the storage cannot be written now.
    func keep(_ key: InstallationKey) throws {
        if try find(key.thumbprint) != nil { return }
        let storage = try storage.get()
        guard try Self.keepsApart(storage) else { return }
        let data = try StoredKey.encode(key)
        if try put(data, insteadOf: nil, in: storage) == data { return }
        try storage.update(place(of: key.thumbprint)) { $0 ?? data }
    }

    private func place(of thumbprint: String) -> String { "\(name):\(thumbprint)" }

    /// Stores data unless somebody else was first.
    ///
    /// - Returns: What is stored.
    private func put(_ data: Data, insteadOf old: Data?, in storage: any AuthStorage) throws -> Data {
        if old == nil, let storage = storage as? any InstallationStorage { return try storage.add(name, data) }
        var kept = data
        try storage.update(name) { found in
            if let found, found != old { kept = found }
            return kept
        }
        return kept
    }

    /// Returns whether a storage keeps its keys apart. An app's own may have one place for everything, where a key would replace
    /// the session.
    private static func keepsApart(_ storage: any AuthStorage) throws -> Bool {
        try storage is any InstallationStorage || storage.read("nothing:\(UUID().uuidString)") == nil
    }
}

/// The storages of the SDK, of which it knows more than of an app's own.
protocol InstallationStorage: AuthStorage {
    /// Indicates that its content is meant for this device only, so that a key may be in the device's Secure Enclave.
    var staysOnDevice: Bool { get }

    /// Stores data under a key that has none. Of several processes, the first one's data stays.
    ///
    /// - Returns: The data that is stored then.
    /// - Throws: Any error if the data cannot be read or written.
    func add(_ key: String, _ data: Data) throws -> Data
}

extension InstallationStorage {
    func add(_ key: String, _ data: Data) throws -> Data {
        var kept = data
        try update(key) { found in
            kept = found ?? data
            return kept
        }
        return kept
    }
}

extension FileStorage: InstallationStorage {
    var staysOnDevice: Bool { true }
}

extension MemoryStorage: InstallationStorage {
    // The key goes with the process, and the enclave could not make it safer.
    var staysOnDevice: Bool { false }
}

extension KeychainItems: InstallationStorage {
    var staysOnDevice: Bool { !isSynchronizable }
}

#if canImport(Security)
    extension KeychainStorage: InstallationStorage {
        var staysOnDevice: Bool { items.staysOnDevice }

        func add(_ key: String, _ data: Data) throws -> Data { try items.add(key, data) }
    }
#endif
