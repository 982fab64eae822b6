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
}
