/// When a mail is tried again, and how many one mailbox gets.
public enum OutboxPolicy {
    /// How long a mail without a link is tried, in seconds; one with a link as long as the link works.
    public static let longestTrySeconds: Int64 = 24 * 3600
    /// How long a worker has for one mail before another may take it, in seconds.
    public static let leaseSeconds: Int64 = 300
    /// How long it is remembered that a mail went out, in seconds.
    public static let remembersSeconds: Int64 = 24 * 3600
    /// How long a mail that could not be sent is kept for the operator, in seconds.
    public static let keepsDeadSeconds: Int64 = 7 * 24 * 3600

    /// How many mails one mailbox gets that somebody asked for (research: security.md T103).
    public static let most: [(count: Int, seconds: Int64)] = [(3, 600), (10, 24 * 3600)]

    /// How long to wait after a failure, in seconds: 1, 2, 4, … up to five minutes.
    ///
    /// - Parameter attempts: How many there were, one at least.
    public static func wait(after attempts: Int) -> Int64 { min(300, 1 << Int64(min(max(attempts, 1) - 1, 9))) }

    /// Whether a mailbox may get one more mail.
    ///
    /// - Parameters:
    ///   - sent: When mails were asked for it.
    ///   - now: The present moment.
    public static func allows(sent: [Timestamp], now: Timestamp) -> Bool {
        most.allSatisfy { limit in sent.count { now.seconds(since: $0) < Double(limit.seconds) } < limit.count }
    }
}
