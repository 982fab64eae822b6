package import Foundation
package import VinculaEngine

/// Copies all data from one database to an empty one, and compares the two.
///
/// The copy goes on where it was interrupted: the last row of each table in the target says how far it came, and a batch is one
/// transaction. Until ``finish(record:)``, the target has a mark, which keeps servers and commands away.
package struct DatabaseCopy: Sendable {
    /// The part of the work that is under way.
    package enum Phase: Sendable {
        case checking, copying, comparing
    }

    /// The number of differences that are named.
    private static let mostNamed = 20

    package let source: any CopySide
    package let target: any CopySide
    /// Checks that the sealed secrets can be opened, by name.
    private let requireKey: @Sendable (_ sealed: [String: Data]) throws -> Void
    /// Called at the beginning and for each batch with the number of rows that are done, and their total.
    private let progress: @Sendable (Phase, _ done: Int, _ total: Int) -> Void

    /// - Parameters:
    ///   - source: The database that stays as it is.
    ///   - target: The database that becomes equal to it.
    ///   - requireKey: Checks that the sealed secrets can be opened, by name, before anything is copied.
    ///   - progress: Called at the beginning of copying and for each batch with the number of rows that are done, and their total.
    package init(
        from source: any CopySide, to target: any CopySide,
        requireKey: @escaping @Sendable (_ sealed: [String: Data]) throws -> Void = { _ in },
        progress: @escaping @Sendable (Phase, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
    ) {
        self.source = source
        self.target = target
        self.requireKey = requireKey
        self.progress = progress
    }

    /// Copies, or goes on with an unfinished copy, and compares every row.
    ///
    /// - Parameter restarts: `true` to delete an unfinished copy first.
    /// - Returns: The number of rows that were copied now, and the tables, which are equal.
    /// - Throws: ``CopyError``, `StoreUnavailable`, `CancellationError`, or the databases' errors.
    package func run(restarts: Bool = false) async throws -> (copied: Int, tables: [EqualTable]) {
        try await CopyThread.run { check in
            try source.readingAlone(check) { from in
                let schema = try CopySchema(from, of: source)
                try schema.requireComplete(source)
                try requireKey(secrets(from))
                let digest = try CopyMark.digest(of: from)
                var isNew = try target.writing(check) { try isFresh($0, of: from, digest, restarts: restarts) }
                if isNew == nil {
                    try target.discard(check)
                    isNew = true
                }
                return try target.writing(check) { to in
                    if isNew == true { try begin(to, digest) }
                    let tables = try self.tables(from, to)
                    if try to.transaction(CopyMark.read)?.isChecked != true {
                        try checkValues(tables, from, to, check)
                        try to.transaction {
                            try CopyMark.write(CopyMark.Contents(source: digest, isChecked: true), $0, isNew: false)
                        }
                    }
                    let copied = try copy(tables, from, to, check)
                    try to.transaction(setCounters)
                    try to.settle()
                    return (copied, try to.transaction { try compare(tables, from, $0, check) })
                }
            }
        }
    }

    /// Compares every row of two databases that nobody uses.
    ///
    /// - Returns: The tables, which are equal, and the record of a copy that only one of the two has.
    /// - Throws: ``CopyError``, `StoreUnavailable`, `CancellationError`, or the databases' errors.
    package func verify() async throws -> (tables: [EqualTable], copyRecord: CopyRecord?) {
        try await CopyThread.run { check in
            try source.readingAlone(check) { from in
                try CopySchema(from, of: source).requireComplete(source)
                return try target.readingAlone(check) { to in
                    try CopySchema(to, of: target).requireComplete(target)
                    let tables = try CopyTable.all(from)
                    try require(tables, areIn: to)
                    let record = try CopyRecord.find(from, to)
                    // What says where the log ends differs with the record.
                    let compared = tables.filter { record == nil || $0.name != "audit_head" }
                    return (try compare(compared, from, to, passing: record, check), record)
                }
            }
        }
    }

    /// Removes the mark from a target whose copy is complete.
    ///
    /// - Parameter record: Records the copy, in the same transaction.
    package func finish(
        record: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in }
    ) async throws {
        try await CopyThread.run { check in
            try target.writing(check) { to in
                try to.transaction { connection in
                    try record(connection.transaction)
                    try CopyMark.remove(connection)
                }
                try to.settle()
            }
        }
    }

    private func secrets(_ connection: any SQLConnection) throws -> [String: Data] {
        let rows = try Database(connection: connection).all("SELECT name, secret FROM sealed_secrets") {
            (try $0.next(String.self), try $0.next(Data.self))
        }
        return Dictionary(rows) { $1 }
    }

    /// Looks at the target.
    ///
    /// - Returns: `true` for an empty one, `false` for one with an unfinished copy to go on with, `nil` for one to discard.
    private func isFresh(
        _ to: any CopyTarget, of from: any SQLConnection, _ digest: Data, restarts: Bool
    ) throws -> Bool? {
        try to.transaction { connection in
            let schema = try CopySchema(connection, of: target)
            try schema.requireOurs(target)
            // What is discarded must be ours.
            if schema.isUnfinished { try schema.requireOnly(Set(CopyTable.all(from).map(\.name)), target) }
            if schema.isUnfinished, let mark = try CopyMark.read(connection) {
                // Nothing was copied yet, so it does not matter from where.
                guard mark.isChecked, !schema.isEmpty else { return nil }
                if restarts { return nil }
                guard mark.source == digest, schema.missing.isEmpty else { throw CopyError.otherSource(target.name) }
                return false
            }
            guard !schema.isEmpty else { return true }
            let used = try CopyTable.all(connection).filter { try !$0.isEmpty(connection) }.map(\.name)
            guard used.isEmpty else { throw CopyError.hasData(target.name, tables: used.sorted()) }
            return true
        }
    }

    /// Marks the target, and makes its tables.
    private func begin(_ to: any CopyTarget, _ digest: Data) throws {
        try to.transaction { connection in
            let isMarked = try CopySchema(connection, of: target).isUnfinished
            try CopyMark.write(CopyMark.Contents(source: digest, isChecked: false), connection, isNew: !isMarked)
        }
        try to.migrate()
    }

    /// The tables of both databases.
    private func tables(_ from: any SQLConnection, _ to: any CopyTarget) throws -> [CopyTable] {
        let tables = try CopyTable.all(from)
        try to.transaction { try require(tables, areIn: $0) }
        return tables
    }

    private func require(_ tables: [CopyTable], areIn connection: any SQLConnection) throws {
        let other = Set(try CopyTable.all(connection))
        guard let odd = other.symmetricDifference(tables).map(\.name).min() else { return }
        throw CopyError.unknownSchema(odd)
    }

    private func checkValues(
        _ tables: [CopyTable], _ from: any SQLConnection, _ to: any CopyTarget, _ check: () throws -> Void
    ) throws {
        guard to.dialect != from.dialect, to.dialect == .postgreSQL else { return }
        var found = try CopyCheck(to)
        let total = try tables.reduce(0) { try $0 + $1.count(from) }
        var done = 0
        for table in tables {
            var last: [CopyValue]?
            while true {
                try check()
                let rows = try table.page(from, after: last)
                guard let row = rows.last else { break }
                last = table.key(of: row)
                try found.check(rows, of: table)
                done += rows.count
                progress(.checking, done, total)
            }
        }
        try found.finish()
    }

    /// - Returns: The number of rows that were copied.
    private func copy(
        _ tables: [CopyTable], _ from: any SQLConnection, _ to: any CopyTarget, _ check: () throws -> Void
    ) throws -> Int {
        let total = try tables.reduce(0) { try $0 + $1.count(from) }
        var done = try to.transaction { connection in try tables.reduce(0) { try $0 + $1.count(connection) } }
        let before = done
        progress(.copying, done, total)
        for table in tables {
            var last = try to.transaction(table.lastKey)
            while true {
                try check()
                let rows = try table.page(from, after: last)
                guard let row = rows.last else { break }
                last = table.key(of: row)
                do {
                    try to.transaction { try table.insert(rows, $0) }
                } catch is any SQLFailure {
                    throw CopyError.refusedRows(table: table.name)
                }
                done += rows.count
                progress(.copying, done, total)
            }
        }
        return done - before
    }

    /// Makes the database's next made-up values ones that are free.
    private func setCounters(_ connection: any SQLConnection) throws {
        guard let sql = connection.dialect.countedColumns else { return }
        let database = Database(connection: connection)
        for (table, column) in try database.all(sql, [], { (try $0.next(String.self), try $0.next(String.self)) }) {
            _ = try database.first(connection.dialect.count(column, of: table)) { $0.skip() }
        }
    }

    private func compare(
        _ tables: [CopyTable], _ from: any SQLConnection, _ to: any SQLConnection, passing record: CopyRecord? = nil,
        _ check: () throws -> Void
    ) throws -> [EqualTable] {
        let total = try tables.reduce(0) { try $0 + $1.count(from) }
        var (done, equal) = (0, [EqualTable]())
        var (named, count) = ([String](), 0)
        for table in tables {
            let passed = table.name == CopyRecord.table ? record?.sequence : nil
            var comparison = TableComparison(table, from, to, passing: passed, limit: Self.mostNamed - named.count)
            let result = try comparison.run {
                done += 1
                guard done.isMultiple(of: 1000) else { return }
                try check()
                progress(.comparing, done, total)
            }
            if let result { equal.append(result) }
            named += comparison.differences
            count += comparison.differenceCount
        }
        guard count == 0, equal.count == tables.count else { throw CopyError.differs(named, more: count - named.count) }
        return equal
    }
}
