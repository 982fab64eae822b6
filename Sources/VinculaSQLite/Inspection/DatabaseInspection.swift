package import Foundation
import GRDB
import VinculaSQL

/// Checks of a whole database file.
package enum DatabaseInspection {
    /// The thoroughness of a check.
    package enum Depth: Sendable {
        /// Checks every page, but not whether indexes and tables agree. Runs at the speed of the disk.
        case quick
        /// Also checks indexes against tables, and every reference.
        case whole
    }

    /// The maximum number of faults reported; one is reason enough to restore a backup.
    private static let most = 10

    /// Looks for damage. This is possible while a server is running.
    ///
    /// - Returns: The faults in SQLite's words; empty if there are none.
    /// - Throws: `StoreUnavailable` if the file cannot even be read, ``StoreError``, or `CancellationError`.
    package static func faults(of database: URL, _ depth: Depth) async throws -> [String] {
        try await LongWork.run(database) { work in
            try work.withConnection(to: database) { try faults(on: $0, depth) }
        }
    }

    static func faults(on connection: DatabaseQueue, _ depth: Depth) throws -> [String] {
        try connection.writeWithoutTransaction { db in
            do {
                let check = depth == .quick ? "quick_check" : "integrity_check"
                let words = try String.fetchAll(db, sql: "PRAGMA \(check)(\(most))")
                guard words == ["ok"] else { return words.map(oneLine) }
                return depth == .quick ? [] : try brokenReferences(db)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                // The check itself may fail on damaged data.
                return [error.message ?? "the file is damaged"]
            }
        }
    }

    private static func brokenReferences(_ db: Database) throws -> [String] {
        let rows = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
        let counts = Dictionary(grouping: rows) { "\($0["table"] as String? ?? "?") → \($0["parent"] as String? ?? "?")" }
        return counts.sorted { $0.key < $1.key }.map { "\($0.value.count) rows refer to nothing: \($0.key)" }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
