package import Foundation
package import VinculaCore

/// Tokens that a transaction has ended, noted by the store for the revocation feed.
package enum EndedTokens: Hashable, Sendable {
    /// Those of a session, by its id.
    case session(Data)
    /// Those of an account's generations below this one, and of sign-ins before `validSince`, in seconds.
    case account(AccountID, generation: Int64, validSince: Int64?, in: ProjectScope)
    /// All of a project.
    case everybody(in: ProjectScope)
}

/// Read access to the revocation feed.
package protocol RevocationReads {
    /// An entry, by its position.
    func revocation(_ sequence: Int64) throws -> Revocation?
    /// A project's entries behind a position, with those of its tenants, in the order in which they were committed.
    func revocations(after sequence: Int64, limit: Int, of project: String) throws -> [Revocation]
}

/// Write access to it.
package protocol RevocationWrites: RevocationReads {
    /// Appends an entry; the store gives it its position.
    func insert(_ revocation: Revocation) throws
}
