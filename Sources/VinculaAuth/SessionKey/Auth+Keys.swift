import Foundation

/// The keys that sessions are bound to.
extension Auth {
    /// The prover for requests to a server; nil for Google's own, which know nothing of keys.
    func prover(for address: ServerAddress) -> Prover? { address.origin.map { Prover(auth: self, origin: $0) } }

    /// Returns the key for new sessions; nil if the app wants none or its storage cannot have one.
    ///
    /// - Throws: `keychainError` if the storage cannot be read or written now.
    func installationKey() async throws -> InstallationKey? {
        guard options.bindsSessions else { return nil }
        if let known = state.withLock({ $0.installationKeys[KeyPlace($0, self)] }) { return known }
        return try await storing { [self] in
            loadIfNeeded()
            let place = state.withLock { KeyPlace($0, self) }
            // Another call may have read it by now.
            if let known = state.withLock({ $0.installationKeys[place] }) { return known }
            guard let keys = SessionStore(auth: self, accessGroup: place.accessGroup).keys else { return nil }
            let key = try AuthFailure.wrapping("key") { try keys.main() }
            if let key { know(key) }
            state.withLock { $0.installationKeys[place] = .some(key) }
            return key
        }
    }

    /// Returns the key that a session is bound to.
    ///
    /// - Parameter thumbprint: The key's name, from the session's ID token.
    /// - Throws: `userTokenExpired` if it is certainly not here; `keychainError` if the storage cannot be read now.
    func key(_ thumbprint: String) async throws -> InstallationKey {
        if let known = knownKey(thumbprint) { return known }
        return try await storing { [self] in
            loadIfNeeded()
            let group = state.withLock { $0.userAccessGroup }
            for group in group == nil ? [nil] : [group, nil] {
                guard let keys = SessionStore(auth: self, accessGroup: group).keys,
                    let key = try AuthFailure.wrapping("key", { try keys.find(thumbprint) })
                else { continue }
                know(key)
                return key
            }
            throw AuthFailure.lostKey()
        }
    }

    /// Stores the key of a session in the place where the session is about to be stored. Blocks, as storages do.
    ///
    /// A key first and the session then: a process that is killed in between leaves no session without its key.
    ///
    /// - Throws: `keychainError`.
    func keepKey(of tokens: Tokens, in store: SessionStore) throws {
        guard let thumbprint = tokens.boundTo, let key = knownKey(thumbprint) else { return }
        try AuthFailure.wrapping("key") { try store.keys?.keep(key) }
    }

    /// Stores the key of a session that replaces another one of a user, if it is another key.
    func keepKey(of new: Tokens, insteadOf old: Tokens, for user: User) {
        guard let home = user.home.withLock({ $0 }), new.boundTo != old.boundTo else { return }
        do {
            try keepKey(of: new, in: home.store)
        } catch {
            // The session is valid even if its key could not be stored.
            ConsoleLog.write(.warning, "The key of the new session could not be stored. \(error.localizedDescription)")
        }
    }

    /// Reads the key of a session that was read from another place than this app's own. Blocks, as storages do.
    func readKey(of user: UserState, in store: SessionStore) {
        guard let thumbprint = user.tokens.boundTo, knownKey(thumbprint) == nil else { return }
        // What cannot be read now is reported when it is needed.
        if let key = try? store.keys?.find(thumbprint) { know(key) }
    }

    private func knownKey(_ thumbprint: String) -> InstallationKey? {
        state.withLock { $0.sessions }.keys.withLock { $0[thumbprint] }
    }

    private func know(_ key: InstallationKey) {
        state.withLock { $0.sessions }.keys.withLock { $0[key.thumbprint] = key }
    }
}

/// The place of the key for new sessions, while an app runs.
struct KeyPlace: Hashable, Sendable {
    let server: String?
    let accessGroup: String?

    fileprivate init(_ state: Auth.State, _ auth: Auth) {
        server =
            state.emulator.map { ServerAddress.server($0).origin } ?? auth.options.serverURL.map(ServerAddress.server)?.origin
        accessGroup = state.userAccessGroup
    }
}
