package import Foundation
import GRDB
package import VinculaSQL

extension Database: SQLConnection {
    /// 64 MiB, in KiB: the pages of the indexes that a batch of an import touches.
    private static let importCache = 65_536

    package var dialect: SQLDialect { .sqlite }

    // SQLite ends a transaction itself if it cannot go on.
    package var canGoOn: Bool { isInsideTransaction }

    package func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws {
        let values = try Self.values(of: arguments)
        let statement = try isCached ? cachedStatement(sql: sql) : makeStatement(sql: sql)
        try statement.execute(arguments: values)
    }

    package func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64 {
        try change(sql, arguments, isCached: true)
        return lastInsertedRowID
    }

    package func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: try Self.values(of: arguments))
        while let row = try rows.next() { guard try read(row) else { break } }
    }

    package func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws {
        let rows = try Row.fetchCursor(self, sql: sql)
        while let row = try rows.next() { try read(row) }
    }

    package func beginSavepoint() throws { try change("SAVEPOINT vincula", [], isCached: true) }

    package func releaseSavepoint() throws { try change("RELEASE SAVEPOINT vincula", [], isCached: true) }

    package func rollBackToSavepoint() throws {
        do {
            try change("ROLLBACK TO SAVEPOINT vincula", [], isCached: true)
            try change("RELEASE SAVEPOINT vincula", [], isCached: true)
        } catch {
            // A partial change must never be committed with the rest of a batch.
            try rollback()
            throw error
        }
    }

    // Without it, only the import takes longer.
    package func expectManyWrites() { try? execute(sql: "PRAGMA cache_size = -\(Self.importCache)") }

    /// Reads one consistent state: on a reader's connection, or on the only one of a store in memory.
    ///
    /// Does the same as GRDB's `read`, but keeps statements prepared: `read` sets `PRAGMA query_only`, and every statement of the
    /// connection is then prepared again, which costs as much as a lookup.
    func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        if isInsideTransaction { try rollback() }
        try change("BEGIN DEFERRED", [], isCached: true)
        do {
            let value = try body()
            try change("COMMIT", [], isCached: true)
            return value
        } catch {
            // SQLite may have ended the transaction itself. The connection must not be returned with one open.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    /// The arguments as SQLite takes them.
    ///
    /// - Throws: ``StoreError/nulInText``. GRDB binds C strings and so cuts off what follows a NUL: two ids that differ only there
    ///   would be equal.
    private static func values(of arguments: SQLArguments) throws -> StatementArguments {
        // Not an array of DatabaseValue: for that, GRDB makes a generic key path each time, which costs more than the rest.
        var values: [(any DatabaseValueConvertible)?] = []
        values.reserveCapacity(arguments.count)
        for argument in arguments {
            switch argument?.sqlValue ?? .null {
            case .null: values.append(nil)
            case .integer(let number): values.append(number)
            case .text(let text):
                guard !text.utf8.contains(0) else { throw StoreError.nulInText }
                values.append(text)
            case .blob(let bytes): values.append(bytes)
            }
        }
        return StatementArguments(values)
    }
}

extension Row: SQLColumns {
    package var columnCount: Int { count }

    package func integer(at index: Int) throws -> Int64? { try decode(Int64?.self, atIndex: index) }

    package func text(at index: Int) throws -> String? { try decode(String?.self, atIndex: index) }

    package func blob(at index: Int) throws -> Data? { try decode(Data?.self, atIndex: index) }
}
