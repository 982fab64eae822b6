import Foundation

/// What the storage says of who is signed in: at the first question, and when the place changes where sessions are kept.
extension Auth {
    /// Reads the stored session unless that was tried before.
    ///
    /// It is not read when the `Auth` is made: the app may still say which server it uses, and its own storage may ask for an `Auth`.
    func loadIfNeeded() {
        guard state.withLock({ !$0.isLoaded }) else { return }
        commitGate.lock()
        defer { commitGate.unlock() }
        if state.withLock({ !$0.isLoaded }) { load() }
    }

    /// Reads the stored session, which could not be read before.
    func loadAgain() {
        commitGate.lock()
        defer { commitGate.unlock() }
        load()
    }

    /// Goes over to a server, and to whoever is signed in there. The session of the server before stays stored.
    func use(emulator: URL) {
        commitGate.lock()
        defer { commitGate.unlock() }
        let before = address
        state.withLock { $0.emulator = emulator }
        guard address != before, state.withLock({ $0.isLoaded }) else { return }
        state.withLock { state in
            state.current = nil
            state.loadError = nil
        }
        load()
    }

    /// Goes over to a group, and to whoever its apps have signed in. The session of the group before stays stored.
    ///
    /// - Throws: `keychainError`; then everything is as it was.
    func use(accessGroup: String?) throws {
        commitGate.lock()
        defer { commitGate.unlock() }
        try requireInUse()
        let store = SessionStore(auth: self, accessGroup: accessGroup)
        let user = try store.read().map { User($0, auth: self, storedIn: store) }
        try AccessGroupStore(auth: self).write(accessGroup)
        if let user { storeNewestTokens(of: user) }
        state.withLock { state in
            state.userAccessGroup = accessGroup
            state.knowsAccessGroup = true
            state.isLoaded = true
            state.loadError = nil
            state.current = user
        }
        notify()
    }

    /// Reads the stored session. The gate is held.
    func load() {
        let result = Result { () -> User? in
            try loadAccessGroup()
            let store = store
            return try store.read().map { User($0, auth: self, storedIn: store) }
        }
        let isFirst = state.withLock { state -> Bool in
            let isFirst = !state.isLoaded
            state.isLoaded = true
            state.lastLoadAttempt = Date()
            switch result {
            case .failure(let error):
                if state.current == nil { state.loadError = error as NSError }
            case .success(let user):
                state.loadError = nil
                guard state.current == nil, let user else { break }
                state.current = user
                if state.tenantID == nil { state.tenantID = user.tenantID }
                // Nobody has listened yet; the first call of each listener tells it.
                if isFirst { state.notifiedToken = user.state.withLock { $0.tokens.idToken } }
            }
            return isFirst
        }
        if isFirst { scheduleRenewal() } else { notify() }
    }

    private func loadAccessGroup() throws {
        guard state.withLock({ !$0.knowsAccessGroup }) else { return }
        let group = try AccessGroupStore(auth: self).read()
        state.withLock { state in
            state.userAccessGroup = group
            state.knowsAccessGroup = true
        }
    }
}
