public import Foundation

/// The Keychain behind the stub's functions, in memory. It accepts only the attributes that a generic password of the data
/// protection Keychain may have, each with a value of the right type, and answers anything else with `errSecParam`.
public final class StubKeychain: @unchecked Sendable {
    public static let shared = StubKeychain()

    /// An item, with what is stored beside its data.
    public struct Item: Hashable, Sendable {
        public var service: String
        public var account: String
        public var accessGroup: String
        public var isSynchronizable: Bool
        public var staysOnDevice: Bool
        public var data: Data

        public init(
            service: String, account: String, accessGroup: String, isSynchronizable: Bool, staysOnDevice: Bool, data: Data
        ) {
            self.service = service
            self.account = account
            self.accessGroup = accessGroup
            self.isSynchronizable = isSynchronizable
            self.staysOnDevice = staysOnDevice
            self.data = data
        }
    }

    /// The groups of the app's entitlement; a new item belongs to the first, unless it names another.
    public var accessGroups = ["TEAM.app", "TEAM.shared"]
    /// Before the device is unlocked for the first time, no item can be read, added or changed.
    public var isLocked = false
    public private(set) var items: [Item] = []

    func add(_ attributes: CFDictionary) -> OSStatus {
        var rest = attributes
        guard let query = Query(&rest, beside: [kSecValueData, kSecAttrAccessible]),
            let service = query.service, let account = query.account, let data = rest[kSecValueData] as? Data,
            let protection = rest[kSecAttrAccessible] as? CFString,
            [kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly].contains(protection)
        else { return errSecParam }
        let staysOnDevice = protection == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        guard !staysOnDevice || !query.isSynchronizable else { return errSecParam }
        guard let group = query.accessGroup ?? accessGroups.first, accessGroups.contains(group) else {
            return errSecMissingEntitlement
        }
        if isLocked { return errSecInteractionNotAllowed }
        let item = Item(
            service: service, account: account, accessGroup: group, isSynchronizable: query.isSynchronizable,
            staysOnDevice: staysOnDevice, data: data)
        let isThere = items.contains {
            $0.service == service && $0.account == account && $0.accessGroup == group
                && $0.isSynchronizable == item.isSynchronizable
        }
        if isThere { return errSecDuplicateItem }
        items.append(item)
        return errSecSuccess
    }

    func read(_ query: CFDictionary) -> (OSStatus, Data?) {
        var rest = query
        guard let query = Query(&rest, beside: [kSecReturnData, kSecMatchLimit]), rest[kSecReturnData] as? Bool == true,
            rest[kSecMatchLimit] as? CFString == kSecMatchLimitOne
        else { return (errSecParam, nil) }
        let (status, found) = find(query)
        return (status, found.first.map { items[$0].data })
    }

    func update(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
        var rest = query
        guard let query = Query(&rest), change.count == 1, let data = change[kSecValueData] as? Data else { return errSecParam }
        let (status, found) = find(query)
        for index in found { items[index].data = data }
        return status
    }

    func delete(_ query: CFDictionary) -> OSStatus {
        var rest = query
        guard let query = Query(&rest) else { return errSecParam }
        let (status, found) = find(query)
        for index in found.reversed() { items.remove(at: index) }
        return status
    }

    private func find(_ query: Query) -> (OSStatus, [Int]) {
        if let group = query.accessGroup, !accessGroups.contains(group) { return (errSecMissingEntitlement, []) }
        let found = items.indices.filter { query.matches(items[$0]) && accessGroups.contains(items[$0].accessGroup) }
        if found.isEmpty { return (errSecItemNotFound, []) }
        return isLocked ? (errSecInteractionNotAllowed, []) : (errSecSuccess, found)
    }
}

/// The attributes that identify items.
private struct Query {
    var service: String?
    var account: String?
    var accessGroup: String?
    var isSynchronizable = false

    /// - Returns: nil if an attribute is missing, of the wrong type, or neither known nor one of the `others`.
    init?(_ attributes: inout CFDictionary, beside others: Set<CFString> = []) {
        guard attributes.removeValue(forKey: kSecClass) as? CFString == kSecClassGenericPassword,
            attributes.removeValue(forKey: kSecUseDataProtectionKeychain) as? Bool == true
        else { return nil }
        if let value = attributes.removeValue(forKey: kSecAttrSynchronizable) {
            guard let value = value as? Bool else { return nil }
            isSynchronizable = value
        }
        for (key, field) in [
            (kSecAttrService, \Query.service), (kSecAttrAccount, \Query.account), (kSecAttrAccessGroup, \Query.accessGroup),
        ] {
            guard let value = attributes.removeValue(forKey: key) else { continue }
            guard let text = value as? String else { return nil }
            self[keyPath: field] = text
        }
        guard attributes.keys.allSatisfy(others.contains) else { return nil }
    }

    func matches(_ item: StubKeychain.Item) -> Bool {
        (service == nil || service == item.service) && (account == nil || account == item.account)
            && (accessGroup == nil || accessGroup == item.accessGroup) && isSynchronizable == item.isSynchronizable
    }
}
