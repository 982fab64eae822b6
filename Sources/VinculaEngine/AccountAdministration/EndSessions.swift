package import VinculaCore

extension AccountAdministration {
    /// Ends some sessions of an account.
    ///
    /// Ways in on probation that they added end with them, as when the owner ends them (``Probation``). To end all of an account's
    /// sessions, also those of tokens that a backend accepts without asking, revoke them.
    ///
    /// - Parameters:
    ///   - handles: The names of the sessions. Those of sessions that have ended, or were never the account's, are ignored.
    ///   - id: The account's id.
    ///   - scope: The project.
    /// - Returns: The number of sessions that were ended.
    /// - Throws: ``AuthError/userNotFound``.
    @discardableResult
    package func endSessions(_ handles: Set<String>, of id: AccountID, in scope: ProjectScope) async throws -> Int {
        try await write(in: scope) { work in
            let account = try work.existing(id)
            let count = try work.endSessions(handles, of: account, while: nil)
            work.recordEnd(of: count, account)
            return count
        }
    }
}

extension Work {
    /// Ends the sessions of an account that have certain handles, with the ways in on probation that they added.
    ///
    /// - Parameters:
    ///   - handles: The handles.
    ///   - account: The account.
    ///   - current: The session of the person who ends them, whose own end takes no way in with it; `nil` for an administrator.
    /// - Returns: The number of sessions that ended.
    func endSessions(_ handles: Set<String>, of account: Account, while current: Session?) throws -> Int {
        let life = try life()
        let open = try reads.openSessions(of: account.id, limit: nil, in: scope)
        let chosen = open.filter { handles.contains(SessionHandle.make(ofSession: $0.id)) }
        let count = try chosen.filter { try transaction.endSession($0.id) }.count
        let others = chosen.filter { $0.id != current?.id }
        let left = open.filter { !chosen.contains($0) && life.isOpen($0, of: account, now: now) }
        try endAdditions(to: account) { $0.endProbations(of: others, whileOpen: left, now: now) }
        return count
    }

    /// Writes an account without the ways in that end with its sessions, if there are any.
    func endAdditions(to old: Account, _ change: (inout Account) -> Void) throws {
        var account = old
        change(&account)
        if account != old { try update(account, from: old) }
    }

    /// Records that sessions were ended one by one.
    func recordEnd(of count: Int, _ account: Account) {
        guard count > 0 else { return }
        record(.sessionEnd, account: account.id, details: ["sessions": .integer(Int64(count))])
    }
}
