/// The rules for when a mail is tried again; how many a mailbox gets says ``MailboxPolicy``.
public enum OutboxPolicy {
    /// How long a mail without a link is tried, in seconds; one with a link as long as the link works.
    public static let longestTrySeconds: Int64 = 24 * 3600
    /// How long a worker has for one mail before another may take it, in seconds.
    public static let leaseSeconds: Int64 = 300
    /// How long it is remembered that a mail went out, in seconds.
    public static let remembersSeconds: Int64 = 24 * 3600
    /// How long a mail that could not be sent is kept for the operator, in seconds.
    public static let keepsDeadSeconds: Int64 = 7 * 24 * 3600

    /// How long to wait after a failure, in seconds: 1, 2, 4, … up to five minutes.
    ///
    /// - Parameter attempts: How many there were, one at least.
    public static func wait(after attempts: Int) -> Int64 { min(300, 1 << Int64(min(max(attempts, 1) - 1, 9))) }
}
