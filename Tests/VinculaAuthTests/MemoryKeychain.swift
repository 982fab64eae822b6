import Foundation

@testable import VinculaAuth

/// A Keychain in memory, which can be locked, refuse groups and fail.
final class MemoryKeychain: Keychain {
    struct Settings: Sendable {
        /// Before the first unlock, no item can be read or written.
        var isLocked = false
        /// If true, a locked Keychain reports that there is no item.
        var hidesWhatIsLocked = false
        /// The access groups of the app's entitlement.
        var groups = ["first", "shared"]
        /// The calls that fail, with their statuses.
        var failing: [String: KeychainStatus] = [:]
        /// If true, reading succeeds but returns something other than data.
        var givesNoData = false
    }

    private struct State {
        var settings = Settings()
        var items: [KeychainItem: Data] = [:]
        var calls: [String] = []
        var hadSynchronizableItem = false
        var beforeAdding: [String: @Sendable (inout [KeychainItem: Data]) -> Void] = [:]

        /// The items that a query means: those of any group if it names none.
        func find(_ item: KeychainItem, _ call: String) -> (KeychainStatus, [KeychainItem]) {
            if let failure = settings.failing[call] { return (failure, []) }
            if let group = item.accessGroup, !settings.groups.contains(group) { return (.missingEntitlement, []) }
            if settings.isLocked, settings.hidesWhatIsLocked { return (.itemNotFound, []) }
            let found = items.keys.filter { key in
                key.service == item.service && key.account == item.account && key.isSynchronizable == item.isSynchronizable
                    && (item.accessGroup ?? key.accessGroup) == key.accessGroup
            }
            if found.isEmpty { return (.itemNotFound, []) }
            return settings.isLocked ? (.interactionNotAllowed, []) : (.success, Array(found))
        }
    }

    private let state = Locked(State())

    var items: [KeychainItem: Data] { state.withLock { $0.items } }
    var calls: [String] { state.withLock { $0.calls } }
    var hadSynchronizableItem: Bool { state.withLock { $0.hadSynchronizableItem } }

    func set<Value>(_ setting: WritableKeyPath<Settings, Value>, _ value: Value) {
        state.withLock { $0.settings[keyPath: setting] = value }
    }

    func forgetCalls() { state.withLock { $0.calls = [] } }
    func removeAll() { state.withLock { $0.items = [:] } }

    /// Does what another process does just before an item of this account is added.
    func beforeAdding(_ account: String, _ body: @escaping @Sendable (inout [KeychainItem: Data]) -> Void) {
        state.withLock { $0.beforeAdding[account] = body }
    }

    // MARK: - Keychain

    func read(_ item: KeychainItem) -> (status: KeychainStatus, data: Data?) {
        state.withLock { state in
            state.calls.append("read \(item.account)")
            let (status, found) = state.find(item, "SecItemCopyMatching")
            return (status, state.settings.givesNoData ? nil : found.first.flatMap { state.items[$0] })
        }
    }

    func add(_ item: KeychainItem, _ data: Data) -> KeychainStatus {
        state.withLock { state in
            state.calls.append("add \(item.account)")
            if let failure = state.settings.failing["SecItemAdd"] { return failure }
            state.beforeAdding.removeValue(forKey: item.account)?(&state.items)
            var item = item
            item.accessGroup = item.accessGroup ?? state.settings.groups.first
            guard let group = item.accessGroup, state.settings.groups.contains(group) else { return .missingEntitlement }
            if state.settings.isLocked { return .interactionNotAllowed }
            if state.items[item] != nil { return .duplicateItem }
            state.items[item] = data
            if item.isSynchronizable { state.hadSynchronizableItem = true }
            return .success
        }
    }

    func update(_ item: KeychainItem, _ data: Data) -> KeychainStatus {
        state.withLock { state in
            state.calls.append("update \(item.account)")
            let (status, found) = state.find(item, "SecItemUpdate")
            for item in found { state.items[item] = data }
            return status
        }
    }

    func delete(_ item: KeychainItem) -> KeychainStatus {
        state.withLock { state in
            state.calls.append("delete \(item.account)")
            let (status, found) = state.find(item, "SecItemDelete")
            for item in found { state.items[item] = nil }
            return status
        }
    }

    func message(for status: KeychainStatus) -> String? {
        status == .decode ? "Unable to decode the provided data." : nil
    }
}
