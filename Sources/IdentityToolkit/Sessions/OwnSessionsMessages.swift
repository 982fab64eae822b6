/// The request to `account/sessions`, which lists where a person is signed in.
public struct ListSessionsRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `account/sessions`.
public struct ListSessionsResponse: Codable, Sendable {
    /// One place where the person is signed in.
    public struct Session: Codable, Sendable {
        /// The name by which `account/sessions:end` ends it.
        @AlwaysSent public var handle: String?
        /// The time of the sign-in that opened it, in RFC 3339 format, in UTC, with fractional seconds.
        public var createdAt: String?
        /// The day in UTC on which it was last used, as `2026-11-24`.
        public var lastUsedOn: String?
        /// The hour in which it was last used, in RFC 3339 format, in UTC.
        public var lastUsedAt: String?
        /// The network that it was opened from, an IPv4 /24 or an IPv6 /48. Absent if it is not known.
        public var network: String?
        /// The family of the browser and of the system that it was opened with, such as `Firefox, Windows`. Absent if it is
        /// not known.
        public var device: String?
        /// The way in: a provider's id, such as `password`, or `emailLink`.
        public var firstFactor: String?
        /// The kind of the second factor that was given: `totp`, `phone` or `recovery`. Absent if there was none.
        public var secondFactor: String?
        /// True for a session that is worth nothing without a key that only its device has.
        @AlwaysSent public var bound: Bool?
        /// The tenant's id. Absent for the project itself.
        public var tenantId: String?
        /// True for the session of the ID token.
        @AlwaysSent public var current: Bool?

        /// Creates an empty session.
        public init() {}
    }

    /// The latest sessions, newest first: at most 100, and always the current one.
    @AlwaysSent public var sessions: [Session]?

    /// Creates a response with the given sessions.
    public init(sessions: [Session]) { self.sessions = sessions }
}

/// The request to `account/sessions:end`, which signs a person out elsewhere. It names either handles or all others.
public struct EndSessionsRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The handles of the sessions to end: 1 to 100.
    public var handles: [String]?
    /// `true` ends all sessions except the one of the ID token.
    public var allOthers: Bool?

    /// Creates an empty request.
    public init() {}
}
