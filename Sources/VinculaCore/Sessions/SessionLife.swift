/// How long a session lasts, used and unused.
public struct SessionLife: Hashable, Sendable {
    /// In seconds since it was last used; `nil` for ever.
    public var idle: Int64?
    /// In seconds since it was opened, however much it is used; `nil` for ever.
    public var absolute: Int64?

    /// How long a session that is over stays in the store, in seconds: so long its client hears `TOKEN_EXPIRED`, which signs out, and not that its token is unknown.
    static let remembered: Int64 = 30 * 24 * 3600

    /// How coarse the moment of a session's last use is, in seconds: a use is noted when the one before is so long ago.
    public static let coarseness: Int64 = 3600

    /// - Parameters:
    ///   - idleDays: 0 for ever.
    ///   - absoluteDays: 0 for ever.
    public init(idleDays: Int = 90, absoluteDays: Int = 400) {
        idle = idleDays > 0 ? Int64(idleDays) * 24 * 3600 : nil
        absolute = absoluteDays > 0 ? Int64(absoluteDays) * 24 * 3600 : nil
    }

    /// Whether a session is over by its age.
    public func isOver(_ session: Session, now: Timestamp) -> Bool {
        if let absolute, now.seconds(since: session.openedAt) > Double(absolute) { return true }
        guard let idle else { return false }
        // It may have been used later than was noted.
        return now.seconds(since: session.lastUsedAt) > Double(idle + Self.coarseness)
    }

    /// Whether a use of a session is to be noted.
    public static func isWorthNoting(useOf session: Session, now: Timestamp) -> Bool {
        now.seconds(since: session.lastUsedAt) >= Double(coarseness)
    }

    /// Whether nobody will miss a session: it has been over by its age for a month, or it was ended and not used for a month.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - generation: Its account's generation as it is now.
    public func isForgettable(_ session: Session, generation: Int64, now: Timestamp) -> Bool {
        if isOver(session, now: now.adding(seconds: -Self.remembered)) { return true }
        return (session.refresh.isEnded || session.generation != generation)
            && now.seconds(since: session.lastUsedAt) > Double(Self.remembered)
    }
}
