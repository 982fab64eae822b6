/// The state of a database's schema, compared with this version of Vincula.
package struct CopySchema: Sendable {
    /// The steps that were applied.
    package let applied: [String]
    /// The steps that this version does not know.
    package let unknown: [String]
    /// The steps of this version that were not applied.
    package let missing: [String]
    /// Indicates whether an unfinished copy is in it.
    package let isUnfinished: Bool
    private let tables: [String]

    init(_ connection: any SQLConnection, of side: any CopySide) throws {
        let tables = try Transaction(connection).columns().map(\.table)
        isUnfinished = tables.contains(CopyMark.table)
        self.tables = tables.filter { !CopyTable.bookkeeping.contains($0) }
        let applied: [String] =
            tables.contains(side.stepsTable)
            ? try Database(connection: connection).all(
                "SELECT identifier FROM \(side.stepsTable) ORDER BY identifier"
            ) { try $0.next() }.filter { !side.marks.contains($0) } : []
        self.applied = applied
        unknown = applied.filter { !side.steps.contains($0) }
        missing = side.steps.filter { !applied.contains($0) }
    }

    /// Indicates whether there is no table of people's data.
    package var isEmpty: Bool { tables.isEmpty }

    /// Indicates whether the tables are another program's. Those beside the mark of a copy are ours, even without a step: earlier
    /// versions left them so if they were killed.
    package var isForeign: Bool { !isUnfinished && !tables.isEmpty && applied.isEmpty }

    /// Requires a complete database of this version.
    ///
    /// - Throws: ``CopyError``.
    func requireComplete(_ side: any CopySide) throws {
        guard !isUnfinished else { throw CopyError.unfinished(side.name) }
        guard !isEmpty else { throw CopyError.absent(side.name) }
        try requireOurs(side)
        guard missing.isEmpty else { throw CopyError.older(side.name) }
    }

    /// Requires a database of this or an older version, if there is anything in it.
    ///
    /// - Throws: ``CopyError``.
    func requireOurs(_ side: any CopySide) throws {
        guard !isForeign else { throw CopyError.foreign(side.name) }
        guard unknown.isEmpty else { throw CopyError.newer(side.name, steps: unknown) }
    }

    /// Requires that all tables of people's data are among these.
    ///
    /// - Throws: ``CopyError``.
    func requireOnly(_ names: Set<String>, _ side: any CopySide) throws {
        guard names.isSuperset(of: tables) else { throw CopyError.foreign(side.name) }
    }
}
