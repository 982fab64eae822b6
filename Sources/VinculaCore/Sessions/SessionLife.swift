/// How long a session lasts, used and unused.
public struct SessionLife: Hashable, Sendable {
    /// In seconds since its refresh token was last exchanged; `nil` for ever.
    public var idle: Int64?
    /// In seconds since the sign-in, however much it is used; `nil` for ever.
    public var absolute: Int64?

    /// How long a session that is over stays in the store, in seconds: so long its client hears `TOKEN_EXPIRED`, which signs out, and not that its token is unknown.
    static let remembered: Int64 = 30 * 24 * 3600

    /// - Parameters:
    ///   - idleDays: 0 for ever.
    ///   - absoluteDays: 0 for ever.
    public init(idleDays: Int = 90, absoluteDays: Int = 400) {
        idle = idleDays > 0 ? Int64(idleDays) * 24 * 3600 : nil
        absolute = absoluteDays > 0 ? Int64(absoluteDays) * 24 * 3600 : nil
    }

    /// Whether a session is over by its age.
    public func isOver(_ session: Session, now: Timestamp) -> Bool {
        isOver(authTime: session.authTime, lastUsedAt: session.refresh.rotatedAt, now: now)
    }

    private func isOver(authTime: Timestamp, lastUsedAt: Timestamp?, now: Timestamp) -> Bool {
        if let absolute, now.seconds(since: authTime) > Double(absolute) { return true }
        guard let idle else { return false }
        return now.seconds(since: max(authTime, lastUsedAt ?? authTime)) > Double(idle)
    }

    /// Whether nobody will miss a session: it has been over by its age for a month, or it was ended and not used for a month.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - generation: Its account's generation as it is now.
    public func isForgettable(_ session: Session, generation: Int64, now: Timestamp) -> Bool {
        if isOver(session, now: now.adding(seconds: -Self.remembered)) { return true }
        let lastUsedAt = max(session.authTime, session.refresh.rotatedAt ?? session.authTime)
        return (session.refresh.isEnded || session.generation != generation)
            && now.seconds(since: lastUsedAt) > Double(Self.remembered)
    }
}
