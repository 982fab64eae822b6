/// A project's settings for sessions.
package struct SessionSettings: Hashable, Sendable, Codable {
    /// The rotation of refresh tokens; `nil` if they keep their value, as Firebase's do.
    package var refreshRotation: RefreshRotation?
    /// What the project wants of the keys of sessions.
    package var keys = SessionKeys.optional
    /// True if proofs must have the server's newest nonce, so that none can be made in advance.
    package var asksForNonce = false
    /// True if people are told by mail when somebody presents their session's tokens without its key.
    package var tellsOfKeys = false
    /// Where keys are required, the time until which sessions that were opened without one go on without one.
    package var unboundUntil: Timestamp?

    package init() {}

    /// Switches rotation on or off; rotation that is already on keeps its start.
    package mutating func setRefreshRotation(_ isOn: Bool, now: Timestamp) {
        refreshRotation = isOn ? refreshRotation ?? RefreshRotation(since: now) : nil
    }
}

/// The rotation of refresh tokens: each exchange returns a new one.
package struct RefreshRotation: Hashable, Sendable, Codable {
    /// The time that an exchanged token still leads to the active one, in seconds: the lifetime of an ID token, so that
    /// every holder of a copy has come back for the next one.
    package static let graceSeconds: Int64 = 3600
    /// The number of tokens of one session that may be within their grace period; when it is reached, the active token
    /// stays.
    package static let longestChain = 12

    /// The time that such a token is valid after rotation has been switched off, in seconds.
    package static let remembersSeconds: Int64 = 30 * 24 * 3600

    /// The time at which rotation was switched on. Tokens that were exchanged earlier count as exchanged then: switching it
    /// on signs nobody out.
    package let since: Timestamp

    package init(since: Timestamp) { self.since = since }

    /// True if a token is within its grace period. A time in the future counts too: setting the clock back signs nobody out.
    func isYoung(_ ancestor: RefreshChain.Ancestor, now: Timestamp) -> Bool {
        now.seconds(since: max(ancestor.exchangedAt, since)) <= Double(Self.graceSeconds)
    }

    /// Drops the oldest tokens that are beyond their grace period.
    func young(_ ancestors: ArraySlice<RefreshChain.Ancestor>, now: Timestamp) -> ArraySlice<RefreshChain.Ancestor> {
        ancestors.drop { !isYoung($0, now: now) }
    }
}

extension RefreshChain.Ancestor {
    /// True if the token is still valid although rotation is switched off.
    func isRemembered(now: Timestamp) -> Bool {
        now.seconds(since: exchangedAt) <= Double(RefreshRotation.remembersSeconds)
    }
}
