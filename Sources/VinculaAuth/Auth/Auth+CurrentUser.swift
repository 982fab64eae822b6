public import Foundation

/// The current user: read from the storage once, and changed in the storage first.
extension Auth {
    /// The signed-in user; nil if there is none, or if it cannot be determined now (see ``storageError``).
    public var currentUser: User? {
        loadIfNeeded()
        let (user, isDue) = state.withLock { state -> (User?, Bool) in
            guard state.loadError != nil else { return (state.current, false) }
            // Locked storage becomes readable by itself, but retrying at every access would be slow.
            let isDue = state.lastLoadAttempt.map { abs($0.timeIntervalSinceNow) > 1 } ?? true
            return (state.current, isDue)
        }
        // Whoever is using the storage now will update the state; this call does not wait for that.
        guard isDue, commitGate.try() else { return user }
        defer { commitGate.unlock() }
        load()
        return state.withLock { $0.current }
    }

    /// The reason why the stored session cannot be read or written now; nil if there is no problem.
    ///
    /// An unreadable session does not count as signed out: it is kept, and read as soon as possible. The error is a
    /// `keychainError`.
    public var storageError: NSError? {
        loadIfNeeded()
        return state.withLock { $0.loadError }
    }

    /// Reads the stored session again after ``storageError`` reported that it could not be read.
    ///
    /// - Returns: The signed-in user.
    /// - Throws: `keychainError` if it still cannot be read.
    @discardableResult
    public func reloadStoredUser() throws -> User? {
        if storageError != nil { loadAgain() }
        if let error = state.withLock({ $0.loadError }) { throw error }
        return state.withLock { $0.current }
    }

    /// Makes a user of this or another app the current user.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - completion: Receives the error, or nil, on the main queue.
    public func updateCurrentUser(_ user: User?, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in
            guard let user else { throw AuthFailure.make(.nullUser) }
            try await updateCurrentUser(user)
        }
    }

    /// Makes a user of this app, or of another app at the same server, the current user.
    ///
    /// A user from another app or from an archive becomes a new object. Both objects continue the same session: within one
    /// process, renewing the tokens of one renews those of the other.
    ///
    /// - Throws: `tenantIDMismatch` unless ``tenantID`` is the user's; for a user of another app, the server's error for its
    ///   session, or `internalError` if that app uses another server, because this server must not see that session.
    public func updateCurrentUser(_ user: User) async throws {
        guard user.tenantID == tenantID else { throw AuthFailure.make(.tenantIDMismatch) }
        try user.requireServer(address)
        if (try? user.owner()) === self {
            try await storing { try self.commit(user) }
        } else {
            // Another app's session may not be valid here.
            let adopted = User(user.state.withLock { $0 }, auth: self)
            adopted.adopt(try await lookUp(adopted.freshToken(), of: adopted.uid))
            try await storing { try self.commit(adopted) }
        }
    }

    /// Signs out: removes the session from this device, without contacting the server.
    ///
    /// - Throws: `keychainError` if it could not be removed; the user is then still signed in.
    public func signOut() throws {
        loadIfNeeded()
        commitGate.lock()
        defer { commitGate.unlock() }
        try requireInUse()
        let (previous, error) = state.withLock { ($0.current, $0.loadError) }
        if previous == nil, error == nil { return }
        try store.signOut(previous?.uid)
        makeCurrent(nil)
    }

    // MARK: Storing

    /// The place where the current user is stored.
    var store: SessionStore { SessionStore(auth: self, accessGroup: state.withLock { $0.userAccessGroup }) }

    /// Stores a session and makes it the current one; if storing fails, does neither.
    ///
    /// - Throws: `keychainError`; nothing has changed then.
    func commit(_ user: User) throws {
        loadIfNeeded()
        commitGate.lock()
        defer { commitGate.unlock() }
        try requireInUse()
        try user.requireServer(address)
        let store = store
        let stored = user.state.withLock { $0 }
        try keepKey(of: stored.tokens, in: store)
        try store.replace(by: stored, keepingUnreadable: state.withLock { $0.loadError } != nil)
        makeCurrent(user, as: User.Home(store: store, stored: stored))
    }

    /// Makes a user the current one, replacing one whose session is no longer stored. The caller holds the gate.
    func makeCurrent(_ user: User?, as home: User.Home? = nil) {
        let previous = state.withLock { $0.current }
        if previous !== user { previous?.home.withLock { $0 = nil } }
        if let user, let home {
            user.move(to: self)
            user.home.withLock { $0 = home }
        }
        state.withLock { state in
            state.current = user
            state.loadError = nil
        }
        notify()
    }
}
