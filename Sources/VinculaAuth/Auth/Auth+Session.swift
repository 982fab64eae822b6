import Foundation

/// Changes to a stored session, coordinated with other processes that share it.
///
/// These methods block their thread, as storages do: `async` callers use ``storing(_:)``.
extension Auth {
    /// Runs work that reads or writes the storage on its own thread.
    @discardableResult
    func storing<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await storageQueue.run(work)
    }

    /// Changes the state of a user; if the user is stored, in the storage first.
    ///
    /// The change is applied on top of what another process has stored for the user in the meantime.
    ///
    /// - Parameter change: Called once; returns whether anything should be done.
    /// - Returns: The closure's result.
    /// - Throws: `keychainError` if it could not be stored. The change is kept in memory anyway, because the server has
    ///   changed.
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
                // Another process has renewed the session: everyone who shares it in this process continues with those tokens.
                if isForeign, stored.tokens != home.stored.tokens { user.session.withLock { $0 }.take(stored.tokens) }
                apply(to: isForeign ? stored : own)
                let next = outcome.flatMap { $0.isChanged ? $0.state : nil } ?? stored
                written = next
                return next
            }
        }
        // Another process has signed out or signed in someone else, or the storage failed before it called the closure.
        if outcome == nil { apply(to: own) }
        guard let outcome else { return false }
        user.state.withLock { $0 = outcome.state }
        user.followTokens()
        if case .success(true) = result, let written { user.home.withLock { $0?.stored = written } }
        notify()
        _ = try result.get()
        return outcome.isChanged
    }

    /// Replaces the tokens of a session, unless they were replaced in the meantime.
    ///
    /// - Parameter old: The tokens that were sent to obtain the new ones.
    func replaceTokens(of user: User, from old: Tokens, with new: Tokens) -> Bool {
        keepKey(of: new, insteadOf: old, for: user)
        do {
            return try change(user) { state in
                guard state.tokens.refreshToken == old.refreshToken else { return false }
                // If a server does not rotate refresh tokens, another process may have renewed the session in the meantime.
                if state.tokens.idToken != old.idToken, !new.isYounger(than: state.tokens) { return false }
                state.tokens = new
                return true
            }
        } catch {
            ConsoleLog.write(.warning, "The renewed session could not be stored. \(error.localizedDescription)")
            // The token is valid even if it could not be stored. But the stored refresh token stays valid only until its
            // successor is used: the stored one is sent again next time, so that a restart finds one that works.
            user.state.withLock { state in
                if state.tokens.refreshToken == new.refreshToken { state.tokens.refreshToken = old.refreshToken }
            }
            return true
        }
    }

    /// Stores the newest tokens of a session that were known in this process when its user was read. The caller holds the gate.
    ///
    /// If they cannot be stored now, they are stored with the next change.
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

    /// Adopts the newest tokens of a user's session, whether another process stored them or a copy in this process obtained
    /// them.
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

    /// Signs a user out if the server reported that the session is over, unless it referred to an earlier session than the
    /// current one.
    ///
    /// - Parameter wasShown: Returns whether the server referred to a session with these tokens.
    /// - Returns: True if the user has another session by now, from a link, a sign-in or another process.
    func endSession(of user: User, by error: any Error, wasShown: (Tokens) -> Bool) -> Bool {
        guard AuthFailure.endsSession(error) else { return false }
        commitGate.lock()
        defer { commitGate.unlock() }
        // An error from a server that the session does not belong to says nothing about it.
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

    /// Signs out a user whose account was deleted.
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

    /// Makes a user neither stored nor current. The caller holds the gate.
    private func leave(_ user: User) {
        user.home.withLock { $0 = nil }
        if state.withLock({ $0.current }) === user { makeCurrent(nil) }
    }
}
