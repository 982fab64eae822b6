/// Which anonymous accounts a project has removed: those that nobody used for some days.
public struct UnusedAnonymousAccounts: Hashable, Sendable, Codable {
    /// Whether any are.
    public var areDeleted = false
    /// After how many days.
    public var days = 30

    /// How many days a project may choose.
    public static let allowedDays = 1...3650

    /// When an account was used last is kept to the day. A day more is to spare: nothing is removed early.
    private static let sparedDays: Int64 = 2

    public init() {}

    /// Accounts that signed in later than this are not looked at.
    public func moment(before now: Timestamp) -> Timestamp {
        now.adding(seconds: -(Int64(days) + Self.sparedDays) * 24 * 3600)
    }

    /// Whether an account is removed now.
    ///
    /// One that an administrator made and nobody signed in to, disabled, or gave claims is left alone: it only looks anonymous,
    /// or somebody has a plan for it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - servedSince: Since when there has been a server to come to. Time before it counts against nobody.
    ///   - now: The present moment.
    public func include(_ account: Account, servedSince: Timestamp, now: Timestamp) -> Bool {
        guard areDeleted, account.isAnonymous, account.secondFactors.isEmpty, !account.isDisabled, account.customClaims == nil,
            let lastSignInAt = account.lastSignInAt
        else { return false }
        let lastUse = max(account.createdAt, lastSignInAt, account.lastRefreshAt ?? lastSignInAt, servedSince)
        return lastUse < moment(before: now)
    }
}
