public import Foundation

/// Who is signed in: read once from the storage, and changed in the storage first.
extension Auth {
    /// Who is signed in; nil if nobody is, or if ``storageError`` says that this cannot be known now.
    public var currentUser: User? {
        loadIfNeeded()
        let (user, isDue) = state.withLock { state -> (User?, Bool) in
            guard state.loadError != nil else { return (state.current, false) }
            // Locked storage opens again by itself; asking it at every read would be slow.
            let isDue = state.lastLoadAttempt.map { abs($0.timeIntervalSinceNow) > 1 } ?? true
            return (state.current, isDue)
        }
        // Whoever is at the storage now finds out; nobody is kept waiting for that here.
        guard isDue, commitGate.try() else { return user }
        defer { commitGate.unlock() }
        load()
        return state.withLock { $0.current }
    }

    /// Why the stored session cannot be read or written now; nil if all is well.
    ///
    /// A session that cannot be read is not a sign-out: it is kept, and read again as soon as that works. It is a `keychainError`.
    public var storageError: NSError? {
        loadIfNeeded()
        return state.withLock { $0.loadError }
    }

    /// Reads the stored session again, after ``storageError`` said that it could not be read.
    ///
    /// - Returns: Who is signed in.
    /// - Throws: `keychainError` if it still cannot be read.
    @discardableResult
    public func reloadStoredUser() throws -> User? {
        if storageError != nil { loadAgain() }
        if let error = state.withLock({ $0.loadError }) { throw error }
        return state.withLock { $0.current }
    }

    /// Makes a user of this app, or of another one, the current one.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - completion: Gets the error, or nil, on the main queue.
    public func updateCurrentUser(_ user: User?, completion: (((any Error)?) -> Void)? = nil) {
        answer(completion) { [self] in
            guard let user else { throw AuthFailure.make(.nullUser) }
            try await updateCurrentUser(user)
        }
    }

    /// Makes a user of this app, or of another one at the same server, the current one.
    ///
    /// A user of another app, or out of an archive, becomes a new object. Both go on with the same session: as long as they are in
    /// one process, what renews the tokens of one renews those of the other.
    ///
    /// - Throws: `tenantIDMismatch` unless ``tenantID`` is the user's; for a user of another app what the server says to the
    ///   session, and `internalError` if that app's server is another one, which must not see the session.
    public func updateCurrentUser(_ user: User) async throws {
        guard user.tenantID == tenantID else { throw AuthFailure.make(.tenantIDMismatch) }
        try user.requireServer(address)
        if (try? user.owner()) === self {
            try await storing { try self.commit(user) }
        } else {
            // Another app's session may not be good here.
            let adopted = User(user.state.withLock { $0 }, auth: self)
            adopted.adopt(try await lookUp(adopted.freshToken(), of: adopted.uid))
            try await storing { try self.commit(adopted) }
        }
    }

    /// Signs out: the session is forgotten on this device. The server is not asked.
    ///
    /// - Throws: `keychainError` if it could not be removed; then the user is still signed in.
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

    /// Where the current user is stored.
    var store: SessionStore { SessionStore(auth: self, accessGroup: state.withLock { $0.userAccessGroup }) }

    /// Stores a session and makes it the current one, or neither.
    ///
    /// - Throws: `keychainError`; then everything is as it was.
    func commit(_ user: User) throws {
        loadIfNeeded()
        commitGate.lock()
        defer { commitGate.unlock() }
        try requireInUse()
        try user.requireServer(address)
        let store = store
        let stored = user.state.withLock { $0 }
        try store.replace(by: stored, keepingUnreadable: state.withLock { $0.loadError } != nil)
        makeCurrent(user, as: User.Home(store: store, stored: stored))
    }

    /// Makes a user the current one, in place of one whose session is not stored any more. The gate is held.
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
