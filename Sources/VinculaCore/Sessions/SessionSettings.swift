/// What a project asks of its sessions.
public struct SessionSettings: Hashable, Sendable, Codable {
    /// Whether refresh tokens change; `nil`: they keep their value, as Firebase's do.
    public var refreshRotation: RefreshRotation?

    public init() {}

    /// Switches rotation on or off; what is on already stays as it is.
    public mutating func setRefreshRotation(_ isOn: Bool, now: Timestamp) {
        refreshRotation = isOn ? refreshRotation ?? RefreshRotation(since: now) : nil
    }
}

/// The rotation of refresh tokens: each exchange answers with another one.
public struct RefreshRotation: Hashable, Sendable, Codable {
    /// How long a token that was exchanged still leads to the active one, in seconds: as long as an ID token lives, so that
    /// every holder of a copy has come back for the next one.
    public static let graceSeconds: Int64 = 3600
    /// How many tokens of one session may be in their grace; the active one stays while there are so many.
    public static let longestChain = 12

    /// How long such a token counts where rotation has been switched off since, in seconds.
    public static let remembersSeconds: Int64 = 30 * 24 * 3600

    /// When it was switched on. Tokens that were exchanged before count as exchanged then: switching signs nobody out.
    public let since: Timestamp

    public init(since: Timestamp) { self.since = since }

    /// Whether a token is within its grace. One that lies ahead is: setting the clock back signs nobody out.
    func isYoung(_ ancestor: RefreshChain.Ancestor, now: Timestamp) -> Bool {
        now.seconds(since: max(ancestor.exchangedAt, since)) <= Double(Self.graceSeconds)
    }

    /// Leaves out the oldest tokens as far as they are beyond their grace.
    func young(_ ancestors: ArraySlice<RefreshChain.Ancestor>, now: Timestamp) -> ArraySlice<RefreshChain.Ancestor> {
        ancestors.drop { !isYoung($0, now: now) }
    }
}

extension RefreshChain.Ancestor {
    /// Whether the token counts although nothing rotates any more.
    func isRemembered(now: Timestamp) -> Bool {
        now.seconds(since: exchangedAt) <= Double(RefreshRotation.remembersSeconds)
    }
}
