import Foundation

/// Users that several apps share.
extension Auth {
    /// The group of apps that share their user; nil for none. It is remembered over restarts.
    public var userAccessGroup: String? {
        loadIfNeeded()
        return state.withLock { $0.userAccessGroup }
    }

    /// Whether the user is shared with the person's other devices. It is kept, and without effect: a session is one device's.
    public var shareAuthStateAcrossDevices: Bool {
        get { state.withLock { $0.sharesAuthState } }
        set { state.withLock { $0.sharesAuthState = newValue } }
    }

    /// Shares the user with the apps of a group from now on, and takes over whoever is signed in there.
    ///
    /// - Parameter accessGroup: A Keychain access group; elsewhere any name that the apps agree on. nil for none.
    /// - Throws: `keychainError`; then the group is the one that it was.
    public func useUserAccessGroup(_ accessGroup: String?) throws { try use(accessGroup: accessGroup) }

    /// The user that the apps of a group share. Tokens of theirs that are renewed are stored there.
    ///
    /// - Throws: `keychainError`.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        let store = SessionStore(auth: self, accessGroup: accessGroup)
        return try store.read().map { User($0, auth: self, storedIn: store) }
    }
}
