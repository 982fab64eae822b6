import Foundation
import Testing

@testable import VinculaAuth

/// Tests what ``KeychainStorage`` does on Apple's platforms, with a Keychain in memory.
@Suite struct StorageKeychainTests {
    private let keychain = MemoryKeychain()
    private let old = Data("old".utf8)
    private let new = Data("new".utf8)

    private func storage(group: String? = nil, isSynchronizable: Bool = false) -> KeychainItems {
        KeychainItems(keychain, service: "app", accessGroup: group, isSynchronizable: isSynchronizable)
    }

    private func storageError(_ body: () throws -> Void) throws -> StorageError {
        try #require(#expect(throws: StorageError.self, performing: body))
    }

    // MARK: - Items

    @Test(arguments: [false, true]) func anItemHasTheStoragesAttributes(isSynchronizable: Bool) throws {
        try storage(group: "shared", isSynchronizable: isSynchronizable).update("key") { _ in old }
        let item = KeychainItem(service: "app", account: "key", accessGroup: "shared", isSynchronizable: isSynchronizable)
        #expect(keychain.items == [item: old])
    }

    @Test func withoutAGroupAnItemBelongsToTheAppsFirst() throws {
        try storage().update("key") { _ in old }
        #expect(keychain.items.keys.map(\.accessGroup) == ["first"])
    }

