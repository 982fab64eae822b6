import Foundation

/// Users shared by several apps.
extension Auth {
    /// The access group of apps that share their user; nil for none. It persists across restarts.
    public var userAccessGroup: String? {
        loadIfNeeded()
        return state.withLock { $0.userAccessGroup }
    }

    /// Has no effect: the value is stored, but a session always belongs to one device.
    public var shareAuthStateAcrossDevices: Bool {
        get { state.withLock { $0.sharesAuthState } }
        set { state.withLock { $0.sharesAuthState = newValue } }
    }

    /// Shares the user with the apps of a group from now on, and adopts the user who is signed in there.
    ///
    /// - Parameter accessGroup: A Keychain access group; on other platforms any name that the apps agree on. nil for none.
    /// - Throws: `keychainError`; the group is then unchanged.
    public func useUserAccessGroup(_ accessGroup: String?) throws { try use(accessGroup: accessGroup) }

    /// Returns the user shared by the apps of a group. Its tokens are stored there when they are renewed.
    ///
    /// - Throws: `keychainError`.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        let store = SessionStore(auth: self, accessGroup: accessGroup)
        return try store.read().map { state in
            readKey(of: state, in: store)
            return User(state, auth: self, storedIn: store)
        }
    }
}
