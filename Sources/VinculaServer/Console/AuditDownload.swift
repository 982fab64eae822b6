import VinculaEngine

/// A download of records of the audit log: pages of a search, one after the other, as long as they are asked for.
///
/// While nothing matches nothing is sent, and so nobody would notice that whoever asked has gone away: such a search ends after a
/// bounded part of the log, and says before which record to go on. Where records match, there is no bound.
struct AuditDownload: Sendable {
    /// The number of records that are looked at in a row without finding one that matches.
    static let mostPassedOver = AuditSearch.mostLookedAt * 50

    var mostPassedOver = Self.mostPassedOver
    /// Finds the records of a page.
    let page: @Sendable (AuditSearch) async throws -> AuditPage

    /// Sends the records of a search.
    ///
    /// - Parameters:
    ///   - search: The search; its query's limit is the number of records that are read at a time.
    ///   - line: Returns a record as a line.
    ///   - write: Sends lines.
    func send(
        _ search: AuditSearch, line: (AuditEntry) -> String, write: (String) async throws -> Void
    ) async throws {
        var search = search
        var latest: Int64?
        while !Task.isCancelled {
            let page = try await page(search)
            if !page.entries.isEmpty { try await write(page.entries.map { line($0) + "\n" }.joined()) }
            guard let next = page.next else { return }
            let last = page.entries.last?.sequence ?? latest ?? search.before ?? next + AuditSearch.mostLookedAt
            guard last - next < mostPassedOver else { return try await write("{\"searchEndedBefore\":\(next)}\n") }
            latest = last
            search.before = next
        }
    }
}
