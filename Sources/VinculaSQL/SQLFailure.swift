package import VinculaEngine

/// An error of a database.
package protocol SQLFailure: Error {
    /// The uniqueness rule that a statement broke; `nil` if it failed for another reason.
    var conflict: StoreConflict? { get }
}

extension Database {
    /// Runs a statement, and throws a broken uniqueness rule as a `StoreConflict`, after which the transaction can go on.
    func namingConflicts<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try attempt(body)
        } catch let error as any SQLFailure {
            throw error.conflict as (any Error)? ?? error
        }
    }

    /// Inserts one row, and throws a broken uniqueness rule as a `StoreConflict`, after which the transaction can go on.
    ///
    /// - Parameter key: The name of the key's column, whose value the database makes up.
    /// - Returns: The key.
    func insert(_ sql: String, _ arguments: Arguments, key: String) throws -> Int64 {
        // Hardly any row breaks a rule, and a savepoint costs as much as a statement, and a transaction's number.
        if dialect.failureEndsTransaction,
            let inserted = try first(
                "\(sql) ON CONFLICT DO NOTHING RETURNING \(key)", arguments, { try $0.next(Int64.self) })
        {
            return inserted
        }
        return try namingConflicts { try connection.insert(sql, arguments, key: key) }
    }
}