    /// An app that is killed between a deletion and an addition would have lost its session.
    @Test func aChangeIsOneCall() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        #expect(try storage.read("key") == old)
        keychain.forgetCalls()
        try storage.update("key") { _ in new }
        #expect(try storage.read("key") == new)
        #expect(keychain.calls == ["read key", "update key", "read key"])
    }

    @Test func whatDoesNotChangeIsNotWritten() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        keychain.forgetCalls()
        try storage.update("key") { $0 }
        #expect(keychain.calls == ["read key"])
    }

    @Test func storagesOfOtherServicesAndOfTheCloudAreApart() throws {
        let other = KeychainItems(keychain, service: "other")
        let synced = storage(isSynchronizable: true)
        try storage().update("key") { _ in old }
        #expect(try other.read("key") == nil && synced.read("key") == nil)
        try synced.update("key") { _ in new }
        try other.update("key") { _ in nil }
        #expect(try storage().read("key") == old)
        try storage().update("key") { _ in nil }
        #expect(try synced.read("key") == new)
    }

    // MARK: - Other processes

    @Test func anItemThatAnotherProcessAddedMeanwhileIsReplaced() throws {
        keychain.beforeAdding("key") { items in
            items[KeychainItem(service: "app", account: "key", accessGroup: "first", isSynchronizable: false)] = Data([1])
        }
        try storage().update("key") { _ in new }
        #expect(try storage().read("key") == new)
        #expect(keychain.items.count == 1)
    }

    @Test func anItemThatAnotherProcessDeletedMeanwhileIsGone() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        try storage.update("key") { _ in
            keychain.removeAll()
            return nil
        }
        #expect(try storage.read("key") == nil)
    }

    // MARK: - A locked device

    @Test func aLockedItemIsAnError() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        keychain.set(\.isLocked, true)
        let error = try storageError { _ = try storage.read("key") }
        #expect(error.isLocked && error.code == -25308 && error.call == "SecItemCopyMatching")
        #expect(error.description.contains("until the device has been unlocked"))
        _ = try storageError {
            try storage.update("key") { _ in
                Issue.record("nobody knows what there is to change")
                return nil
            }
        }
        keychain.set(\.isLocked, false)
        #expect(try storage.read("key") == old)
    }

    /// Some systems deny that there is anything before the first unlock.
    @Test func nothingIsFoundInALockedKeychain() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        keychain.set(\.isLocked, true)
        keychain.set(\.hidesWhatIsLocked, true)
        let error = try storageError { _ = try storage.read("key") }
        #expect(error.isLocked && error.call == "SecItemAdd")
        keychain.set(\.isLocked, false)
        #expect(try storage.read("key") == old)
    }

    @Test(arguments: [false, true]) func lookingForALockLeavesNothingBehind(isSynchronizable: Bool) throws {
        #expect(try storage(isSynchronizable: isSynchronizable).read("key") == nil)
        #expect(keychain.items.isEmpty)
        // It must not be sent to other devices.
        #expect(!keychain.hadSynchronizableItem)
    }

    @Test func whatAKilledProcessLeftOfItsLookIsNoError() throws {
        let probe = KeychainItem(service: "app", account: "key.probe", accessGroup: "first", isSynchronizable: false)
        _ = keychain.add(probe, Data([0]))
        #expect(try storage().read("key") == nil)
    }

    @Test func anAppThatIsStartedOnALockedDeviceSignsNobodyOut() async throws {
        let device = Device(storage: storage())
        let auth = try await device.start()
        try await device.signIn(auth)
        keychain.set(\.isLocked, true)
        let again = try await device.start()
        #expect(again.currentUser == nil && again.storageError != nil)
        keychain.set(\.isLocked, false)
        #expect(try again.reloadStoredUser()?.uid == "u" && again.storageError == nil)
    }

    // MARK: - Access groups

    @Test func eachGroupHasItsOwnItem() throws {
        let (first, shared) = (storage(group: "first"), storage(group: "shared"))
        try first.update("key") { _ in old }
        #expect(try shared.read("key") == nil)
        try shared.update("key") { _ in new }
        try first.update("key") { _ in nil }
        #expect(try shared.read("key") == new && first.read("key") == nil)
    }

    @Test func aGroupThatTheAppIsNotEntitledToIsAnError() throws {
        let foreign = storage(group: "foreign")
        for error in [
            try storageError { _ = try foreign.read("key") }, try storageError { try foreign.update("key") { _ in new } },
        ] {
            #expect(error.code == -34018 && !error.isLocked)
            #expect(error.description.contains("Keychain Sharing"))
        }
    }

    @Test func aGroupThatIsTakenFromTheAppIsAnErrorAndNoSignOut() throws {
        let shared = storage(group: "shared")
        try shared.update("key") { _ in old }
        keychain.set(\.groups, ["first"])
        _ = try storageError { _ = try shared.read("key") }
        keychain.set(\.groups, ["first", "shared"])
        #expect(try shared.read("key") == old)
    }

    // MARK: - Other errors

    @Test(arguments: ["SecItemAdd", "SecItemUpdate", "SecItemDelete", "SecItemCopyMatching"])
    func aFailureNamesItsCallAndChangesNothing(call: String) throws {
        let storage = storage()
        if call != "SecItemAdd" { try storage.update("key") { _ in old } }
        let before = keychain.items
        keychain.set(\.failing, [call: KeychainStatus(rawValue: -61)])
        let error = try storageError { try storage.update("key") { _ in call == "SecItemDelete" ? nil : new } }
        #expect(error.call == call && error.code == -61 && !error.isLocked)
        #expect(error.reason == "OSStatus -61")
        #expect(keychain.items == before)
    }

    @Test func anErrorHasTheSystemsWordsAndNotTheKey() throws {
        keychain.set(\.failing, ["SecItemCopyMatching": .decode])
        let error = try storageError { _ = try storage().read("key with an API key") }
        #expect(error.reason == "Unable to decode the provided data.")
        #expect(!error.description.contains("API key"))
    }

    @Test func anItemThatIsNoDataIsAnError() throws {
        let storage = storage()
        try storage.update("key") { _ in old }
        keychain.set(\.givesNoData, true)
        #expect(try storageError { _ = try storage.read("key") }.code == KeychainStatus.decode.rawValue)
    }

    @Test func anErrorOfTheChangeIsThrownAsItIs() throws {
        #expect(throws: CancellationError.self) { try storage().update("key") { _ in throw CancellationError() } }
        #expect(keychain.items.isEmpty)
    }
}
