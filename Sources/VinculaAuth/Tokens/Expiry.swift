import Foundation

/// Times out of numbers that a server or a file says. No number traps: what no calendar has is unknown.
enum Expiry {
    /// The longest that an ID token is believed to be good for, in seconds: a day.
    static let longest: TimeInterval = 86_400

    /// Years 1 to 9999: what calendars and RFC 3339 have.
    private static let calendar = Date.distantPast...Date(timeIntervalSince1970: 253_402_300_799)

    /// When a token expires that is good for some seconds from now.
    static func date(in seconds: Int64, from now: Date = Date()) -> Date {
        now.addingTimeInterval(min(max(TimeInterval(seconds), 0), longest))
    }

    /// A time in seconds since 1970; nil for one that no calendar has.
    static func date(since1970 seconds: TimeInterval) -> Date? { known(Date(timeIntervalSince1970: seconds)) }

    /// A time, if a calendar has it.
    static func known(_ date: Date?) -> Date? { date.flatMap { calendar.contains($0) ? $0 : nil } }
}

extension UserState {
    /// The state without times that no calendar has.
    var withKnownTimes: UserState {
        var state = self
        state.createdAt = Expiry.known(createdAt)
        state.lastSignInAt = Expiry.known(lastSignInAt)
        state.tokens.expiresAt = Expiry.known(tokens.expiresAt)
        for index in factors.indices { state.factors[index].enrolledAt = Expiry.known(factors[index].enrolledAt) }
        return state
    }
}
