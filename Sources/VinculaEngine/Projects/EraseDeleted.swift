import VinculaCore

/// The work on the data of one project or tenant that was deleted.
struct Erasure: Sendable {
    /// The number of accounts that one transaction deletes: others' writes may have to wait for it.
    private static let mostAtOnce = 250

    let scope: ProjectScope
    let worker: String
    private(set) var limit = mostAtOnce

    init(of scope: ProjectScope, by worker: String) {
        self.scope = scope
        self.worker = worker
    }

    /// The time from which others may go on with what somebody does now.
    static func turn(from now: Timestamp) -> Timestamp { now.adding(seconds: 10) }

    /// Makes the next steps smaller, after one that took longer than the database allows.
    ///
    /// - Returns: `false` if they cannot be smaller.
    mutating func shrink() -> Bool {
        defer { limit = max(1, limit / 4) }
        return limit > 1
    }

    /// Makes steps larger again.
    mutating func grow() { limit = min(Self.mostAtOnce, limit * 2) }
}

extension TransactionalUseCases {
    /// Deletes some data of a project or tenant that was deleted.
    func erase(_ erasure: inout Erasure) async throws -> DeletionStep {
        while true {
            let step = erasure
            do {
                // Few steps have anything to do with what others do at the same time.
                let result = try await claim { try Self.deleteSome(step, mayEnd: false, $0) }
                guard case .ready = result else {
                    erasure.grow()
                    return result
                }
                return try await write { work in
                    let result = try Self.deleteSome(step, mayEnd: true, work)
                    if case .done(let accounts) = result {
                        work.about(step.scope).record(
                            step.scope.tenant.isEmpty ? .projectErase : .tenantErase,
                            details: ["accounts": .integer(Int64(accounts))])
                    }
                    return result
                }
            } catch let failure as StoreUnavailable where failure.reason == .busy {
                // One account may have very many sessions.
                guard erasure.shrink() else { throw failure }
            }
        }
    }

    private static func deleteSome(_ step: Erasure, mayEnd: Bool, _ work: InstallationWork) throws -> DeletionStep {
        try work.transaction.deleteSome(
            of: step.scope, as: step.worker, now: work.now, until: Erasure.turn(from: work.now), limit: step.limit,
            mayEnd: mayEnd)
    }
}

extension Upkeep {
    /// Deletes some data of each project and tenant that was deleted.
    ///
    /// - Parameter report: Called with each deletion that this server has worked on, and whether nothing is left of it.
    /// - Returns: `true` if there is more for this server to do.
    package func eraseDeleted(report: (ScopeDeletion, _ isDone: Bool) -> Void = { _, _ in }) async throws -> Bool {
        var hasMore = false
        for deletion in try await read({ try $0.reads.deletions(limit: 20) }) {
            var erasure = Erasure(of: deletion.scope, by: server)
            switch try await erase(&erasure) {
            case .others: continue
            case .more(let accounts), .ready(let accounts):
                hasMore = true
                report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), false)
            case .done(let accounts):
                report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), true)
            }
        }
        return hasMore
    }
}
