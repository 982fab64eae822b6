import Synchronization
package import VinculaCore

/// The number of accounts of a project, and when they were counted.
package struct KnownAccounts: Hashable, Sendable {
    package let count: Int
    package let countedAt: Timestamp
}

/// The reports about the use of projects.
package struct UsageReports: TransactionalUseCases {
    let transactions: Transactions
    let accountCounts: AccountCounts

    /// The use of a project; what this server has counted and not written yet is part of it.
    package func report(_ period: UsagePeriod, of project: String) async throws -> UsageReport {
        let usage = transactions.usage
        return try await survey { reading in
            let starts = period.starts(at: reading.now)
            // What is pending is read last: counts that are being written are then missing rather than there twice.
            let stored = try starts.first.map { try reading.reads.usage(of: project, period.span, since: $0) } ?? []
            return UsageReport(period, of: stored + usage.pending(of: project), now: reading.now)
        }
    }

    /// The number of accounts of a project, without its tenants, as it was counted some minutes ago.
    ///
    /// The first call, and one that comes long after the last, begins a count and waits for it for a moment.
    ///
    /// - Returns: `nil` while many are being counted for the first time.
    package func accounts(of project: String, patience: Duration = .seconds(1)) async -> KnownAccounts? {
        await accountCounts.number(ProjectScope(project: project), now: clock.now, patience: patience) { scope in
            let (count, now) = (try await self.countAccounts(scope), self.clock.now)
            transactions.usage.note(accounts: count, in: scope, at: now)
            return KnownAccounts(count: count, countedAt: now)
        }
    }
}

/// The last counts of accounts, of which each project has one in progress at most.
final class AccountCounts: Sendable {
    /// The age from which on a count is made again, in seconds.
    private static let age = 300.0
    /// The maximum number of projects that are remembered.
    private static let capacity = 1000

    private let known = Mutex<[ProjectScope: KnownAccounts]>([:])
    private let running = Mutex<[ProjectScope: Task<KnownAccounts?, Never>]>([:])

    func number(
        _ scope: ProjectScope, now: Timestamp, patience: Duration,
        count: @escaping @Sendable (ProjectScope) async throws -> KnownAccounts
    ) async -> KnownAccounts? {
        let last = known.withLock { $0[scope] }
        if let last, abs(now.seconds(since: last.countedAt)) < Self.age { return last }
        let task = running.withLock { running in
            if let task = running[scope] { return task }
            let task = Task { () -> KnownAccounts? in
                let result = try? await count(scope)
                if let result {
                    self.known.withLock { known in
                        if known.count >= Self.capacity { known.removeAll() }
                        known[scope] = result
                    }
                }
                self.running.withLock { $0[scope] = nil }
                return result
            }
            running[scope] = task
            return task
        }
        return await Self.wait(for: task, patience) ?? known.withLock { $0[scope] } ?? last
    }

    /// Waits for a task without keeping it from going on.
    private static func wait(for task: Task<KnownAccounts?, Never>, _ patience: Duration) async -> KnownAccounts? {
        let (stream, continuation) = AsyncStream.makeStream(of: KnownAccounts?.self)
        let waiter = Task {
            continuation.yield(await task.value)
            continuation.finish()
        }
        let timer = Task {
            try? await Task.sleep(for: patience)
            continuation.finish()
        }
        defer {
            waiter.cancel()
            timer.cancel()
        }
        for await result in stream { return result }
        return nil
    }
}
