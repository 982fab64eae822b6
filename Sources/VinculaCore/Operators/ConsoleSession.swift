/// The rules for operators' sessions in the console, which are stricter than those for people's sessions.
package enum ConsoleSession {
    /// The time after which an unused session is over, in seconds.
    package static let idleSeconds: Int64 = 30 * 60
    /// The time after which any session is over, in seconds.
    package static let absoluteSeconds: Int64 = 12 * 3600
    /// The time after a sign-in for which an operator may do what ``ConsoleAct/needsFreshSignIn`` says, in seconds.
    package static let freshSeconds: Int64 = 15 * 60
    /// The granularity of a session's last use, in seconds.
    package static let coarseness: Int64 = 60

    /// Indicates whether a session is over because of its age.
    package static func isOver(_ session: Session, now: Timestamp) -> Bool {
        now.seconds(since: session.openedAt) > Double(absoluteSeconds)
            || now.seconds(since: session.lastUsedAt) > Double(idleSeconds)
    }

    /// Indicates whether a sign-in was recent enough.
    ///
    /// - Parameters:
    ///   - authTime: The time of the sign-in.
    ///   - seconds: The time for which it counts, in seconds.
    ///   - now: The current time.
    package static func isFresh(_ authTime: Timestamp, within seconds: Int64, now: Timestamp) -> Bool {
        // After the clock was set back, the real age of a sign-in in the future is unknown.
        let age = now.seconds - authTime.seconds
        return age >= -60 && age <= seconds
    }

    /// Indicates whether a use of a session is to be recorded.
    package static func isWorthNoting(useOf session: Session, now: Timestamp) -> Bool {
        now.seconds(since: session.lastUsedAt) >= Double(coarseness)
    }
}
