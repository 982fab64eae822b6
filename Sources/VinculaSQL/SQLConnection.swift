package import Foundation

/// A database connection during one transaction. One thread uses it at a time.
///
/// The SQL has a question mark for each argument, whichever database it is for.
package protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }
    /// Indicates whether a transaction is open, even one in which a statement failed.
    var isInsideTransaction: Bool { get }
    /// Indicates whether the transaction is open and accepts statements.
    var canGoOn: Bool { get }
    /// The number of rows that the last change inserted, updated or deleted; those that it deleted in other tables do not count.
    var changesCount: Int { get }

    /// Runs a statement that changes data.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: Its arguments.
    ///   - isCached: `true` to keep the prepared statement; `false` for SQL that has countless variants.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func change(_ sql: String, _ arguments: SQLArguments, isCached: Bool) throws

    /// Runs a statement that changes data, at the latest with the next statement or the end of the transaction. If it fails, the
    /// transaction does.
    ///
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func changeLater(_ sql: String, _ arguments: SQLArguments) throws

    /// Inserts one row into a table whose key the database makes up.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: Its arguments.
    ///   - key: The name of the key's column.
    /// - Returns: The key.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func insert(_ sql: String, _ arguments: SQLArguments, key: String) throws -> Int64

    /// Announces queries that are likely to follow before anything is changed, so that they may be asked with the next statement.
    /// Those whose arguments the database cannot hold are ignored.
    func expect(_ statements: [ExpectedStatement])

    /// Runs a query.
    ///
    /// - Parameters:
    ///   - sql: The query.
    ///   - arguments: Its arguments.
    ///   - read: Reads a row, and returns whether to go on. Must not run the same SQL again: the prepared statement is in use.
    /// - Throws: ``StoreError/nulInText``, or the database's error.
    func query(_ sql: String, _ arguments: SQLArguments, _ read: (any SQLColumns) throws -> Bool) throws

    /// Runs a query with many rows, of which only a few are in memory at a time. Other statements may run meanwhile.
    func scan(_ sql: String, _ read: (any SQLColumns) throws -> Void) throws

    /// Begins a savepoint, within an earlier one if there is one.
    func beginSavepoint() throws
    /// Ends the innermost savepoint and keeps its changes.
    func releaseSavepoint() throws
    /// Undoes the changes since the innermost savepoint, and ends it.
    func rollBackToSavepoint() throws

    /// Lets the connection use more memory, because thousands of rows are about to be written.
    func expectManyWrites()

    /// Requires that no other write is running. Otherwise the write begins again, alone.
    ///
    /// - Throws: The error by which it begins again.
    func requireAlone() throws

    /// Requires that everything which the write reads stays as it is until its end. Otherwise it begins again, alone.
    ///
    /// - Throws: The error by which it begins again.
    func requireOrder() throws
}

extension SQLConnection {
    /// Makes several changes, all of them or none. Savepoints may be nested.
    package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try beginSavepoint()
        do {
            let value = try body()
            try releaseSavepoint()
            return value
        } catch {
            if isInsideTransaction { try rollBackToSavepoint() }
            throw error
        }
    }
}

/// The columns of a row, valid until the next row is read.
package protocol SQLColumns: AnyObject {
    var columnCount: Int { get }
    /// Reads a number, or a Boolean as 0 or 1.
    func integer(at index: Int) throws -> Int64?
    func text(at index: Int) throws -> String?
    func blob(at index: Int) throws -> Data?
}
