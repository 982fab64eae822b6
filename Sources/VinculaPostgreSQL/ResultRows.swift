import CPostgreSQL
import Foundation
import VinculaSQL

/// The rows of a query's result, of which one is current. They are freed with it.
final class ResultRows: SQLColumns {
    private enum Kind {
        case integer, text, bytes, other
    }

    let count: Int
    let columnCount: Int
    var current = 0
    private let result: OpaquePointer
    private let kinds: [Kind]

    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
        columnCount = Int(PQnfields(result))
        kinds = (0..<PQnfields(result)).map { Self.kind(PQftype(result, $0)) }
    }

    deinit { PQclear(result) }

    /// The kind of statement that the server carried out, such as `COMMIT`.
    var command: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    /// The number of rows that the statement changed.
    var changesCount: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func integer(at index: Int) throws -> Int64? {
        guard let bytes = try bytes(at: index, .integer) else { return nil }
        guard let first = bytes.first else { throw StoreError.corruptColumn }
        // Two's complement, the highest byte first; a Boolean is one byte.
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    func text(at index: Int) throws -> String? { try bytes(at: index, .text).map { String(decoding: $0, as: UTF8.self) } }

    func blob(at index: Int) throws -> Data? { try bytes(at: index, .bytes).map { Data($0) } }

    /// Reads a value of a script's result: outside of pipeline mode, all values are text.
    func word(at index: Int) throws -> String? {
        guard current < count, index < columnCount else { throw StoreError.corruptColumn }
        let (row, column) = (Int32(current), Int32(index))
        return PQgetisnull(result, row, column) != 0 ? nil : PQgetvalue(result, row, column).map { String(cString: $0) }
    }

    private func bytes(at index: Int, _ kind: Kind) throws -> UnsafeRawBufferPointer? {
        guard current < count, index < columnCount else { throw StoreError.corruptColumn }
        let (row, column) = (Int32(current), Int32(index))
        if PQgetisnull(result, row, column) != 0 { return nil }
        guard kinds[index] == kind else { throw StoreError.corruptColumn }
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    private static func kind(_ type: Oid) -> Kind {
        switch type {
        case 16, 20, 21, 23: .integer  // bool, int8, int2, int4
        case 19, 25, 1043: .text  // name, text, varchar
        case 17: .bytes
        default: .other
        }
    }
}
