import Foundation

/// Loading of the stored session: on first use, and when the place of the session changes.
extension Auth {
    /// Reads the stored session unless that was already attempted.
    ///
    /// It is not read in the initializer: the app may still choose a server, and the app's own storage may itself use an
    /// `Auth`.
    func loadIfNeeded() {
        guard state.withLock({ !$0.isLoaded }) else { return }
        commitGate.lock()
        defer { commitGate.unlock() }
        if state.withLock({ !$0.isLoaded }) { load() }
    }

    /// Reads the stored session again after it could not be read.
    func loadAgain() {
        commitGate.lock()
        defer { commitGate.unlock() }
        load()
    }

    /// Switches to a server and to the user signed in there. The previous server's session stays stored.
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

    /// Switches to a group and to the user signed in by its apps. The previous group's session stays stored.
    ///
    /// - Throws: `keychainError`; nothing has changed then.
    func use(accessGroup: String?) throws {
        commitGate.lock()
        defer { commitGate.unlock() }
        try requireInUse()
        let store = SessionStore(auth: self, accessGroup: accessGroup)
        let user = try store.read().map { User($0, auth: self, storedIn: store) }
        if let user { readKey(of: user.state.withLock { $0 }, in: store) }
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

    /// Reads the stored session. The caller holds the gate.
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
                // There are no listeners yet; each one's first call reports this state.
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
