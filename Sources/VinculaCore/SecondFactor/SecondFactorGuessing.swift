/// The rules against guessing the codes of an account's second factors. Who guesses has passed the first factor already.
///
/// Five wrong codes end a sign-in that waits. Over all of them together, ten are free; then one attempt is let through 30
/// seconds after the last wrong one, the next after 60, and so on up to 15 minutes. After 50 in a row no code counts for a
/// week, so that a stranger's chance stays below one in five thousand a week (research: security.md §4.5).
public enum SecondFactorGuessing {
    /// How many wrong codes end one sign-in that waits, or one enrolment.
    public static let mostOfASignIn = 5
    static let freeFailures = 10
    public static let mostFailures = 50

    /// Decides on an attempt, before its code is looked at.
    public static func decide(_ attempts: PasswordAttempts, now: Timestamp) -> GuessingDecision {
        let failures = GuessingPolicy.failures(attempts, now: now)
        if failures >= mostFailures { return .closed }
        guard failures >= freeFailures else { return .allow }
        let wait = GuessingPolicy.wait(failures - freeFailures)
        return GuessingPolicy.rest(after: attempts, wait: wait, now: now).map { .wait(seconds: $0) } ?? .allow
    }
}
