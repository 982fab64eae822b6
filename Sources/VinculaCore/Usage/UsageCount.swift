/// A kind of event that is counted over time for each project.
package enum UsageKind: String, Hashable, Sendable, CaseIterable {
    /// A sign-in to an account that exists, by its way in.
    case signIn = "sign-in"
    /// An account that somebody created for themselves, by its way in.
    case signUp = "sign-up"
    /// A refused sign-in or sign-up, by what was tried.
    case failure
    /// A request beyond a limit, by the limit.
    case limited
    /// A mail that was sent, by what it is about.
    case mail
    /// A text message that was sent, by what it is for.
    case text
    /// A session that was opened or used; each counts once in an hour, and once in a day.
    case session
    /// The accounts at the time of the last count: a state, and no sum.
    case accounts

    /// Indicates whether a later number replaces an earlier one.
    package var isState: Bool { self == .accounts }

    /// The longest name of a method, in bytes.
    package static let longestMethod = 64
}

/// A length of time that is counted.
package enum UsageSpan: String, Hashable, Sendable, CaseIterable {
    case hour
    case day

    package var seconds: Int64 { self == .hour ? 3600 : 86_400 }

    /// The time for which counts are kept after they begin, in seconds.
    package var keptSeconds: Int64 { self == .hour ? 72 * 3600 : 400 * 86_400 }

    /// The beginning of the span that a moment is in, in UTC.
    package func start(of moment: Timestamp) -> Timestamp {
        let seconds = moment.milliseconds.flooredDivision(by: 1000)
        return Timestamp(milliseconds: seconds.flooredDivision(by: self.seconds) * self.seconds * 1000)
    }
}

/// The number of events of one kind in one span of time.
package struct UsageCount: Hashable, Sendable {
    package let project: String
    package let kind: UsageKind
    /// The way in, the request or the message; empty if there is nothing to tell apart.
    package let method: String
    package let span: UsageSpan
    package let start: Timestamp
    package let count: Int

    package init(project: String, kind: UsageKind, method: String, span: UsageSpan, start: Timestamp, count: Int) {
        self.project = project
        self.kind = kind
        self.method = method
        self.span = span
        self.start = start
        self.count = count
    }

    /// The time at which it is deleted.
    package var expiresAt: Timestamp { start.adding(seconds: span.keptSeconds) }
}

/// An event of one kind, as a decision notes it.
package struct UsageEvent: Hashable, Sendable {
    package let kind: UsageKind
    package let method: String

    package init(_ kind: UsageKind, _ method: String = "") {
        self.kind = kind
        self.method = method
    }
}

extension Int64 {
    /// Divides, and rounds towards negative infinity.
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
