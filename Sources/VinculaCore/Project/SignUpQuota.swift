/// A project's temporary limit of sign-ups for each client address, in place of the server's.
package struct SignUpQuota: Hashable, Sendable, Codable {
    /// The limits that a project may choose.
    package static let allowedQuotas = 1...1000
    /// The longest duration, in seconds: seven days.
    package static let longestDuration: Int64 = 7 * 24 * 3600

    /// The number of accounts that one address may create in an hour.
    package var quota: Int
    package var startsAt: Timestamp
    /// In seconds.
    package var duration: Int64

    /// - Throws: ``AuthError/invalidConfig(_:)``.
    package init(quota: Int64, startsAt: Timestamp, duration: Int64) throws(AuthError) {
        let allowed = Self.allowedQuotas
        guard let quota = Int(exactly: quota), allowed.contains(quota) else {
            throw .invalidConfig("quota.signUpQuotaConfig.quota must be from \(allowed.lowerBound) to \(allowed.upperBound).")
        }
        guard (1...Self.longestDuration).contains(duration) else {
            throw .invalidConfig("quota.signUpQuotaConfig.quotaDuration must be from 1s to \(Self.longestDuration)s.")
        }
        self.quota = quota
        self.startsAt = startsAt
        self.duration = duration
    }

    /// An hour in which sign-ups are counted.
    package struct Hour: Hashable, Sendable {
        /// The number of accounts that one address may create in it.
        package let quota: Int
        package let end: Timestamp
    }

    /// The hour in which sign-ups are counted now; `nil` if the quota is not in force.
    ///
    /// Hours follow one another from the start of the quota; the last one ends with it.
    package func hour(at now: Timestamp) -> Hour? {
        guard now >= startsAt, now < startsAt.adding(seconds: duration) else { return nil }
        let past = (now.milliseconds - startsAt.milliseconds) / 3_600_000
        return Hour(quota: quota, end: startsAt.adding(seconds: min((past + 1) * 3600, duration)))
    }
}
