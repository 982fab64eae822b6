/// A project's rule for removing anonymous accounts: those that were not used for a number of days.
package struct UnusedAnonymousAccounts: Hashable, Sendable, Codable {
    /// True if unused anonymous accounts are removed.
    package var areDeleted = false
    /// The number of days without use after which an account is removed.
    package var days = 30

    /// The allowed range of ``days``.
    package static let allowedDays = 1...3650

    /// An account's last use is only known to the day. One day more is added, so that nothing is removed early.
    private static let sparedDays: Int64 = 2

    package init() {}

    /// Accounts that signed in after this time are not examined.
    package func moment(before now: Timestamp) -> Timestamp {
        now.adding(seconds: -(Int64(days) + Self.sparedDays) * 24 * 3600)
    }

    /// Indicates whether an account is to be removed now.
    ///
    /// An account that an administrator created and that never signed in, or that is disabled or has claims, is left alone:
    /// it only looks anonymous, or somebody has plans for it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - servedSince: The time since when a server has been available. Time before it does not count as unused.
    ///   - now: The current time.
    package func include(_ account: Account, servedSince: Timestamp, now: Timestamp) -> Bool {
        guard areDeleted, account.isAnonymous, account.secondFactors.isEmpty, !account.isDisabled, account.customClaims == nil,
            let lastSignInAt = account.lastSignInAt
        else { return false }
        let lastUse = max(account.createdAt, lastSignInAt, account.lastRefreshAt ?? lastSignInAt, servedSince)
        return lastUse < moment(before: now)
    }
}
