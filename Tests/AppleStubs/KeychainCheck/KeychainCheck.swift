import Foundation
import Security

/// Checks the dictionaries that ``SystemKeychain`` makes, which have no types, with the stub's Keychain. It is compiled together
/// with the sources of the SDK that it uses, because the package's tests cannot import the stub. `StorageKeychainTests` tests
/// everything else.
@main enum KeychainCheck {
    static func main() throws {
        statuses()
        try storage(KeychainStorage(service: "check"), group: "TEAM.app", staysOnDevice: true)
        try storage(KeychainStorage(service: "check", accessGroup: "TEAM.shared"), group: "TEAM.shared", staysOnDevice: true)
        try storage(KeychainStorage(service: "check", isSynchronizable: true), group: "TEAM.app", staysOnDevice: false)
        try separation()
        try adding()
        try locked()
        if hasFailed { exit(1) }
    }

    /// The numbers that the SDK has of its own, for platforms without `Security`.
    private static func statuses() {
        let pairs: [(KeychainStatus, OSStatus)] = [
            (.success, errSecSuccess), (.duplicateItem, errSecDuplicateItem), (.itemNotFound, errSecItemNotFound),
            (.interactionNotAllowed, errSecInteractionNotAllowed), (.decode, errSecDecode),
            (.missingEntitlement, errSecMissingEntitlement),
        ]
        for (own, systems) in pairs { check(own.rawValue == systems, "\(own) is not \(systems)") }
        check(SystemKeychain().message(for: .duplicateItem)?.isEmpty == false, "a message")
    }

    private static func storage(_ storage: KeychainStorage, group: String, staysOnDevice: Bool) throws {
        try check(storage.read("key") == nil && keychain.items.isEmpty, "nothing is there, and nothing is left behind")
        try storage.update("key") { _ in Data("one".utf8) }
        try storage.update("key") { _ in Data("two".utf8) }
        let expected = StubKeychain.Item(
            service: "check", account: "key", accessGroup: group, isSynchronizable: !staysOnDevice,
            staysOnDevice: staysOnDevice, data: Data("two".utf8))
        try check(storage.read("key") == Data("two".utf8) && keychain.items == [expected], "written: \(keychain.items)")
        try storage.update("key") { _ in nil }
        try check(storage.read("key") == nil && keychain.items.isEmpty, "removed: \(keychain.items)")
    }

    /// Items that another storage has under the same key are not touched.
    private static func separation() throws {
        let storages = [
            KeychainStorage(service: "check", accessGroup: "TEAM.app"), KeychainStorage(service: "other"),
            KeychainStorage(service: "check", accessGroup: "TEAM.shared"),
            KeychainStorage(service: "check", isSynchronizable: true),
        ]
        for (index, storage) in storages.enumerated() { try storage.update("key") { _ in Data([UInt8(index)]) } }
        for (index, storage) in storages.enumerated() {
            try check(storage.read("key") == Data([UInt8(index)]), "storage \(index)")
        }
        for (index, storage) in storages.enumerated() {
            try storage.update("key") { _ in nil }
            check(keychain.items.count == storages.count - 1 - index, "removed: \(keychain.items)")
        }
        do {
            _ = try KeychainStorage(service: "check", accessGroup: "TEAM.foreign").read("key")
            check(false, "another team's group is refused")
        } catch {
            check((error as? StorageError)?.code == errSecMissingEntitlement, "\(error)")
        }
    }

    /// What is there stays, which is how processes agree on one key.
    private static func adding() throws {
        let storage = KeychainStorage(service: "check")
        try check(storage.items.add("key", Data([1])) == Data([1]), "added: \(keychain.items)")
        try check(storage.items.add("key", Data([2])) == Data([1]), "not replaced: \(keychain.items)")
        check(keychain.items.map(\.staysOnDevice) == [true], "on this device only: \(keychain.items)")
        try storage.update("key") { _ in nil }
    }

    private static func locked() throws {
        let storage = KeychainStorage(service: "check")
        try storage.update("key") { _ in Data([1]) }
        keychain.isLocked = true
        check(isLocked { _ = try storage.read("key") }, "a locked item is not read")
        check(isLocked { _ = try storage.read("absent") }, "a locked Keychain may have any item")
        check(isLocked { try storage.update("key") { _ in nil } }, "a locked item is not removed")
        keychain.isLocked = false
        try check(storage.read("key") == Data([1]), "unlocked")
    }

    private static func isLocked(_ body: () throws -> Void) -> Bool {
        do { try body() } catch { return (error as? StorageError)?.isLocked == true }
        return false
    }

    private static let keychain = StubKeychain.shared
    nonisolated(unsafe) private static var hasFailed = false

    private static func check(_ isTrue: @autoclosure () throws -> Bool, _ what: String, line: Int = #line) rethrows {
        if try isTrue() { return }
        hasFailed = true
        print("KeychainCheck.swift:\(line): failed: \(what)")
    }
}
