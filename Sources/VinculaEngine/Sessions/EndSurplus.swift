import VinculaCore

extension Work {
    /// Ends the sessions of an account that are too many now that another one was opened.
    ///
    /// It is part of the transaction that opens the session: two sign-ins at the same time cannot both find room for one. What the
    /// ended sessions had added stays on probation, as when a session is over because of its age: their owner has not said that
    /// they were a thief's.
    func endSurplus(after new: Session, of account: Account, _ settings: ProjectSettings) throws {
        guard settings.sessions.limits.mostPerAccount != nil else { return }
        let life = settings.sessions.limits.life(within: serverLife)
        let open = try reads.openSessions(of: account.id, limit: nil, in: new.scope).filter {
            life.isOpen($0, of: account, now: now)
        }
        let surplus = settings.sessions.limits.surplus(after: new, of: open)
        let count = try surplus.filter { try transaction.endSession($0.id) }.count
        guard count > 0 else { return }
        about(new.scope).record(.sessionLimit, account: account.id, details: ["sessions": .integer(Int64(count))])
    }
}
