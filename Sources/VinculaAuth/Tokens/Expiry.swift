import Foundation

/// Dates from numbers supplied by a server or a file. No number traps: dates that no calendar can represent are unknown.
enum Expiry {
    /// The maximum lifetime assumed for an ID token, in seconds: a day.
    static let longest: TimeInterval = 86_400

    /// Years 1 to 9999, the range of calendars and RFC 3339.
    private static let calendar = Date.distantPast...Date(timeIntervalSince1970: 253_402_300_799)

    /// Returns the expiration date of a token that is valid for a number of seconds from now.
    static func date(in seconds: Int64, from now: Date = Date()) -> Date {
        now.addingTimeInterval(min(max(TimeInterval(seconds), 0), longest))
    }

    /// Returns a date from seconds since 1970; nil if no calendar can represent it.
    static func date(since1970 seconds: TimeInterval) -> Date? { known(Date(timeIntervalSince1970: seconds)) }

    /// Returns a date if a calendar can represent it, otherwise nil.
    static func known(_ date: Date?) -> Date? { date.flatMap { calendar.contains($0) ? $0 : nil } }
}

extension UserState {
    /// The state without dates that no calendar can represent.
    var withKnownTimes: UserState {
        var state = self
        state.createdAt = Expiry.known(createdAt)
        state.lastSignInAt = Expiry.known(lastSignInAt)
        state.tokens.expiresAt = Expiry.known(tokens.expiresAt)
        for index in factors.indices { state.factors[index].enrolledAt = Expiry.known(factors[index].enrolledAt) }
        return state
    }
}
