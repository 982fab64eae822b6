/// The rules for session cookies: longer-lived copies of an ID token, which a website's backend verifies by itself.
package enum SessionCookiePolicy {
    /// The lifetimes that a backend may ask for, in seconds: five minutes to fourteen days.
    package static let lifetimes: ClosedRange<Int64> = 300...1_209_600

    /// Chooses the lifetime of a cookie, in seconds.
    ///
    /// - Parameter requested: As received; `nil` or 0 for the longest.
    /// - Throws: ``AuthError/invalidCookieDuration``.
    package static func lifetime(_ requested: Int64?) throws(AuthError) -> Int64 {
        guard let requested, requested != 0 else { return lifetimes.upperBound }
        guard lifetimes.contains(requested) else { throw .invalidCookieDuration }
        return requested
    }

    /// Shortens a cookie's lifetime so that the cookie does not outlive the session that it is made from.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime that ``lifetime(_:)`` chose.
    ///   - session: The session, which is open.
    ///   - life: The lifetime of sessions.
    ///   - now: The current time, at which the session is in use.
    package static func lifetime(_ lifetime: Int64, of session: Session, _ life: SessionLife, now: Timestamp) -> Int64 {
        let left = life.absolute.map { $0 - (now.seconds - session.openedAt.seconds) }
        return max(1, min(lifetime, left ?? lifetime, life.idle ?? lifetime))
    }
}
