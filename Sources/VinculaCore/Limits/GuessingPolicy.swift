/// What is remembered of wrong and right passwords for one email, from one neighbourhood or from all of them together.
public struct PasswordAttempts: Hashable, Sendable {
    /// Wrong passwords since the last right one.
    public var failures: Int
    public var lastFailureAt: Timestamp?
    /// When a right password last came from here; always `nil` for all neighbourhoods together.
    public var lastSuccessAt: Timestamp?

    public init(failures: Int = 0, lastFailureAt: Timestamp? = nil, lastSuccessAt: Timestamp? = nil) {
        self.failures = failures
        self.lastFailureAt = lastFailureAt
        self.lastSuccessAt = lastSuccessAt
    }
}

/// What an attempt to sign in with a password leads to, before the password is looked at.
public enum GuessingDecision: Hashable, Sendable {
    case allow
    /// - Parameter seconds: How long until the next attempt.
    case wait(seconds: Int64)
    /// No password opens this account from here until one has opened it from elsewhere, or it gets a new one.
    case closed
}

/// The rules against guessing the password of one account. They ask nothing about the account: an email without one is
/// treated alike, so that a refusal tells nothing.
///
/// 1. From one neighbourhood (a /24 of IPv4, a /64 of IPv6) ten wrong passwords are free. Then one attempt is let through
///    30 seconds after the last failure, the next after 60, and so on up to 15 minutes.
/// 2. After 100 in a row from everywhere together, other neighbourhoods go three ways. One from which a right password came in
///    the last 90 days is under rule 1 alone, so that no stranger locks the owner out; at 100 of its own it is closed. One that
///    failed lately is closed. One that never failed has one attempt, and all such together have one in 15 minutes.
public enum GuessingPolicy {
    /// How many wrong passwords one neighbourhood has before it must wait.
    public static let freeFailures = 10
    /// How many wrong passwords in a row an account has before strangers are kept away (NIST SP 800-63B's ceiling).
    public static let mostFailures = 100
    static let firstWait: Int64 = 30
    static let longestWait: Int64 = 15 * 60
    /// How long a neighbourhood counts as known after a right password, in seconds.
    static let knownFor: Int64 = 90 * 24 * 3600
    private static let day: Int64 = 24 * 3600

    /// Attempts that are being looked at and could turn out wrong.
    public struct UnderWay: Hashable, Sendable {
        public var neighbourhood: Int
        public var account: Int

        public init(neighbourhood: Int = 0, account: Int = 0) {
            self.neighbourhood = neighbourhood
            self.account = account
        }
    }

    /// Decides on an attempt.
    ///
    /// - Parameters:
    ///   - neighbourhood: What came from where this attempt comes from.
    ///   - account: What came from everywhere.
    ///   - accountSince: When the account was made, so that who had the address before is not known to it; `nil` without one.
    ///   - underWay: The attempts that began before this one. Each counts as a failure until it is known to be none.
    ///   - now: The present moment.
    public static func decide(
        neighbourhood: PasswordAttempts, account: PasswordAttempts, accountSince: Timestamp?, underWay: UnderWay, now: Timestamp
    ) -> GuessingDecision {
        let here = failures(neighbourhood, now: now)
        let everywhere = failures(account, now: now)
        if here + underWay.neighbourhood >= freeFailures {
            // Only one attempt at a time: it begins the next wait.
            guard underWay.neighbourhood == 0 else { return .wait(seconds: 1) }
            if let rest = rest(after: neighbourhood, wait: wait(here - freeFailures), now: now) { return .wait(seconds: rest) }
        }
        if isKnown(neighbourhood, accountSince: accountSince, now: now) { return here >= mostFailures ? .closed : .allow }
        guard everywhere + underWay.account >= mostFailures else { return .allow }
        guard here + underWay.neighbourhood == 0 else { return .closed }
        guard underWay.account == 0 else { return .wait(seconds: 1) }
        return rest(after: account, wait: longestWait, now: now).map { .wait(seconds: $0) } ?? .allow
    }

    /// What is remembered after a wrong password.
    public static func failed(_ attempts: PasswordAttempts, now: Timestamp) -> PasswordAttempts {
        PasswordAttempts(
            failures: failures(attempts, now: now) + 1, lastFailureAt: now, lastSuccessAt: attempts.lastSuccessAt)
    }

    /// When nothing of it matters any more: a day after the last failure, a week where there were many, 90 days after a success.
    public static func expiry(of attempts: PasswordAttempts) -> Timestamp {
        let forgotten = attempts.lastFailureAt?.adding(seconds: memory(of: attempts))
        let unknown = attempts.lastSuccessAt?.adding(seconds: knownFor)
        return [forgotten, unknown].compactMap(\.self).max() ?? Timestamp(milliseconds: 0)
    }

    /// Whether a right password needs to be written down: it ends a row of failures, or is the first from here in a day.
    public static func mustNoteSuccess(neighbourhood: PasswordAttempts, account: PasswordAttempts, now: Timestamp) -> Bool {
        guard neighbourhood.failures == 0, account.failures == 0, let last = neighbourhood.lastSuccessAt else { return true }
        return now.seconds(since: last) > Double(day)
    }

    /// Failures that still count.
    static func failures(_ attempts: PasswordAttempts, now: Timestamp) -> Int {
        guard let last = attempts.lastFailureAt, now.seconds(since: last) < Double(memory(of: attempts)) else { return 0 }
        return attempts.failures
    }

    private static func memory(of attempts: PasswordAttempts) -> Int64 { attempts.failures < 2 * freeFailures ? day : 7 * day }

    private static func isKnown(_ attempts: PasswordAttempts, accountSince: Timestamp?, now: Timestamp) -> Bool {
        guard let accountSince, let last = attempts.lastSuccessAt else { return false }
        return last >= accountSince && now.seconds(since: last) < Double(knownFor)
    }

    static func wait(_ failuresBeyond: Int) -> Int64 { min(longestWait, firstWait << Int64(min(failuresBeyond, 10))) }

    /// - Returns: `nil` once the wait is over.
    static func rest(after attempts: PasswordAttempts, wait: Int64, now: Timestamp) -> Int64? {
        guard let last = attempts.lastFailureAt else { return nil }
        let rest = Double(wait) - now.seconds(since: last)
        // A wall clock that was set back must not lengthen the wait.
        return rest > 0 ? min(wait, Int64(rest.rounded(.up))) : nil
    }
}
