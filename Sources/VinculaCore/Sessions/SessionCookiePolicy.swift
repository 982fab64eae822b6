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
}
