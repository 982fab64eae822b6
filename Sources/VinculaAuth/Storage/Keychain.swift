import Foundation

/// A place for small secrets, with the calls and statuses of Apple's Keychain: the system's own, or one in memory for tests.
protocol Keychain: Sendable {
    /// Reads the data of an item.
    ///
    /// - Returns: `success` with the data, or the status without any.
    func read(_ item: KeychainItem) -> (status: KeychainStatus, data: Data?)

    /// Adds an item; `duplicateItem` if it exists.
    func add(_ item: KeychainItem, _ data: Data) -> KeychainStatus

    /// Replaces the data of an item; `itemNotFound` if there is none.
    func update(_ item: KeychainItem, _ data: Data) -> KeychainStatus

    /// Deletes an item; `itemNotFound` if there is none.
    func delete(_ item: KeychainItem) -> KeychainStatus

    /// The system's description of a status; nil if it has none.
    func message(for status: KeychainStatus) -> String?
}

/// The attributes that identify an item.
struct KeychainItem: Hashable, Sendable {
    var service: String
    var account: String
    /// nil means the app's first group when an item is added, and any of its groups otherwise.
    var accessGroup: String?
    var isSynchronizable: Bool
}

/// The result of a call, an `OSStatus`, which only Apple's platforms declare.
struct KeychainStatus: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32

    static let success = Self(rawValue: 0)
    static let duplicateItem = Self(rawValue: -25299)
    static let itemNotFound = Self(rawValue: -25300)
    /// The device has not been unlocked since it started.
    static let interactionNotAllowed = Self(rawValue: -25308)
    static let decode = Self(rawValue: -26275)
    /// The app may not use the Keychain, or not this access group.
    static let missingEntitlement = Self(rawValue: -34018)
}
