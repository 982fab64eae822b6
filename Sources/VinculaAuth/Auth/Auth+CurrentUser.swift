public import Foundation

/// Who is signed in: read once from the storage, and changed in the storage first.
extension Auth {
    /// Who is signed in; nil if nobody is, or if ``storageError`` says that this cannot be known now.
    public var currentUser: User? {
        let (user, isDue) = state.withLock { state -> (User?, Bool) in
            guard state.loadError != nil else { return (state.current, false) }
            // Locked storage opens again by itself; asking it at every read would be slow.
            let isDue = state.lastLoadAttempt.map { abs($0.timeIntervalSinceNow) > 1 } ?? true
            return (state.current, isDue)
        }
        guard isDue else { return user }
        loadStoredUser()
        return state.withLock { $0.current }
    }

    /// Why the stored session cannot be read or written now; nil if all is well.
    ///
    /// A session that cannot be read is not a sign-out: it is kept, and read again as soon as that works. It is a `keychainError`.
    public var storageError: NSError? { state.withLock { $0.loadError } }

    /// Reads the stored session again, after ``storageError`` said that it could not be read.
    ///
    /// - Returns: Who is signed in.
    /// - Throws: `keychainError` if it still cannot be read.
    @discardableResult
    public func reloadStoredUser() throws -> User? {
        if state.withLock({ $0.loadError }) != nil { loadStoredUser() }
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

    /// Makes a user of this app, or of another one, the current one.
    ///
    /// - Throws: `tenantIDMismatch` for a user of another tenant; for a user of another app what the server says to the session.
    public func updateCurrentUser(_ user: User) async throws {
        if let tenantID, user.tenantID != tenantID { throw AuthFailure.make(.tenantIDMismatch) }
        let adopted = User(user.state.withLock { $0 }, auth: self)
        if (try? user.owner()) === self {
            try commit(user)
        } else {
            // Another app's session may not be good here.
            adopted.adopt(try await lookUp(adopted.freshToken()))
            try commit(adopted)
        }
    }

    /// Signs out: the session is forgotten on this device. The server is not asked.
    ///
    /// - Throws: `keychainError` if it could not be removed; then the user is still signed in.
    public func signOut() throws {
        try commit(nil)
    }

    // MARK: Storing

    var store: SessionStore { SessionStore(auth: self) }

    /// Stores a session and makes it the current one, or neither.
    ///
    /// - Parameter user: Who is signed in from now on; nil for nobody.
    /// - Throws: `keychainError`; then everything is as it was.
    func commit(_ user: User?) throws {
        commitGate.lock()
        defer { commitGate.unlock() }
        let (previous, error) = state.withLock { ($0.current, $0.loadError) }
        if user == nil, previous == nil, error == nil { return }
        try store.replace(by: user?.state.withLock { $0 }, keepingUnreadable: error != nil)
        makeCurrent(user)
    }

    /// Changes what is known of a user, in memory and, if it is the current one, in the storage.
    ///
    /// - Parameter change: Says whether anything is to be done at all.
    /// - Throws: `keychainError` if it could not be stored. It is changed in memory all the same, because the server has changed.
    @discardableResult
    func change(_ user: User, _ change: (inout UserState) -> Bool) throws -> Bool {
        commitGate.lock()
        defer { commitGate.unlock() }
        let changed = user.state.withLock { state -> UserState? in change(&state) ? state : nil }
        guard let changed else { return false }
        guard state.withLock({ $0.current }) === user else { return true }
        notify()
        try store.update(changed)
        return true
    }

    /// Takes new tokens for a session, unless it has got others meanwhile.
    @discardableResult
    func replaceTokens(of user: User, from old: Tokens, with new: Tokens) -> Bool {
        do {
            return try change(user) { state in
                guard state.tokens.refreshToken == old.refreshToken else { return false }
                state.tokens = new
                return true
            }
        } catch {
            // The token is good, whether it could be stored or not.
            ConsoleLog.write(.warning, "The renewed session could not be stored. \(error.localizedDescription)")
            return true
        }
    }

    /// The tokens that are stored for a user, if somebody else may have written them.
    func storedTokens(of uid: String) -> Tokens? {
        guard state.withLock({ $0.current?.uid }) == uid, let stored = try? store.read(), stored.user.uid == uid else {
            return nil
        }
        return stored.user.tokens
    }

    /// Signs a user out if an error says that the session is over.
    func signOutIfOver(_ user: User, by error: any Error) {
        guard let code = AuthFailure.code(of: error), Self.ends.contains(code) else { return }
        commitGate.lock()
        defer { commitGate.unlock() }
        guard state.withLock({ $0.current }) === user else { return }
        do {
            try store.remove(user.uid)
        } catch {
            ConsoleLog.write(.warning, "An ended session could not be removed from the storage. \(error.localizedDescription)")
        }
        makeCurrent(nil)
    }

    private static let ends: Set<AuthErrorCode> = [.userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired]

    private func makeCurrent(_ user: User?) {
        user?.move(to: self)
        state.withLock { state in
            state.current = user
            state.loadError = nil
        }
        notify()
    }

    // MARK: Reading

    /// Makes a user the current one who is stored already.
    func takeOver(_ user: User?) {
        commitGate.lock()
        defer { commitGate.unlock() }
        makeCurrent(user)
    }

    func loadStoredUser() {
        commitGate.lock()
        defer { commitGate.unlock() }
        let result = Result { try store.read() }
        let found = state.withLock { state -> Bool in
            state.lastLoadAttempt = Date()
            switch result {
            case .failure(let error):
                if state.current == nil { state.loadError = error as NSError }
                return false
            case .success(let stored):
                let wasUnknown = state.loadError != nil
                state.loadError = nil
                guard state.current == nil, let stored else { return wasUnknown }
                state.current = User(stored.user, auth: self)
                if state.tenantID == nil { state.tenantID = stored.user.tenantID }
                // Nobody has listened yet; the first call of each listener tells it.
                if !wasUnknown { state.notifiedToken = stored.user.tokens.idToken }
                return wasUnknown
            }
        }
        if found { notify() } else { scheduleRenewal() }
    }
}
