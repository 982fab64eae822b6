package import VinculaCore

/// The work on the data of one project or tenant that was deleted.
struct Erasure: Sendable {
    /// The number of accounts that one transaction deletes: others' writes may have to wait for it.
    private static let mostAtOnce = 250
    /// The longest time between two attempts at a deletion that fails again and again, in seconds.
    private static let longestPause = 600

    let scope: ProjectScope
    let worker: String
    private(set) var limit = mostAtOnce
    /// The number of attempts that have failed one after the other.
    private var failures = 0
    /// The time before which it is not tried again.
    private var retriedAt: ContinuousClock.Instant?

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

    func isDue(at now: ContinuousClock.Instant) -> Bool { retriedAt.map { $0 <= now } ?? true }

    /// Puts the next attempt off, each time for twice as long: others' data must not wait for one that fails each time.
    mutating func noteFailure(at now: ContinuousClock.Instant) {
        failures = min(failures + 1, 10)
        retriedAt = now + .seconds(min(Self.longestPause, 5 << failures))
    }

    mutating func noteSuccess() { (failures, retriedAt) = (0, nil) }
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
                // Right as a claim, beside serializable writes. The deletion began alone: every write that has begun since sees
                // it, and neither decides by this data nor adds to it. Each step changes the deletion's row first, which one
                // worker at a time can do. What else deletes such rows, as the janitor does, waits for the same rows. Only the
                // end is checked against others: then the project may be created anew.
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
                guard !Task.isCancelled, erasure.shrink() else { throw failure }
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
    /// The number of deletions that one call works on.
    private static let mostErasures = 20

    /// Deletes some data of each project and tenant that was deleted. One whose data cannot be deleted holds up no other: it is
    /// tried again less and less often.
    ///
    /// - Parameters:
    ///   - erasures: What the server remembers from one call to the next.
    ///   - now: The time of the call.
    ///   - report: Called with each deletion that this server has worked on, and whether nothing is left of it.
    ///   - failed: Called with each deletion that has failed, and the error.
    /// - Returns: `true` if there is more for this server to do.
    /// - Throws: The error of a store that cannot be used at all.
    package func eraseDeleted(
        _ erasures: inout Erasures, at now: ContinuousClock.Instant = .now,
        report: (ScopeDeletion, _ isDone: Bool) -> Void = { _, _ in },
        failed: (ScopeDeletion, any Error) -> Void = { _, _ in }
    ) async throws -> Bool {
        // More than there are turns: the oldest may all have failed.
        let deletions = try await read { try $0.reads.deletions(limit: 1000) }
        erasures.keep(deletions)
        let due = deletions.filter { erasures[$0.scope]?.isDue(at: now) ?? true }
        var hasMore = false
        for deletion in due.prefix(Self.mostErasures) {
            var erasure = erasures[deletion.scope] ?? Erasure(of: deletion.scope, by: server)
            do {
                let step = try await erase(&erasure)
                erasure.noteSuccess()
                switch step {
                case .others: break
                case .more(let accounts), .ready(let accounts):
                    hasMore = true
                    report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), false)
                case .done(let accounts):
                    report(ScopeDeletion(scope: deletion.scope, begunAt: deletion.begunAt, accounts: accounts), true)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch let failure as StoreUnavailable where failure.isAboutEverything {
                throw failure
            } catch {
                erasure.noteFailure(at: now)
                failed(deletion, error)
            }
            erasures[deletion.scope] = erasure
        }
        return hasMore
    }
}

extension StoreUnavailable {
    /// Indicates whether no other write would succeed, either.
    fileprivate var isAboutEverything: Bool {
        switch reason {
        case .diskFull, .readOnly, .notPermitted, .unreachable: true
        // Perhaps of some rows only.
        case .busy, .damaged, .failingDisk, .unreadableRow: false
        }
    }
}
