import Foundation
import GRDB
import GRDBSQLite
import VinculaSQL

/// A prepared statement, and the columns of its current row.
///
/// One thread uses it at a time, as it does its connection.
final class StoreStatement: SQLColumns {
    let columnCount: Int
    private let sql: String
    private let statement: OpaquePointer
    private let connection: OpaquePointer
    private let parameterCount: Int

    /// - Parameters:
    ///   - sql: One statement.
    ///   - connection: The connection.
    ///   - isKept: `true` if it will run many times.
    /// - Throws: `DatabaseError`.
    init(_ sql: String, on connection: OpaquePointer, isKept: Bool) throws {
        var prepared: OpaquePointer?
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(connection, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK else { throw DatabaseError(connection, code, sql) }
        guard let prepared else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "no statement", sql: sql) }
        self.sql = sql
        self.connection = connection
        statement = prepared
        columnCount = Int(sqlite3_column_count(prepared))
        parameterCount = Int(sqlite3_bind_parameter_count(prepared))
    }

    deinit { sqlite3_finalize(statement) }

    /// Sets the arguments.
    ///
    /// - Throws: ``StoreError/nulInText``: two ids that differ only after a NUL would be equal where SQLite reads C strings.
    func bind(_ arguments: SQLArguments) throws {
        guard arguments.count == parameterCount else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: sql)
        }
        var position: Int32 = 0
        for argument in arguments {
            position += 1
            let code = try bind(argument?.sqlValue ?? .null, at: position)
            guard code == SQLITE_OK else { throw DatabaseError(connection, code, sql) }
        }
    }

    private func bind(_ value: SQLValue, at position: Int32) throws -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, position)
        case .integer(let number): return sqlite3_bind_int64(statement, position, number)
        case .text(var text):
            return try text.withUTF8 { bytes in
                guard !bytes.contains(0) else { throw StoreError.nulInText }
                // An empty buffer may have no address, and SQLite takes that for NULL.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_text(statement, position, "", 0, Self.copies)
                }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text(statement, position, $0, Int32(clamping: bytes.count), Self.copies)
                }
            }
        case .blob(let data):
            guard !data.isEmpty else { return sqlite3_bind_zeroblob(statement, position, 0) }
            return data.withUnsafeBytes {
                sqlite3_bind_blob(statement, position, $0.baseAddress, Int32(clamping: $0.count), Self.copies)
            }
        }
    }

    /// `SQLITE_TRANSIENT`, a cast that Swift does not import.
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// Goes to the next row, or runs a statement without rows.
    ///
    /// - Returns: `false` at the end.
    func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(connection, code, sql)
        }
    }

    /// Ends the statement; only then does it no longer hold a lock.
    func reset() { sqlite3_reset(statement) }

    func integer(at index: Int) throws -> Int64? {
        switch sqlite3_column_type(statement, Int32(index)) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, Int32(index))
        case SQLITE_NULL: return nil
        default: throw StoreError.corruptColumn
        }
    }

    func text(at index: Int) throws -> String? {
        switch sqlite3_column_type(statement, Int32(index)) {
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, Int32(index))
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(index))))
            return String(decoding: bytes, as: UTF8.self)
        case SQLITE_NULL: return nil
        default: throw StoreError.corruptColumn
        }
    }

    func blob(at index: Int) throws -> Data? {
        switch sqlite3_column_type(statement, Int32(index)) {
        case SQLITE_BLOB, SQLITE_TEXT:
            // Without an address if it is empty.
            guard let start = sqlite3_column_blob(statement, Int32(index)) else { return Data() }
            return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, Int32(index))))
        case SQLITE_NULL: return nil
        default: throw StoreError.corruptColumn
        }
    }
}

extension DatabaseError {
    /// Creates the error of a connection's last call.
    init(_ connection: OpaquePointer?, _ code: Int32, _ sql: String? = nil) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        self.init(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}
