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
    /// - Throws: `tenantIDMismatch` unless ``tenantID`` is the user's; for a user of another app what the server says to the
    ///   session.
    public func updateCurrentUser(_ user: User) async throws {
        guard user.tenantID == tenantID else { throw AuthFailure.make(.tenantIDMismatch) }
        let adopted = User(user.state.withLock { $0 }, auth: self)
        if (try? user.owner()) === self {
            try commit(user)
        } else {
            // Another app's session may not be good here.
            adopted.adopt(try await lookUp(adopted.freshToken(), of: adopted.uid))
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
        let stored = user?.state.withLock { $0 }
        try store.replace(by: stored, keepingUnreadable: error != nil)
        makeCurrent(user, stored: stored?.tokens)
    }

    /// Changes what is known of a user; if it is the current one, in the storage first.
    ///
    /// What another process has stored of the user meanwhile is taken over, and the change made to that.
    ///
    /// - Parameter change: Says whether anything is to be done at all. It is called once.
    /// - Returns: What the closure said.
    /// - Throws: `keychainError` if it could not be stored. It is changed in memory all the same, because the server has changed.
    @discardableResult
    func change(_ user: User, _ change: (inout UserState) -> Bool) throws -> Bool {
        commitGate.lock()
        defer { commitGate.unlock() }
        let (isCurrent, known) = state.withLock { ($0.current === user, $0.storedRefreshToken) }
        guard isCurrent else { return user.state.withLock { change(&$0) } }
        let own = user.state.withLock { $0 }
        var outcome: (state: UserState, isChanged: Bool)?
        func apply(to base: UserState) {
            var next = base
            let isChanged = change(&next)
            outcome = (next, isChanged)
        }
        let result = Result {
            try store.update(own.uid) { stored in
                apply(to: stored.tokens.refreshToken == known ? own : stored)
                return outcome.flatMap { $0.isChanged ? $0.state : nil } ?? stored
            }
        }
        // Another process has signed out, or somebody else in; or the storage failed before it came to the change.
        if outcome == nil { apply(to: own) }
        guard let outcome else { return false }
        user.state.withLock { $0 = outcome.state }
        if case .success(true) = result { state.withLock { $0.storedRefreshToken = outcome.state.tokens.refreshToken } }
        notify()
        _ = try result.get()
        return outcome.isChanged
    }

    /// Takes new tokens for a session, unless it has got others meanwhile.
    ///
    /// - Parameter old: The tokens that were shown for them.
    func replaceTokens(of user: User, from old: Tokens, with new: Tokens) -> Bool {
        do {
            return try change(user) { state in
                guard state.tokens.refreshToken == old.refreshToken else { return false }
                state.tokens = new
                return true
            }
        } catch {
            ConsoleLog.write(.warning, "The renewed session could not be stored. \(error.localizedDescription)")
            // The token is good, whether it could be stored or not. But the refresh token that is stored stays good only as long
            // as its successor is not used: it is shown again, so that a restart finds one that works.
            user.state.withLock { state in
                if state.tokens.refreshToken == new.refreshToken { state.tokens.refreshToken = old.refreshToken }
            }
            return true
        }
    }

    /// The tokens that another process has stored for the current user; nil if it has not.
    func foreignTokens(for user: User) -> Tokens? {
        let (isCurrent, known) = state.withLock { ($0.current === user, $0.storedRefreshToken) }
        guard isCurrent, let stored = try? store.read(), stored.user.uid == user.uid,
            stored.user.tokens.refreshToken != known
        else { return nil }
        return stored.user.tokens
    }

    /// Takes over what another process has stored of the user.
    func adoptStored(by user: User) {
        _ = try? change(user) { _ in false }
    }

    /// Signs a user out if the server said that the session is over, unless it meant an earlier session than the current one.
    ///
    /// - Parameter wasShown: Whether the server meant a session with these tokens.
    /// - Returns: Whether the user has another session by now, of a link, a sign-in or another process.
    func endSession(of user: User, by error: any Error, wasShown: (Tokens) -> Bool) -> Bool {
        guard AuthFailure.endsSession(error) else { return false }
        commitGate.lock()
        defer { commitGate.unlock() }
        let (isCurrent, known) = state.withLock { ($0.current === user, $0.storedRefreshToken) }
        guard isCurrent else { return false }
        guard wasShown(user.state.withLock { $0.tokens }) else { return true }
        var foreign: UserState?
        do {
            try store.remove(user.uid) { stored in
                let isForeign = stored.tokens.refreshToken != known && !wasShown(stored.tokens)
                if isForeign { foreign = stored }
                return !isForeign
            }
        } catch {
            ConsoleLog.write(.warning, "An ended session could not be removed from the storage. \(error.localizedDescription)")
        }
        guard let foreign else {
            makeCurrent(nil, stored: nil)
            return false
        }
        user.state.withLock { $0 = foreign }
        state.withLock { $0.storedRefreshToken = foreign.tokens.refreshToken }
        notify()
        return true
    }

    /// Signs a user out whose account is gone.
    func forget(_ user: User) {
        commitGate.lock()
        defer { commitGate.unlock() }
        guard state.withLock({ $0.current }) === user else { return }
        do {
            try store.remove(user.uid) { _ in true }
        } catch {
            ConsoleLog.write(.warning, "A deleted user could not be removed from the storage. \(error.localizedDescription)")
        }
        makeCurrent(nil, stored: nil)
    }

    private func makeCurrent(_ user: User?, stored tokens: Tokens?) {
        user?.move(to: self)
        state.withLock { state in
            state.current = user
            state.storedRefreshToken = tokens?.refreshToken
            state.loadError = nil
        }
        notify()
    }

    // MARK: Reading

    /// Makes a user the current one who is stored already.
    func takeOver(_ user: User?) {
        commitGate.lock()
        defer { commitGate.unlock() }
        makeCurrent(user, stored: user?.state.withLock { $0.tokens })
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
                state.storedRefreshToken = stored.user.tokens.refreshToken
                if state.tenantID == nil { state.tenantID = stored.user.tenantID }
                // Nobody has listened yet; the first call of each listener tells it.
                if !wasUnknown { state.notifiedToken = stored.user.tokens.idToken }
                return wasUnknown
            }
        }
        if found { notify() } else { scheduleRenewal() }
    }
}
