package import VinculaCore

/// A page of the revocation feed.
package struct RevocationPage: Hashable, Sendable {
    package let revocations: [Revocation]
    /// The position from which the next page continues.
    package let next: RevocationCursor
    /// True if there is another page already.
    package let hasMore: Bool
}

extension AccountAdministration {
    /// The most entries of one page.
    package static let mostRevocations = 2000

    /// Lists the tokens of a project that ended before they expire, in the order in which they did.
    ///
    /// A position that is unknown, because its entry has expired or a backup was restored, gets the feed from its beginning.
    ///
    /// - Parameters:
    ///   - cursor: The position after which the page begins.
    ///   - scope: The project; the entries of its tenants are included.
    package func listRevocations(after cursor: RevocationCursor, in scope: ProjectScope) async throws -> RevocationPage {
        try await read(in: scope) { reading in
            let entry = try reading.reads.revocation(cursor.sequence)
            let isKnown = entry.map { $0.scope.project == scope.project && RevocationCursor(of: $0) == cursor } ?? false
            let start = isKnown ? cursor : .start
            let found = try reading.reads.revocations(
                after: start.sequence, limit: Self.mostRevocations + 1, of: scope.project)
            let page = Array(found.prefix(Self.mostRevocations))
            return RevocationPage(
                revocations: page, next: page.last.map(RevocationCursor.init(of:)) ?? start, hasMore: found.count > page.count)
        }
    }
}
