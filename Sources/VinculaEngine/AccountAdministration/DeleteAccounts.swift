package import VinculaCore

/// An account that a batch skipped, and the reason.
package struct BatchDeletionError: Hashable, Sendable {
    /// The index of the id in the request.
    package let index: Int
    package let id: String
    package let message: String
}

extension AccountAdministration {
    /// The number of accounts that one batch may name (Google's limit).
    package static let batchDeletionLimit = 1000

    /// The number of accounts that one transaction deletes: on PostgreSQL, others' writes may have to wait for it.
    private static let deletionStep = 100

    /// Deletes an account for an administrator, and everything that belongs to it.
    ///
    /// - Throws: ``AuthError/userNotFound``.
    package func deleteAccount(_ id: String, in scope: ProjectScope) async throws {
        try await write(in: scope) { work in
            guard try work.delete(AccountID(id)) else { throw AuthError.userNotFound }
        }
    }

    /// Deletes many accounts; those that do not exist are skipped.
    ///
    /// - Parameters:
    ///   - ids: The ids of the accounts; at most ``batchDeletionLimit``.
    ///   - force: `true` to delete accounts that are not disabled, too.
    ///   - scope: The project.
    /// - Returns: The accounts that were skipped.
    /// - Throws: ``AuthError/localIDListExceedsLimit``.
    package func deleteAccounts(_ ids: [String], force: Bool, in scope: ProjectScope) async throws -> [BatchDeletionError] {
        guard (1...Self.batchDeletionLimit).contains(ids.count) else { throw AuthError.localIDListExceedsLimit }
        var errors: [BatchDeletionError] = []
        for start in stride(from: 0, to: ids.count, by: Self.deletionStep) {
            let step = Array(ids.enumerated().dropFirst(start).prefix(Self.deletionStep))
            errors += try await delete(step, force: force, in: scope)
        }
        return errors
    }

    private func delete(
        _ step: [(offset: Int, element: String)], force: Bool, in scope: ProjectScope
    ) async throws -> [BatchDeletionError] {
        try await write(in: scope) { work in
            try step.compactMap { index, id in
                guard let account = try work.account(AccountID(id)) else { return nil }
                guard account.isDisabled || force else {
                    let message = "NOT_DISABLED : Disable the account before batch deletion."
                    return BatchDeletionError(index: index, id: id, message: message)
                }
                try work.delete(account.id)
                return nil
            }
        }
    }

    /// Deletes every account of a project, in steps, and ends all tokens at the first step and at the last.
    ///
    /// An account that is created meanwhile is deleted, too, if its id comes after those of the steps so far.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - count: The number of accounts that one transaction deletes.
    package func deleteAllAccounts(in scope: ProjectScope, count: Int = 500) async throws {
        var last: AccountID?
        repeat {
            let after = last
            last = try await write(in: scope) { try $0.transaction.deleteAllAccounts(in: scope, after: after, limit: count) }
        } while last != nil
    }
}
