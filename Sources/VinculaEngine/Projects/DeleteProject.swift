package import VinculaCore
import VinculaCrypto

/// A deletion of a project or tenant as far as it has come.
package struct ScopeErasure: Hashable, Sendable {
    /// The number of accounts that have been deleted.
    package let accounts: Int
    /// Indicates whether nothing is left. Otherwise servers delete the rest.
    package let isDone: Bool

    package init(accounts: Int, isDone: Bool) {
        self.accounts = accounts
        self.isDone = isDone
    }
}

extension ProjectAdministration {
    /// The time for which a request deletes data before it leaves the rest to servers.
    package static let deletionPatience = Duration.seconds(5)
    /// The number of accounts from which on a deletion's first record does not say how many there were.
    private static let mostCounted = 10_000

    /// Deletes a project with everything that belongs to it: accounts and sessions, API keys, service accounts, settings,
    /// providers, and messages that wait. The audit log keeps its records.
    ///
    /// From the first transaction on, the project does not exist for anybody; its name is free once its data is gone.
    ///
    /// - Parameters:
    ///   - name: The project's name.
    ///   - patience: The time for which this call deletes data; `nil` until nothing is left.
    ///   - progress: Called with the number of accounts that have been deleted.
    /// - Throws: ``Refusal/noSuchProject(_:)``.
    package func deleteProject(
        _ name: String, patience: Duration? = deletionPatience, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> ScopeErasure {
        guard try await knowsProject(name) else { throw Refusal.noSuchProject(name) }
        let scope = ProjectScope(project: name)
        return try await delete(scope, .projectDelete, orThrow: Refusal.noSuchProject(name), patience, progress)
    }

    /// Deletes a tenant with everything in it. Its tokens end.
    ///
    /// - Parameters:
    ///   - scope: The tenant's scope.
    ///   - patience: The time for which this call deletes data; `nil` until nothing is left.
    ///   - progress: Called with the number of accounts that have been deleted.
    /// - Throws: ``AuthError/tenantNotFound``.
    @discardableResult
    package func deleteTenant(
        _ scope: ProjectScope, patience: Duration? = deletionPatience, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> ScopeErasure {
        try await delete(scope, .tenantDelete, orThrow: AuthError.tenantNotFound, patience, progress)
    }

    /// The deletions in progress, the oldest first; a hundred at most.
    package func deletions() async throws -> [ScopeDeletion] { try await read { try $0.reads.deletions(limit: 100) } }

    private func delete(
        _ scope: ProjectScope, _ action: AuditAction, orThrow refusal: some Error, _ patience: Duration?,
        _ progress: @Sendable (Int) -> Void
    ) async throws -> ScopeErasure {
        let worker = SecureRandom.alphanumeric(16)
        // Not in the write, which would then have to be alone with all accounts.
        let accounts = try await read { try $0.reads.accountCount(ofAll: scope, upTo: Self.mostCounted + 1) }
        try await write { work in
            let begins = try work.transaction.beginDeletion(
                of: scope, by: worker, now: work.now, until: Erasure.turn(from: work.now))
            guard begins else { throw refusal }
            if scope.tenant.isEmpty { try work.transaction.takeFromOperators(scope.project) }
            let isCounted = accounts <= Self.mostCounted
            work.about(scope).record(action, details: isCounted ? ["accounts": .integer(Int64(accounts))] : [:])
        }
        var erasure = Erasure(of: scope, by: worker)
        let start = ContinuousClock.now
        var deleted = 0
        while patience.map({ .now - start < $0 }) ?? true {
            let step: DeletionStep
            do {
                step = try await erase(&erasure)
            } catch is StoreUnavailable {
                // The deletion has happened, and servers go on with it.
                return ScopeErasure(accounts: deleted, isDone: false)
            }
            switch step {
            case .others: return ScopeErasure(accounts: deleted, isDone: false)
            case .more(let accounts), .ready(let accounts): deleted = accounts
            case .done(let accounts): return ScopeErasure(accounts: accounts, isDone: true)
            }
            progress(deleted)
        }
        return ScopeErasure(accounts: deleted, isDone: false)
    }
}
