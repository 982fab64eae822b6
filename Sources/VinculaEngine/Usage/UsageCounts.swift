import Synchronization
package import VinculaCore

/// The events that were counted since the last write.
///
/// A request counts here and does not wait for the disk. A crash loses the counts since the last write.
package final class UsageCounts: Sendable {
    /// The maximum number of counts that are remembered. While the store cannot be written, further ones are dropped.
    private static let capacity = 20_000

    private struct Key: Hashable {
        let project: String
        let event: UsageEvent
        let span: UsageSpan
        let start: Timestamp
    }

    private let counts = Mutex<[Key: Int]>([:])

    package init() {}

    /// Counts an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - scope: Where it happened; a tenant's events are its project's, and those of operators are not counted.
    ///   - moment: When it happened.
    ///   - spans: The spans that it counts for.
    package func add(
        _ event: UsageEvent, in scope: ProjectScope, at moment: Timestamp, spans: [UsageSpan] = UsageSpan.allCases
    ) {
        guard scope != .operators, !scope.project.isEmpty else { return }
        let isLong = event.method.utf8.count > UsageKind.longestMethod
        let known = isLong ? UsageEvent(event.kind, "other") : event
        counts.withLock { counts in
            for span in spans {
                Self.add(1, Key(project: scope.project, event: known, span: span, start: span.start(of: moment)), to: &counts)
            }
        }
    }

    /// Notes the number of accounts of a project.
    package func note(accounts: Int, in scope: ProjectScope, at moment: Timestamp) {
        counts.withLock { counts in
            for span in UsageSpan.allCases {
                let key = Key(
                    project: scope.project, event: UsageEvent(.accounts), span: span, start: span.start(of: moment))
                if counts.count < Self.capacity || counts[key] != nil { counts[key] = accounts }
            }
        }
    }

    /// The counts of a project that are not written yet.
    func pending(of project: String) -> [UsageCount] {
        counts.withLock { counts in counts.compactMap { $0.key.project == project ? Self.count($0.key, $0.value) : nil } }
    }

    /// Removes and returns some counts, in one order for all servers.
    func take(_ most: Int) -> [UsageCount] {
        let taken = counts.withLock { counts in
            let taken = counts.prefix(most).map { ($0.key, $0.value) }
            for (key, _) in taken { counts[key] = nil }
            return taken
        }
        func order(_ count: UsageCount) -> (String, String, Int64, String, String) {
            (count.project, count.span.rawValue, count.start.milliseconds, count.kind.rawValue, count.method)
        }
        return taken.map { Self.count($0.0, $0.1) }.sorted { order($0) < order($1) }
    }

    /// Puts back counts that could not be written.
    func putBack(_ taken: [UsageCount]) {
        counts.withLock { counts in
            for count in taken {
                let key = Key(
                    project: count.project, event: UsageEvent(count.kind, count.method), span: count.span, start: count.start)
                // A state that was noted in the meantime is newer.
                if count.kind.isState, counts[key] != nil { continue }
                Self.add(count.count, key, to: &counts)
            }
        }
    }

    private static func add(_ count: Int, _ key: Key, to counts: inout [Key: Int]) {
        if let known = counts[key] {
            counts[key] = known + count
        } else if counts.count < capacity {
            counts[key] = count
        }
    }

    private static func count(_ key: Key, _ count: Int) -> UsageCount {
        UsageCount(
            project: key.project, kind: key.event.kind, method: key.event.method, span: key.span, start: key.start, count: count)
    }
}

extension Upkeep {
    /// The maximum number of counts that one write adds, so that nobody waits for it long.
    private static let counts = 200

    /// Writes what was counted. The server calls it from time to time, and when it stops.
    ///
    /// Several servers add to the same rows, in the same order.
    package func writeUsage() async throws {
        let requiresProjects = transactions.requiresProjects
        while true {
            let taken = transactions.usage.take(Self.counts)
            guard !taken.isEmpty else { return }
            do {
                try await claim { work in
                    // What is left of a deleted project must not appear in one that gets its name.
                    let known = try Set(taken.map(\.project)).filter { project in
                        try requiresProjects
                            ? work.transaction.hasProject(project)
                            : !work.transaction.isBeingDeleted(ProjectScope(project: project))
                    }
                    for count in taken where known.contains(count.project) { try work.transaction.add(count) }
                }
            } catch {
                transactions.usage.putBack(taken)
                throw error
            }
        }
    }
}

extension Upkeep {
    /// The projects whose accounts are counted from time to time.
    package func countedProjects() async throws -> [String] { try await read { try $0.reads.projects() } }

    /// Counts the accounts of a project, as a part of its use.
    package func countAccounts(of project: String) async throws {
        let scope = ProjectScope(project: project)
        transactions.usage.note(accounts: try await countAccounts(scope), in: scope, at: clock.now)
    }
}
