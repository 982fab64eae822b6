/// An entry of the revocation feed: tokens that ended before they expire.
///
/// It names no person. A session is named by its handle, which is a digest; an account by its id.
package struct Revocation: Hashable, Sendable {
    /// The tokens that an entry is about.
    package enum Target: Hashable, Sendable {
        /// The tokens of one session, by its handle.
        case session(handle: String)
        /// The tokens of an account's earlier generations, and those of sign-ins before a time.
        ///
        /// - Parameters:
        ///   - generation: The first generation that is not revoked.
        ///   - validSince: In seconds; `nil` if the account has none.
        case account(AccountID, generation: Int64, validSince: Int64?)
        /// All tokens that were issued before a time, in seconds.
        case everybody(issuedBefore: Int64)
        /// All tokens without a second factor that were issued before a time, in seconds.
        case everybodyWithoutSecondFactor(issuedBefore: Int64)
    }

    /// Its position in the feed; 0 before the store has given it one.
    package let sequence: Int64
    package let scope: ProjectScope
    package let target: Target
    package let madeAt: Timestamp
    /// The time after which every token that it is about has expired.
    package let expiresAt: Timestamp

    /// The longest time for which an entry is kept, in seconds: the longest lifetime of a session cookie, which is 14 days, and
    /// a day for an ID token's lifetime and for clocks that differ.
    package static let lifetime: Int64 = 15 * 24 * 3600
    /// The time for which an entry is kept if there are no cookies, in seconds: the lifetime of an ID token, and an hour for
    /// clocks that differ.
    package static let idTokenLifetime: Int64 = 2 * 3600

    /// The time after which every token of an account or its sessions has expired.
    ///
    /// An entry lives no longer than it is needed: otherwise whoever opens and ends sessions all day fills the feed.
    ///
    /// - Parameters:
    ///   - madeAt: The time of the entry.
    ///   - cookiesUntil: The time at which the last of the account's session cookies has expired; `nil` if it is not known.
    package static func expiry(madeAt: Timestamp, cookiesUntil: Timestamp?) -> Timestamp {
        let longest = madeAt.adding(seconds: lifetime)
        guard let cookiesUntil else { return longest }
        return min(longest, max(madeAt.adding(seconds: idTokenLifetime), cookiesUntil.adding(seconds: 3600)))
    }

    package init(sequence: Int64 = 0, scope: ProjectScope, target: Target, madeAt: Timestamp, expiresAt: Timestamp? = nil) {
        self.sequence = sequence
        self.scope = scope
        self.target = target
        self.madeAt = madeAt
        self.expiresAt = expiresAt ?? madeAt.adding(seconds: Self.lifetime)
    }
}

/// A position in the revocation feed, as a reader of it keeps it.
///
/// It names an entry by its number and its time. After a restored backup the same number is another entry's, or nobody's, and
/// the reader starts again.
package struct RevocationCursor: Hashable, Sendable {
    package let sequence: Int64
    /// The time of the entry, in milliseconds.
    package let madeAt: Int64

    /// The position before the first entry.
    package static let start = RevocationCursor(sequence: 0, madeAt: 0)

    private static let longestText = 40

    package init(sequence: Int64, madeAt: Int64) {
        self.sequence = sequence
        self.madeAt = madeAt
    }

    /// Creates the position of an entry.
    package init(of revocation: Revocation) {
        self.init(sequence: revocation.sequence, madeAt: revocation.madeAt.milliseconds)
    }

    /// Reads a position. An empty text is the start.
    ///
    /// - Returns: `nil` for a text that is not a position.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        guard !text.isEmpty else {
            self = .start
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Int64(parts[0]), let madeAt = Int64(parts[1]), sequence >= 0, madeAt >= 0,
            "\(sequence).\(madeAt)" == text
        else { return nil }
        self.init(sequence: sequence, madeAt: madeAt)
    }

    /// The text that readers get.
    package var text: String { "\(sequence).\(madeAt)" }
}
