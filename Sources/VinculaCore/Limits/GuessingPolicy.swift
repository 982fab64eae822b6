/// The record of wrong and right passwords for one email, from one neighbourhood or from all of them together.
package struct PasswordAttempts: Hashable, Sendable {
    /// The number of wrong passwords since the last right one.
    package var failures: Int
    package var lastFailureAt: Timestamp?
    /// The time of the last right password from this neighbourhood; always `nil` for all neighbourhoods together.
    package var lastSuccessAt: Timestamp?

    package init(failures: Int = 0, lastFailureAt: Timestamp? = nil, lastSuccessAt: Timestamp? = nil) {
        self.failures = failures
        self.lastFailureAt = lastFailureAt
        self.lastSuccessAt = lastSuccessAt
    }
}

/// The decision on an attempt to sign in with a password, before the password is checked.
package enum GuessingDecision: Hashable, Sendable {
    case allow
    /// - Parameter seconds: The time until the next attempt is allowed.
    case wait(seconds: Int64)
    /// No password is accepted from here until one has been accepted from elsewhere, or the account gets a new one.
    case closed
}

/// The rules against guessing the password of one account. They do not depend on the account: an email without one is
/// treated in the same way, so that a refusal reveals nothing.
///
/// 1. From one neighbourhood (an IPv4 /24, an IPv6 /64) ten wrong passwords are free. After that one attempt is allowed 30
///   seconds after the last failure, the next after 60, and so on up to 15 minutes.
/// 2. After 100 in a row from everywhere together, other neighbourhoods fall into three groups. One from which a right
///   password came in the last 90 days is only subject to rule 1, so that no stranger locks the owner out; at 100 failures
///   of its own it is closed. One that failed recently is closed. One that never failed has one attempt, and all of these
///   together have one in 15 minutes.
package enum GuessingPolicy {
    /// The number of wrong passwords from one neighbourhood before it must wait.
    package static let freeFailures = 10
    /// The number of consecutive wrong passwords for an account before strangers are kept away (NIST SP 800-63B's ceiling).
    package static let mostFailures = 100
    static let firstWait: Int64 = 30
    static let longestWait: Int64 = 15 * 60
    /// The time that a neighbourhood counts as known after a right password, in seconds.
    static let knownFor: Int64 = 90 * 24 * 3600
    private static let day: Int64 = 24 * 3600

    /// Attempts that are being checked and could turn out to be wrong.
    package struct UnderWay: Hashable, Sendable {
        package var neighbourhood: Int
        package var account: Int

        package init(neighbourhood: Int = 0, account: Int = 0) {
            self.neighbourhood = neighbourhood
            self.account = account
        }
    }

    /// Decides on an attempt.
    ///
    /// - Parameters:
    ///   - neighbourhood: The attempts from this attempt's neighbourhood.
    ///   - account: The attempts from everywhere.
    ///   - accountSince: The time at which the account was created, so that a previous holder of the address does not count
    ///     as known to it; `nil` if there is no account.
    ///   - underWay: The attempts that began before this one. Each counts as a failure until it is known not to be.
    ///   - now: The current time.
    package static func decide(
        neighbourhood: PasswordAttempts, account: PasswordAttempts, accountSince: Timestamp?, underWay: UnderWay, now: Timestamp
    ) -> GuessingDecision {
        let here = failures(neighbourhood, now: now)
        let everywhere = failures(account, now: now)
        if here + underWay.neighbourhood >= freeFailures {
            // Only one attempt at a time: it starts the next wait.
            guard underWay.neighbourhood == 0 else { return .wait(seconds: 1) }
            if let rest = rest(after: neighbourhood, wait: wait(here - freeFailures), now: now) { return .wait(seconds: rest) }
        }
        if isKnown(neighbourhood, accountSince: accountSince, now: now) { return here >= mostFailures ? .closed : .allow }
        guard everywhere + underWay.account >= mostFailures else { return .allow }
        guard here + underWay.neighbourhood == 0 else { return .closed }
        guard underWay.account == 0 else { return .wait(seconds: 1) }
        return rest(after: account, wait: longestWait, now: now).map { .wait(seconds: $0) } ?? .allow
    }

    /// The record after a wrong password.
    package static func failed(_ attempts: PasswordAttempts, now: Timestamp) -> PasswordAttempts {
        PasswordAttempts(
            failures: failures(attempts, now: now) + 1, lastFailureAt: now, lastSuccessAt: attempts.lastSuccessAt)
    }

    /// The time after which the record no longer matters: a day after the last failure, a week if there were many, 90 days
    /// after a success.
    package static func expiry(of attempts: PasswordAttempts) -> Timestamp {
        let forgotten = attempts.lastFailureAt?.adding(seconds: memory(of: attempts))
        let unknown = attempts.lastSuccessAt?.adding(seconds: knownFor)
        return [forgotten, unknown].compactMap(\.self).max() ?? Timestamp(milliseconds: 0)
    }

    /// Indicates whether a right password needs to be recorded: it ends a run of failures, or is the first from here in a
    /// day.
    package static func mustNoteSuccess(neighbourhood: PasswordAttempts, account: PasswordAttempts, now: Timestamp) -> Bool {
        guard neighbourhood.failures == 0, account.failures == 0, let last = neighbourhood.lastSuccessAt else { return true }
        return now.seconds(since: last) > Double(day)
    }

    /// The failures that still count.
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
