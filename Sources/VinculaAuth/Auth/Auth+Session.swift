import Foundation

/// How a session that is stored changes, in step with other processes that share it.
///
/// These block their thread, as storages do: `async` calls use ``storing(_:)``.
extension Auth {
    /// Does what reads or writes the storage on a thread of its own.
    @discardableResult
    func storing<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await storageQueue.run(work)
    }

    /// Changes what is known of a user; if the user is stored, in the storage first.
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
        guard let home = user.home.withLock({ $0 }) else {
            defer { user.followTokens() }
            return user.state.withLock { change(&$0) }
        }
        let own = user.state.withLock { $0 }
        var outcome: (state: UserState, isChanged: Bool)?
        func apply(to base: UserState) {
            var next = base
            let isChanged = change(&next)
            outcome = (next, isChanged)
        }
        var written: UserState?
        let result = Result {
            try home.store.update(own.uid) { stored in
                let isForeign = stored != home.stored
                // Another process has renewed the session: whoever shares it here goes on with that.
                if isForeign, stored.tokens != home.stored.tokens { user.session.withLock { $0 }.take(stored.tokens) }
                apply(to: isForeign ? stored : own)
                let next = outcome.flatMap { $0.isChanged ? $0.state : nil } ?? stored
                written = next
                return next
            }
        }
        // Another process has signed out, or somebody else in; or the storage failed before it came to the change.
        if outcome == nil { apply(to: own) }
        guard let outcome else { return false }
        user.state.withLock { $0 = outcome.state }
        user.followTokens()
        if case .success(true) = result, let written { user.home.withLock { $0?.stored = written } }
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
                // Where a server goes on with the same refresh token, another process may have renewed the session meanwhile.
                if state.tokens.idToken != old.idToken, !new.isYounger(than: state.tokens) { return false }
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

    /// Stores the newest tokens of a session that were known here when its user was read. The gate is held.
    ///
    /// What cannot be stored now is stored at the next change.
    func storeNewestTokens(of user: User) {
        guard var home = user.home.withLock({ $0 }) else { return }
        let tokens = user.state.withLock { $0.tokens }
        guard tokens != home.stored.tokens else { return }
        let read = home.stored
        home.stored.tokens = tokens
        let next = home
        var isTaken = false
        let isStored = try? home.store.update(read.uid) { stored in
            isTaken = stored == read
            return isTaken ? next.stored : stored
        }
        if isStored == true, isTaken { user.home.withLock { $0 = next } }
    }

    /// Takes over the newest tokens that there are of a user's session: what another process has stored, or a copy here has got.
    ///
    /// - Returns: The tokens that the user has now.
    func catchUp(_ user: User) -> Tokens {
        if let home = user.home.withLock({ $0 }), let stored = try? home.store.read(), stored.uid == user.uid,
            stored.tokens != home.stored.tokens
        {
            _ = try? change(user) { _ in false }
        }
        let own = user.state.withLock { $0.tokens }
        let newest = user.session.withLock { $0 }.newest
        if newest.refreshToken != own.refreshToken { _ = replaceTokens(of: user, from: own, with: newest) }
        return user.state.withLock { $0.tokens }
    }

    /// Signs a user out if the server said that the session is over, unless it meant an earlier session than the current one.
    ///
    /// - Parameter wasShown: Whether the server meant a session with these tokens.
    /// - Returns: Whether the user has another session by now, of a link, a sign-in or another process.
    func endSession(of user: User, by error: any Error, wasShown: (Tokens) -> Bool) -> Bool {
        guard AuthFailure.endsSession(error) else { return false }
        commitGate.lock()
        defer { commitGate.unlock() }
        // What a server says that is not the session's own is no word about it.
        guard (try? user.owner()) === self, let home = user.home.withLock({ $0 }) else { return false }
        guard wasShown(user.state.withLock { $0.tokens }) else { return true }
        var foreign: UserState?
        do {
            try home.store.remove(user.uid) { stored in
                let isForeign = stored.tokens != home.stored.tokens && !wasShown(stored.tokens)
                if isForeign { foreign = stored }
                return !isForeign
            }
        } catch {
            ConsoleLog.write(.warning, "An ended session could not be removed from the storage. \(error.localizedDescription)")
        }
        guard let foreign else {
            leave(user)
            return false
        }
        user.state.withLock { $0 = foreign }
        user.followTokens()
        user.home.withLock { $0?.stored = foreign }
        notify()
        return true
    }

    /// Signs a user out whose account is gone.
    func forget(_ user: User) {
        commitGate.lock()
        defer { commitGate.unlock() }
        guard let home = user.home.withLock({ $0 }) else { return }
        do {
            try home.store.remove(user.uid) { _ in true }
        } catch {
            ConsoleLog.write(.warning, "A deleted user could not be removed from the storage. \(error.localizedDescription)")
        }
        leave(user)
    }

    /// Makes a user one who is not stored, and not the current one. The gate is held.
    private func leave(_ user: User) {
        user.home.withLock { $0 = nil }
        if state.withLock({ $0.current }) === user { makeCurrent(nil) }
    }
}
