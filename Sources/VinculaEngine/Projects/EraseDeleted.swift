package import VinculaCore

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

    /// Makes steps larger again, slowly: one that is too large costs the time that the database allows.
    mutating func grow() { limit = min(Self.mostAtOnce, limit + max(1, limit / 4)) }
}

/// The deletions that a server knows of, with what it has learnt about the size of their steps.
package struct Erasures: Sendable {
    private var erasures: [ProjectScope: Erasure] = [:]

    package init() {}

    /// The projects and tenants whose data is being deleted.
    package var scopes: Set<ProjectScope> { Set(erasures.keys) }

    fileprivate subscript(scope: ProjectScope) -> Erasure? {
        get { erasures[scope] }
        set { erasures[scope] = newValue }
    }

    /// Forgets those that are over.
    fileprivate mutating func keep(_ deletions: [ScopeDeletion]) {
        let scopes = Set(deletions.map(\.scope))
        erasures = erasures.filter { scopes.contains($0.key) }
    }
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
    /// Deletes some data of each project and tenant that was deleted. One whose data cannot be deleted holds up no other.
    ///
    /// - Parameters:
    ///   - erasures: What the server remembers from one call to the next.
    ///   - report: Called with each deletion that this server has worked on, and whether nothing is left of it.
    /// - Returns: `true` if there is more for this server to do.
    /// - Throws: The first error, after all deletions had their turn.
    package func eraseDeleted(
        _ erasures: inout Erasures, report: (ScopeDeletion, _ isDone: Bool) -> Void = { _, _ in }
    ) async throws -> Bool {
        let deletions = try await read { try $0.reads.deletions(limit: 20) }
        erasures.keep(deletions)
        var hasMore = false
        var failure: (any Error)?
        for deletion in deletions {
            var erasure = erasures[deletion.scope] ?? Erasure(of: deletion.scope, by: server)
            do {
                switch try await erase(&erasure) {
                case .others: break
                case .more(let accounts), .ready(let accounts):
                    hasMore = true
                    report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), false)
                case .done(let accounts):
                    report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), true)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                failure = failure ?? error
            }
            erasures[deletion.scope] = erasure
        }
        if let failure { throw failure }
        return hasMore
    }
}
