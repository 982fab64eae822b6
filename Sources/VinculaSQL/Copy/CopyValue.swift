import Foundation

/// A value of a row, byte by byte: two texts are equal only if their bytes are.
enum CopyValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// The bytes of a text, which need not be UTF-8.
    case text(Data)
    case blob(Data)

    /// The number of bytes, roughly as the databases store them.
    var size: Int {
        switch self {
        case .null: 1
        case .integer: 8
        case .text(let bytes), .blob(let bytes): bytes.count + 4
        }
    }

    /// The value for people: a text as it is, bytes in hexadecimal.
    var printed: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .text(let bytes):
            String(decoding: bytes.prefix(80), as: UTF8.self).map { $0.isNewline || $0 == "\0" ? " " : String($0) }.joined()
        case .blob(let bytes): bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// Appends the value to the bytes of a row. Two values with the same bytes are equal.
    func encode(to row: inout [UInt8]) {
        func append(_ tag: UInt8, _ bytes: Data) {
            row.append(tag)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { row.append(contentsOf: $0) }
            row.append(contentsOf: bytes)
        }
        switch self {
        case .null: row.append(0)
        case .integer(let number):
            row.append(1)
            withUnsafeBytes(of: number.bigEndian) { row.append(contentsOf: $0) }
        case .text(let bytes): append(2, bytes)
        case .blob(let bytes): append(3, bytes)
        }
    }

    /// The value as an argument of ``SQLDialect/argument(_:)``.
    func argument(_ dialect: SQLDialect) -> SQLValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let bytes): dialect == .sqlite ? .blob(bytes) : .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): .blob(bytes)
        }
    }
}

extension CopyValue: Comparable {
    /// The order of both databases: numbers by value, texts and bytes byte by byte.
    static func < (one: CopyValue, other: CopyValue) -> Bool {
        switch (one, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.text(let one), .text(let other)), (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
        default: one.rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .text: 2
        case .blob: 3
        }
    }
}
