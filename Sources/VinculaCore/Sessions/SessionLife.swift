/// The lifetime of a session, used and unused.
package struct SessionLife: Hashable, Sendable {
    /// In seconds since it was last used; `nil` for no limit.
    package var idle: Int64?
    /// In seconds since it was opened, however much it is used; `nil` for no limit.
    package var absolute: Int64?

    /// The time that a session is kept in the store after it is over, in seconds: during that time its client gets
    /// `TOKEN_EXPIRED`, which signs it out, and not the error for an unknown token.
    static let remembered: Int64 = 30 * 24 * 3600

    /// The granularity of a session's last use, in seconds: a use is recorded if the recorded one is older than that.
    package static let coarseness: Int64 = 3600

    /// - Parameters:
    ///   - idleDays: 0 for no limit.
    ///   - absoluteDays: 0 for no limit.
    package init(idleDays: Int = 90, absoluteDays: Int = 400) {
        idle = idleDays > 0 ? Int64(idleDays) * 24 * 3600 : nil
        absolute = absoluteDays > 0 ? Int64(absoluteDays) * 24 * 3600 : nil
    }

    /// Indicates whether a session is over because of its age.
    package func isOver(_ session: Session, now: Timestamp) -> Bool {
        if let absolute, now.seconds(since: session.openedAt) > Double(absolute) { return true }
        guard let idle else { return false }
        // It may have been used later than recorded.
        return now.seconds(since: session.lastUsedAt) > Double(idle + Self.coarseness)
    }

    /// Indicates whether a session opens its account: it was not ended, is not over because of its age, and is valid for the
    /// account as it is now.
    package func isOpen(_ session: Session, of account: Account, now: Timestamp) -> Bool {
        guard session.account == account.id, !session.refresh.isEnded, !isOver(session, now: now) else { return false }
        return (try? session.requireValid(for: account)) != nil
    }

    /// Indicates whether a use of a session is to be recorded.
    package static func isWorthNoting(useOf session: Session, now: Timestamp) -> Bool {
        now.seconds(since: session.lastUsedAt) >= Double(coarseness)
    }

    /// Indicates whether a session can be deleted: it has been over because of its age for a month, or it was ended and not
    /// used for a month.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - generation: Its account's generation as it is now.
    ///   - now: The current time.
    package func isForgettable(_ session: Session, generation: Int64, now: Timestamp) -> Bool {
        if isOver(session, now: now.adding(seconds: -Self.remembered)) { return true }
        return (session.refresh.isEnded || session.generation != generation)
            && now.seconds(since: session.lastUsedAt) > Double(Self.remembered)
    }
}
