import Synchronization
package import VinculaCore

/// A page of a search in the audit log.
package struct AuditPage: Hashable, Sendable {
    package let entries: [AuditEntry]
    /// The number before which the search goes on; `nil` if there is nothing more.
    package let next: Int64?
    /// The number of the oldest record that was looked at.
    package let reached: Int64
}

/// A search in the audit log, newest first.
package struct AuditSearch: Hashable, Sendable {
    /// The number of records that one page looks at. A filter that matches little must not read the whole log.
    package static let mostLookedAt: Int64 = 20_000
    /// The time in seconds by which a record's place may be later than those of records with the same time: a server that died
    /// leaves its last ones to others.
    static let latest: Int64 = 3600

    package var query: AuditQuery
    /// The number before which the records are; `nil` to begin.
    package var before: Int64?
    /// The time before which the records are.
    package var until: Timestamp?

    package init(_ query: AuditQuery, before: Int64? = nil, until: Timestamp? = nil) {
        self.query = query
        self.before = before
        self.until = until
    }
}

extension AuditLog {
    /// A page of a search. What it costs is bounded, however long the log is.
    ///
    /// - Parameters:
    ///   - search: The search; its query's limit is the number of records on the page.
    ///   - most: The number of records that are looked at.
    package func page(_ search: AuditSearch, lookingAt most: Int64 = AuditSearch.mostLookedAt) async throws -> AuditPage {
        await tryToPlaceWaiting()
        return try await store.read { reads in
            var end = try reads.auditHead()?.sequence ?? 0
            if let before = search.before { end = min(end, before - 1) }
            if let until = search.until?.adding(seconds: AuditSearch.latest) {
                end = min(end, try reads.auditSequence(before: until))
            }
            var first: Int64 = 1
            if let since = search.query.since?.adding(seconds: -AuditSearch.latest) {
                first = try reads.auditSequence(before: since) + 1
            }
            guard end >= first, end > 0 else { return AuditPage(entries: [], next: nil, reached: max(1, end)) }
            // An account's own index finds its records wherever they are.
            let start = search.query.account == nil ? max(first, end - most + 1) : first
            var query = search.query
            query.window = start...end
            query.since = nil
            let found = try reads.auditEntries(query)
            let entries = found.filter { entry in
                search.query.since.map { entry.time >= $0 } ?? true && search.until.map { entry.time < $0 } ?? true
            }
            if found.count == query.limit, let last = found.last {
                return AuditPage(entries: entries, next: last.sequence > first ? last.sequence : nil, reached: last.sequence)
            }
            return AuditPage(entries: entries, next: start > first ? start : nil, reached: start)
        }
    }
}

/// The check of the audit log that a server makes in the background, one at a time.
package final class AuditCheck: Sendable {
    /// What is known of it.
    package enum State: Hashable, Sendable {
        case never
        case running(done: Int64, of: Int64)
        case finished(AuditVerdict, at: Timestamp)
        case failed(at: Timestamp)
    }

    private let current = Mutex(State.never)

    package init() {}

    package var state: State { current.withLock { $0 } }

    /// Begins a check, unless one is running.
    ///
    /// - Returns: The task; `nil` if one is running.
    @discardableResult
    package func begin(_ log: AuditLog, clock: any Clock) -> Task<Void, Never>? {
        let begins = current.withLock { state in
            if case .running = state { return false }
            state = .running(done: 0, of: 0)
            return true
        }
        guard begins else { return nil }
        // At the usual priority: an operator waits for it, and on Linux, what has a lower one hardly runs on a busy machine.
        return Task {
            do {
                let verdict = try await log.verify { done, all in self.current.withLock { $0 = .running(done: done, of: all) } }
                self.current.withLock { $0 = .finished(verdict, at: clock.now) }
            } catch {
                self.current.withLock { $0 = .failed(at: clock.now) }
            }
        }
    }
}
