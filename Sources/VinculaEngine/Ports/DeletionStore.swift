package import VinculaCore

/// A project or tenant that no longer exists, and whose data is being deleted.
package struct ScopeDeletion: Hashable, Sendable {
    /// The tenant, or the project, which goes with all its tenants.
    package let scope: ProjectScope
    package let begunAt: Timestamp
    /// The number of accounts that have been deleted.
    package let accounts: Int

    package init(scope: ProjectScope, begunAt: Timestamp, accounts: Int) {
        self.scope = scope
        self.begunAt = begunAt
        self.accounts = accounts
    }
}

/// The result of one step of a deletion.
package enum DeletionStep: Hashable, Sendable {
    /// Another server or command works on it, or it is over.
    case others
    /// There may be more to delete; the number of accounts that have been deleted.
    case more(accounts: Int)
    /// Nothing was found any more; a last look may end the deletion.
    case ready(accounts: Int)
    /// Nothing is left; the number of accounts that were deleted.
    case done(accounts: Int)
}

/// Read access to deletions in progress.
package protocol DeletionReads {
    /// Deletions in progress, the oldest first.
    func deletions(limit: Int) throws -> [ScopeDeletion]
    /// Indicates whether the data of a project or tenant is being deleted, or of a tenant's project.
    func isBeingDeleted(_ scope: ProjectScope) throws -> Bool
    /// The number of accounts of a tenant, or of a project with all its tenants, counted up to a limit.
    func accountCount(ofAll scope: ProjectScope, upTo limit: Int) throws -> Int
}

/// Write access to them.
package protocol DeletionWrites: DeletionReads {
    /// Deletes a tenant, or a project with all its tenants. From then on it does not exist for anybody.
    ///
    /// What is small is deleted now: settings, providers, keys. The rest follows by ``deleteSome(of:as:now:until:limit:mayEnd:)``.
    ///
    /// - Parameters:
    ///   - scope: The tenant or project.
    ///   - worker: The name of whoever deletes the rest.
    ///   - now: The current time.
    ///   - until: The time from which others may do it.
    /// - Returns: `false` if there is no such tenant, or the project is being deleted already.
    func beginDeletion(of scope: ProjectScope, by worker: String, now: Timestamp, until: Timestamp) throws -> Bool
    /// Deletes some data of a project or tenant that was deleted, except for the audit log and the revocation feed.
    ///
    /// - Parameters:
    ///   - scope: The tenant or project.
    ///   - worker: The name of the caller. Others are refused for a while.
    ///   - now: The current time.
    ///   - until: The time from which others may go on.
    ///   - limit: The maximum number of rows, without those that go with an account.
    ///   - mayEnd: `true` to look everywhere once more, and end the deletion if nothing is left: in a transaction that is checked
    ///     against others. The other steps need not be.
    func deleteSome(
        of scope: ProjectScope, as worker: String, now: Timestamp, until: Timestamp, limit: Int, mayEnd: Bool
    ) throws -> DeletionStep
}
