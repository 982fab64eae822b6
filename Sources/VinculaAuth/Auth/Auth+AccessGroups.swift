import Foundation

/// Users that several apps share.
extension Auth {
    /// The group of apps that share their user; nil for none.
    public var userAccessGroup: String? { state.withLock { $0.userAccessGroup } }

    /// Whether the user is shared with the person's other devices. It is kept, and without effect: a session is one device's.
    public var shareAuthStateAcrossDevices: Bool {
        get { state.withLock { $0.sharesAuthState } }
        set { state.withLock { $0.sharesAuthState = newValue } }
    }

    /// Shares the user with the apps of a group from now on, and takes over whoever is signed in there.
    ///
    /// - Parameter accessGroup: A Keychain access group; elsewhere any name that the apps agree on. nil for none.
    /// - Throws: `keychainError`; then the group is the one that it was.
    public func useUserAccessGroup(_ accessGroup: String?) throws {
        let stored = try getStoredUser(forAccessGroup: accessGroup)
        state.withLock { $0.userAccessGroup = accessGroup }
        takeOver(stored)
    }

    /// The user that the apps of a group share.
    ///
    /// - Throws: `keychainError`.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        try SessionStore(auth: self, accessGroup: accessGroup).read().map { User($0.user, auth: self) }
    }
}
