/// The response to `revocations`: tokens that ended before they expire, for backends that verify tokens themselves.
public struct RevocationsResponse: Codable, Sendable {
    /// One entry: about a session, about an account, or, with neither, about everybody.
    public struct Revocation: Codable, Sendable {
        /// The tenant's id. Absent for accounts of no tenant.
        public var tenantId: String?
        /// The handle of the session whose tokens have ended: SHA-256 in base64url of `vincula session handle`, a zero byte
        /// and the bytes of the token's claim `firebase.session`.
        public var session: String?
        /// The id of the account whose tokens have ended, if they fit ``generation`` or ``validSince``.
        public var localId: String?
        /// The lowest value of the token's claim `firebase.gen` that is still valid.
        public var generation: Int64Text?
        /// The earliest `auth_time` that is still valid, in seconds. Absent for any.
        public var validSince: Int64Text?
        /// The earliest `iat` that is still valid, in seconds. Only in entries about everybody.
        public var issuedBefore: Int64Text?
        /// `true` in an entry about everybody if it is only about tokens without a second factor.
        public var withoutSecondFactor: Bool?
        /// The time from which the entry can be forgotten, in seconds, because its tokens have expired.
        @AlwaysSent public var expiresAt: Int64Text?

        /// Creates an empty entry.
        public init() {}
    }

    /// The entries, in the order in which the tokens ended: at most 2000.
    @AlwaysSent public var revocations: [Revocation]?
    /// The position after the last entry: the next request's `after`.
    @AlwaysSent public var next: String?
    /// `true` if there are more entries already.
    @AlwaysSent public var hasMore: Bool?

    /// Creates a response with the given fields.
    public init(revocations: [Revocation], next: String, hasMore: Bool) {
        self.revocations = revocations
        self.next = next
        self.hasMore = hasMore
    }
}
