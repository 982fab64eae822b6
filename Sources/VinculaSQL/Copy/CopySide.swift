/// One of the two databases between which data is copied, or that are compared.
package protocol CopySide: Sendable {
    /// The database in a sentence, without secrets.
    var name: String { get }
    /// The table that lists the steps of the schema.
    var stepsTable: String { get }
    /// The steps that this version knows.
    var steps: [String] { get }
    /// Identifiers that operators may insert among the steps, and that name none.
    var marks: [String] { get }

    /// Runs a closure that reads one state, while others may use the database.
    ///
    /// - Throws: ``CopyError/absent(_:)``, any error of the closure, or the database's error.
    func reading<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result

    /// Runs a closure that reads one state, and keeps servers and commands away meanwhile.
    ///
    /// - Parameters:
    ///   - check: Called from time to time while others use the database; what it throws ends the waiting.
    ///   - body: The closure.
    /// - Throws: ``CopyError/absent(_:)``, any error of the closures, or the database's error, also if somebody uses it.
    func readingAlone<Result>(_ check: () throws -> Void, _ body: (any SQLConnection) throws -> Result) throws -> Result

    /// Runs a closure that makes transactions, and keeps servers and commands away meanwhile; creates a database that is a file.
    ///
    /// - Parameters:
    ///   - check: Called from time to time while others use the database; what it throws ends the waiting.
    ///   - body: The closure.
    /// - Throws: Any error of the closures, or the database's error, also if somebody uses it.
    func writing<Result>(_ check: () throws -> Void, _ body: (any CopyTarget) throws -> Result) throws -> Result

    /// Removes everything from a database that holds an unfinished copy.
    ///
    /// - Parameter check: Called from time to time while others use the database; what it throws ends the waiting.
    func discard(_ check: () throws -> Void) throws
}

/// The database to which data is copied, for as long as it is open.
package protocol CopyTarget {
    var dialect: SQLDialect { get }
    /// Brings the schema up to date.
    func migrate() throws
    /// Runs a closure in a transaction, which is undone if the closure throws.
    func transaction<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result
    /// Writes everything to the disk, and prepares the database for use.
    func settle() throws
}
