/// Since when a server has been there for people, without a gap in which they could not come.
///
/// It stands in the database. A backup that is restored, or a server that was down for long, tells by it that nobody could use
/// an account meanwhile.
public struct ServicePeriod: Hashable, Sendable {
    /// How long a server may be away before a new period begins, in seconds.
    public static let longestGap: Int64 = 24 * 3600
    /// How coarse ``seenAt`` is, in seconds.
    public static let coarseness: Int64 = 3600

    public let since: Timestamp
    /// When a server was there last.
    public let seenAt: Timestamp

    public init(since: Timestamp, seenAt: Timestamp) {
        self.since = since
        self.seenAt = seenAt
    }

    /// The period as it is with a server that is there now.
    ///
    /// - Parameters:
    ///   - noted: What was noted last; `nil` for a database that no server has noted anything in.
    ///   - now: The present moment.
    /// - Returns: `nil` if nothing needs to be noted.
    public static func next(after noted: ServicePeriod?, now: Timestamp) -> ServicePeriod? {
        // A clock that was set far ahead, and back again, counts as a gap too: neither says how long anybody was there.
        guard let noted, abs(now.seconds(since: noted.seenAt)) <= Double(longestGap + coarseness), noted.since <= now else {
            return ServicePeriod(since: now, seenAt: now)
        }
        return now.seconds(since: noted.seenAt) >= Double(coarseness) ? ServicePeriod(since: noted.since, seenAt: now) : nil
    }
}
