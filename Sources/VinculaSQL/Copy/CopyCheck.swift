import Foundation
import VinculaEngine

/// Finds the values of a source that its target cannot hold, before anything is copied.
struct CopyCheck {
    /// The number of faults that are named.
    private static let mostNamed = 20
    /// The size of indexed values from which a row is tried: PostgreSQL's indexes take 2704 bytes, compressed.
    private static let suspiciousSize = 2000
    /// Columns with JSON that PostgreSQL reads as `jsonb`.
    private static let jsonColumns = [
        "project_settings": "settings", "openid_providers": "provider", "supported_providers": "provider",
    ]
    /// What `jsonb` does not take, though JSON does.
    private static let nulInJSON = Data(#"\u0000"#.utf8)

    private struct Tried: Error {}

    private let target: any CopyTarget
    private let indexed: [String: Set<String>]
    private var named: [String] = []
    private var unnamed = 0

    init(_ target: any CopyTarget) throws {
        self.target = target
        let rows = try target.transaction { connection in
            try connection.dialect.indexedColumns.map { sql in
                try Database(connection: connection).all(sql) { (try $0.next(String.self), try $0.next(String.self)) }
            } ?? []
        }
        indexed = Dictionary(grouping: rows, by: \.0).mapValues { Set($0.map(\.1)) }
    }

    /// Checks rows of a table. SQLite holds whatever PostgreSQL holds.
    ///
    /// - Throws: `StoreUnavailable`.
    mutating func check(_ rows: [[CopyValue]], of table: CopyTable) throws {
        guard target.dialect == .postgreSQL else { return }
        for row in rows {
            guard let fault = try fault(of: row, in: table) else { continue }
            if named.count < Self.mostNamed {
                named.append("\(table.name), \(table.printedKey(table.key(of: row))): \(fault)")
            } else {
                unnamed += 1
            }
        }
    }

    /// - Throws: ``CopyError/values(_:more:)`` if anything was found.
    func finish() throws {
        guard named.isEmpty else { throw CopyError.values(named, more: unnamed) }
    }

    private func fault(of row: [CopyValue], in table: CopyTable) throws -> String? {
        var size = 0
        for (column, value) in zip(table.columns, row) {
            if indexed[table.name]?.contains(column.name) == true { size += value.size }
            guard case .text(let bytes) = value else { continue }
            if bytes.contains(0) { return "\(column.name) contains a NUL character" }
            guard let text = String(validating: bytes, as: UTF8.self) else { return "\(column.name) is not UTF-8" }
            guard Self.jsonColumns[table.name] == column.name, bytes.range(of: Self.nulInJSON) != nil else { continue }
            let isTaken = try isTaken { try $0.query("SELECT (?::text)::jsonb IS NULL", [text]) { _ in true } }
            if !isTaken { return "\(column.name) contains \\u0000, which PostgreSQL's JSON does not" }
        }
        guard size > Self.suspiciousSize else { return nil }
        let isTaken = try isTaken { connection in
            try connection.change("CREATE TEMPORARY TABLE copy_trial (LIKE \"\(table.name)\" INCLUDING ALL)", [], isCached: false)
            try table.insert([row], connection, into: "copy_trial")
        }
        return isTaken ? nil : "PostgreSQL refuses it; its indexed values have \(size) bytes, and an index takes about 2,700"
    }

    /// Tries statements, and undoes them.
    private func isTaken(_ body: (any SQLConnection) throws -> Void) throws -> Bool {
        do {
            return try target.transaction { connection in
                try body(connection)
                throw Tried()
            }
        } catch is Tried {
            return true
        } catch let error as StoreUnavailable {
            throw error
        } catch {
            return false
        }
    }
}
