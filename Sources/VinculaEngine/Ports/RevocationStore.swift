package import Foundation
package import VinculaCore

/// Tokens that a transaction has ended, noted by the store for the revocation feed.
package enum EndedTokens: Hashable, Sendable {
    /// Those of a session, by its id.
    case session(Data)
    /// Those of an account's generations below this one, and of sign-ins before `validSince`, in seconds.
    ///
    /// - Parameter cookiesUntil: The time at which the last of its session cookies has expired.
    case account(AccountID, generation: Int64, validSince: Int64?, cookiesUntil: Timestamp, in: ProjectScope)
    /// All of a project.
    case everybody(in: ProjectScope)
    /// All of a project that have no second factor.
    case everybodyWithoutSecondFactor(in: ProjectScope)
}

/// Read access to the revocation feed.
package protocol RevocationReads {
    /// An entry, by its position.
    func revocation(_ sequence: Int64) throws -> Revocation?
    /// A project's entries behind a position, with those of its tenants, in the order in which they were committed.
    func revocations(after sequence: Int64, limit: Int, of project: String) throws -> [Revocation]
    /// The time at which the last session cookie of an account has expired; `nil` if there is no such account.
    func cookiesUntil(of account: AccountID, in scope: ProjectScope) throws -> Timestamp?
}

/// Write access to it.
package protocol RevocationWrites: RevocationReads {
    /// Appends an entry; the store gives it its position.
    func insert(_ revocation: Revocation) throws
    /// Notes that an account has a session cookie that expires at a time.
    func noteCookie(of account: AccountID, until time: Timestamp, in scope: ProjectScope) throws
}
