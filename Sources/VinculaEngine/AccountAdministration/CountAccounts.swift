import VinculaCore

extension TransactionalUseCases {
    /// Counts the accounts of a project or tenant, some at a time, so that neither the database nor a thread of the server is
    /// busy with it for long.
    ///
    /// Accounts that come or go meanwhile may be counted or not; the count may be some seconds old.
    ///
    /// - Parameters:
    ///   - scope: The tenant, or the project.
    ///   - withTenants: `true` to count those of a project's tenants, too.
    ///   - step: The number of accounts that one transaction counts.
    func countAccounts(_ scope: ProjectScope, withTenants: Bool = false, step: Int = 50_000) async throws -> Int {
        var total = 0
        var place: AccountPlace?
        repeat {
            let counted = try await survey { [place] in
                try $0.reads.countAccounts(in: scope, withTenants: withTenants, after: place, limit: step)
            }
            total += counted.count
            place = counted.last
            // A read of a file does not leave the thread.
            await Task.yield()
        } while place != nil
        return total
    }
}
