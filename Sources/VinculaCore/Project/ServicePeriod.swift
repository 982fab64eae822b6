/// The period since when a server has been available to users without a long gap.
///
/// It is stored in the database. After a restored backup, or a long downtime, it shows that nobody could use an account in
/// the meantime.
package struct ServicePeriod: Hashable, Sendable {
    /// The longest downtime that does not begin a new period, in seconds.
    package static let longestGap: Int64 = 24 * 3600
    /// The granularity of ``seenAt``, in seconds.
    package static let coarseness: Int64 = 3600

    package let since: Timestamp
    /// The time at which a server was last available.
    package let seenAt: Timestamp

    package init(since: Timestamp, seenAt: Timestamp) {
        self.since = since
        self.seenAt = seenAt
    }

    /// The period including a server that is available now.
    ///
    /// - Parameters:
    ///   - noted: The last stored period; `nil` for a database in which no server has stored one.
    ///   - now: The current time.
    /// - Returns: `nil` if nothing needs to be stored.
    package static func next(after noted: ServicePeriod?, now: Timestamp) -> ServicePeriod? {
        // A clock that was set far ahead, and back again, counts as a gap too: neither tells how long a server was
        // available.
        guard let noted, abs(now.seconds(since: noted.seenAt)) <= Double(longestGap + coarseness), noted.since <= now else {
            return ServicePeriod(since: now, seenAt: now)
        }
        return now.seconds(since: noted.seenAt) >= Double(coarseness) ? ServicePeriod(since: noted.since, seenAt: now) : nil
    }
}
