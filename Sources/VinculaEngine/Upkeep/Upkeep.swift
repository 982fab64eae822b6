import VinculaCore
import VinculaCrypto

/// The work that a server does from time to time, with nobody waiting for it.
package struct Upkeep: TransactionalUseCases {
    let transactions: Transactions
    let lastUses: LastUses
    let hasher: PasswordHasher
    /// The name under which this server takes leases.
    let server: String
}

/// Work that one server does for all.
package enum UpkeepJob: String, Sendable, CaseIterable {
    case expiredData, endedSessions, unusedAccounts, importedHashes, certificate, accountCounts
}

extension Upkeep {
    /// Takes a job over, so that no other server begins it for a while.
    ///
    /// A server that has it may take it again. If it dies, another one takes the job over when the time is up.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - seconds: The time for which others leave it alone.
    /// - Returns: `false` if another server has it.
    package func take(_ job: UpkeepJob, seconds: Int64) async throws -> Bool {
        guard transactions.store.isShared else { return true }
        let server = server
        return try await claim { work in
            try work.transaction.takeLease(
                job.rawValue, holder: server, now: work.now, until: work.now.adding(seconds: seconds))
        }
    }
}
