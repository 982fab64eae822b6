import VinculaCore
import VinculaEngine

/// A download of records of the audit log: pages of a search, one after the other, as long as they are asked for.
///
/// While nothing matches nothing is sent, and so nobody would notice that whoever asked has gone away: such a search ends after a
/// bounded part of the log, and says before which record to go on. Where records match, there is no bound.
struct AuditDownload: Sendable {
    /// The number of records that are looked at in a row without finding one that matches.
    static let mostPassedOver = AuditSearch.mostLookedAt * 50

    /// Finds the records of a page.
    private let page: @Sendable (AuditSearch) async throws -> AuditPage
    private let mostPassedOver: Int64
    /// What comes next; `nil` at the end.
    private var search: AuditSearch?
    /// The number of the last record that matched, or of the first that was looked at.
    private var latest: Int64?

    /// - Parameters:
    ///   - search: The search; its query's limit is the number of records that are read at a time.
    ///   - mostPassedOver: The number of records that are looked at in a row without finding one that matches.
    ///   - page: Finds the records of a page.
    init(
        _ search: AuditSearch, mostPassedOver: Int64 = Self.mostPassedOver,
        page: @escaping @Sendable (AuditSearch) async throws -> AuditPage
    ) {
        self.search = search
        self.mostPassedOver = mostPassedOver
        self.page = page
        latest = search.before
    }

    /// Returns the next lines, which may be none.
    ///
    /// - Parameter line: Returns a record as a line.
    /// - Returns: `nil` at the end.
    mutating func next(_ line: (AuditEntry) -> String) async throws -> String? {
        guard let search, !Task.isCancelled else { return nil }
        let found = try await page(search)
        var text = found.entries.map { line($0) + "\n" }.joined()
        guard let next = found.next else {
            self.search = nil
            return text
        }
        let last = found.entries.last?.sequence ?? latest ?? next + AuditSearch.mostLookedAt
        if last - next < mostPassedOver {
            latest = last
            self.search?.before = next
        } else {
            text += "{\"searchEndedBefore\":\(next)}\n"
            self.search = nil
        }
        return text
    }
}
