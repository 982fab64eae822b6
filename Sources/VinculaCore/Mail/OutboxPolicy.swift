/// The rules for retrying mails; ``MailboxPolicy`` limits the number of mails for a mailbox.
package enum OutboxPolicy {
    /// The time that a mail without a link is retried, in seconds; one with a link is retried for as long as the link works.
    package static let longestTrySeconds: Int64 = 24 * 3600
    /// The time that a worker has for one mail before another may take it, in seconds.
    package static let leaseSeconds: Int64 = 300
    /// The time that a sent mail is remembered, in seconds.
    package static let remembersSeconds: Int64 = 24 * 3600
    /// The time that a mail that could not be sent is kept for the operator, in seconds.
    package static let keepsDeadSeconds: Int64 = 7 * 24 * 3600

    /// The delay after a failure, in seconds: 1, 2, 4, … up to five minutes.
    ///
    /// - Parameter attempts: The number of attempts so far, at least one.
    package static func wait(after attempts: Int) -> Int64 { min(300, 1 << Int64(min(max(attempts, 1) - 1, 9))) }
}
