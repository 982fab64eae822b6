/// The rules against guessing the codes of an account's second factors. Somebody who guesses them has already passed the
/// first factor.
///
/// Five wrong codes end a pending sign-in. Across all pending sign-ins, ten are free; after that one attempt is allowed 30
/// seconds after the last wrong one, the next after 60, and so on up to 15 minutes. After 50 in a row it is one a week, so
/// that a stranger's chance stays below one in six thousand. Resetting the password shuts out anyone who knew the old one:
/// the waits are then 15 minutes for a day, up to 100 in a row (NIST SP 800-63B's ceiling). A correct code resets the count,
/// and so do 30 days without an attempt.
package enum SecondFactorGuessing {
    /// The number of wrong codes that end one pending sign-in, or one enrolment.
    package static let mostOfASignIn = 5
    /// The number of free attempts across all sign-ins; the owner is notified when they are used up.
    package static let freeFailures = 10
    package static let mostFailures = 50
    static let ceiling = 100
    private static let week: Int64 = 7 * 24 * 3600
    private static let memory: Int64 = 30 * 24 * 3600
    private static let relief: Int64 = 24 * 3600

    /// Decides on an attempt, before its code is checked.
    ///
    /// - Parameters:
    ///   - attempts: The stored record; ``PasswordAttempts/lastSuccessAt`` is when the password was last reset.
    ///   - now: The current time.
    package static func decide(_ attempts: PasswordAttempts, now: Timestamp) -> GuessingDecision {
        let failures = failures(attempts, now: now)
        guard failures >= freeFailures else { return .allow }
        let isRelieved =
            failures < ceiling && attempts.lastSuccessAt.map { abs(now.seconds(since: $0)) < Double(relief) } ?? false
        let wait =
            failures >= mostFailures && !isRelieved ? week : GuessingPolicy.wait(min(failures, mostFailures) - freeFailures)
        return GuessingPolicy.rest(after: attempts, wait: wait, now: now).map { .wait(seconds: $0) } ?? .allow
    }

    /// The record after an attempt was allowed: it counts as wrong until it is known to be right.
    package static func failed(_ attempts: PasswordAttempts, now: Timestamp) -> PasswordAttempts {
        PasswordAttempts(failures: failures(attempts, now: now) + 1, lastFailureAt: now, lastSuccessAt: attempts.lastSuccessAt)
    }

    /// The record after the password was reset.
    package static func relieved(_ attempts: PasswordAttempts, now: Timestamp) -> PasswordAttempts {
        PasswordAttempts(failures: attempts.failures, lastFailureAt: attempts.lastFailureAt, lastSuccessAt: now)
    }

    /// The time after which the record no longer matters.
    package static func expiry(of attempts: PasswordAttempts) -> Timestamp {
        (attempts.lastFailureAt ?? Timestamp(milliseconds: 0)).adding(seconds: memory)
    }

    private static func failures(_ attempts: PasswordAttempts, now: Timestamp) -> Int {
        guard let last = attempts.lastFailureAt, now.seconds(since: last) < Double(memory) else { return 0 }
        return attempts.failures
    }
}
