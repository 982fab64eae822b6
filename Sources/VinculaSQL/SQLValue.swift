package import Foundation

/// A value as both databases store it. A Boolean is 0 or 1.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob(Data)
}

/// An argument of a statement.
package protocol SQLArgument {
    var sqlValue: SQLValue { get }
}

package typealias SQLArguments = [(any SQLArgument)?]

extension SQLValue: SQLArgument {
    package var sqlValue: SQLValue { self }
}

extension String: SQLArgument {
    package var sqlValue: SQLValue { .text(self) }
}

extension Int64: SQLArgument {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLArgument {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: SQLArgument {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Data: SQLArgument {
    package var sqlValue: SQLValue { .blob(self) }
}

/// A type of values that columns have.
protocol SQLReadable {
    /// - Throws: ``StoreError/corruptColumn`` for a value that is not of the type, such as `NULL` for one that is not optional.
    static func read(_ columns: any SQLColumns, at index: Int) throws -> Self
}

extension Optional: SQLReadable where Wrapped: SQLOptionallyReadable {
    static func read(_ columns: any SQLColumns, at index: Int) throws -> Wrapped? {
        try Wrapped.readIfPresent(columns, at: index)
    }
}

/// A type of values that columns have, or `NULL`.
protocol SQLOptionallyReadable: SQLReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> Self?
}

extension SQLOptionallyReadable {
    static func read(_ columns: any SQLColumns, at index: Int) throws -> Self {
        guard let value = try readIfPresent(columns, at: index) else { throw StoreError.corruptColumn }
        return value
    }
}

extension String: SQLOptionallyReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> String? { try columns.text(at: index) }
}

extension Int64: SQLOptionallyReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> Int64? { try columns.integer(at: index) }
}

extension Int: SQLOptionallyReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> Int? {
        try columns.integer(at: index).map { Int($0) }
    }
}

extension Bool: SQLOptionallyReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> Bool? {
        try columns.integer(at: index).map { $0 != 0 }
    }
}

extension Data: SQLOptionallyReadable {
    static func readIfPresent(_ columns: any SQLColumns, at index: Int) throws -> Data? { try columns.blob(at: index) }
}
