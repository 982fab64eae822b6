package import Foundation
import VinculaCrypto

/// A table that is equal in both databases.
package struct EqualTable: Hashable, Sendable {
    package let name: String
    package let rows: Int
    /// The SHA-256 of all rows with all columns, in the order of the primary key.
    package let digest: Data
}

/// Compares a table of two databases row by row.
struct TableComparison {
    /// The rows of a table, a page of them in memory.
    private struct Rows {
        let table: CopyTable
        let connection: any SQLConnection
        /// The number of the row that does not count.
        let passed: Int64?
        private var page: [[CopyValue]] = []
        private var place = 0
        private var last: [CopyValue]?
        private var isAtEnd = false

        init(_ table: CopyTable, _ connection: any SQLConnection, passing passed: Int64?) {
            self.table = table
            self.connection = connection
            self.passed = passed
        }

        /// The next row, which stays until it is passed; `nil` at the end.
        mutating func current() throws -> [CopyValue]? {
            while place == page.count, !isAtEnd {
                page = try table.page(connection, after: last)
                place = 0
                last = page.last.map(table.key)
                isAtEnd = page.isEmpty
                if let passed { page.removeAll { table.key(of: $0) == [.integer(passed)] } }
            }
            return place < page.count ? page[place] : nil
        }

        mutating func pass() { place += 1 }
    }

    let table: CopyTable
    let source: any SQLConnection
    let target: any SQLConnection
    /// The number of a row that only one of the two has, and that does not count.
    let passed: Int64?
    /// The number of differences that are kept.
    let limit: Int

    private(set) var differences: [String] = []
    private(set) var differenceCount = 0

    init(
        _ table: CopyTable, _ source: any SQLConnection, _ target: any SQLConnection, passing passed: Int64?, limit: Int
    ) {
        self.table = table
        self.source = source
        self.target = target
        self.passed = passed
        self.limit = limit
    }

    /// Compares all rows.
    ///
    /// - Parameter onRow: Called for each row of the source.
    /// - Returns: `nil` if there are differences.
    mutating func run(onRow: () throws -> Void) throws -> EqualTable? {
        var (one, other) = (Rows(table, source, passing: passed), Rows(table, target, passing: passed))
        var (digest, otherDigest) = (FileDigest(), FileDigest())
        var rows = 0
        while true {
            let (left, right) = (try one.current(), try other.current())
            guard left != nil || right != nil else { break }
            let order = self.order(left, right)
            if let left, order <= 0 {
                digest.add(Self.bytes(left))
                rows += 1
                one.pass()
                try onRow()
            }
            if let right, order >= 0 {
                otherDigest.add(Self.bytes(right))
                other.pass()
            }
            note(left, right, order)
        }
        let (sum, otherSum) = (digest.finish(), otherDigest.finish())
        guard differenceCount == 0, sum == otherSum else { return nil }
        return EqualTable(name: table.name, rows: rows, digest: sum)
    }

    /// The order of two rows by their keys; the end comes last.
    private func order(_ left: [CopyValue]?, _ right: [CopyValue]?) -> Int {
        guard let left else { return 1 }
        guard let right else { return -1 }
        for place in table.key where left[place] != right[place] { return left[place] < right[place] ? -1 : 1 }
        return 0
    }

    private mutating func note(_ left: [CopyValue]?, _ right: [CopyValue]?, _ order: Int) {
        let words: String
        if order < 0 {
            words = "is missing in the target"
        } else if order > 0 {
            words = "is in the target only"
        } else if let left, let right, left != right {
            let names = table.columns.indices.filter { left[$0] != right[$0] }.map { table.columns[$0].name }
            words = "differs in \(names.joined(separator: ", "))"
        } else {
            return
        }
        differenceCount += 1
        guard differences.count < limit, let row = order > 0 ? right : left else { return }
        differences.append("\(table.name), \(table.printedKey(table.key(of: row))): \(words)")
    }

    private static func bytes(_ row: [CopyValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in row { value.encode(to: &bytes) }
        return bytes
    }
}
