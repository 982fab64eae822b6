import Foundation
import VinculaEngine
package import VinculaSQL

/// A PostgreSQL database that is copied, or copied to.
package struct PostgreSQLSide: CopySide {
    private let address: PostgreSQLAddress
    private let patience: Duration
    private let onWait: @Sendable () -> Void

    /// - Parameters:
    ///   - address: The database.
    ///   - patience: The time to wait for others: connections of a copy that was killed live on for a moment.
    ///   - onWait: Called once, when others turn out to use the database.
    package init(
        _ address: PostgreSQLAddress, patience: Duration = .seconds(5), onWait: @escaping @Sendable () -> Void = {}
    ) {
        self.address = address
        self.patience = patience
        self.onWait = onWait
    }

    package var name: String { ["PostgreSQL", address.place].filter { !$0.isEmpty }.joined(separator: ", ") }
    package var stepsTable: String { "schema_migrations" }
    package var marks: [String] { [Migrations.keysMark] }
    package var steps: [String] { Migrations.all.map(\.identifier) }

    /// Counts the connections of servers, by where they come from.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``, or the database's error.
    package func serverConnections() throws -> [(from: String, count: Int)] {
        let sql = """
            SELECT coalesce(host(client_addr), 'this machine or an unknown one'), count(*) FROM pg_stat_activity
            WHERE pid IN (SELECT pid FROM pg_locks WHERE granted AND \(DatabaseLock.serve.isInLocks)) GROUP BY 1 ORDER BY 1
            """
        return try reading { connection in
            var found: [(from: String, count: Int)] = []
            try connection.query(sql, []) { row in
                if let from = try row.text(at: 0), let count = try row.integer(at: 1) { found.append((from, Int(count))) }
                return true
            }
            return found
        }
    }

    package func reading<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try converting { try transaction(open(nil), ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"], body) }
    }

    package func readingAlone<Result>(
        _ check: () throws -> Void, _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try converting { try transaction(openAlone(check), ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"], body) }
    }

    package func writing<Result>(_ check: () throws -> Void, _ body: (any CopyTarget) throws -> Result) throws -> Result {
        try converting {
            let connection = try openAlone(check)
            // What a crash of the server takes away is copied again. The last commit waits for the disk.
            try connection.script("SET synchronous_commit = off")
            return try body(PostgreSQLTarget(connection: connection, side: self))
        }
    }

    package func discard(_ check: () throws -> Void) throws {
        try converting {
            let connection = try openAlone(check)
            try connection.script(
                """
                DO $$
                DECLARE functions text; tables text;
                BEGIN
                    SELECT string_agg(DISTINCT g.tgfoid::regprocedure::text, ', ') INTO functions FROM pg_trigger AS g
                    JOIN pg_class AS t ON t.oid = g.tgrelid
                    WHERE t.relnamespace = current_schema()::regnamespace AND NOT g.tgisinternal;
                    SELECT string_agg(quote_ident(relname), ', ') INTO tables FROM pg_class
                    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '\(CopyMark.table)';
                    UPDATE \(CopyMark.table) SET is_checked = 0;
                    IF tables IS NOT NULL THEN EXECUTE 'DROP TABLE ' || tables; END IF;
                    IF functions IS NOT NULL THEN EXECUTE 'DROP FUNCTION ' || functions; END IF;
                END $$
                """)
        }
    }

    /// Opens a connection that keeps servers and commands away for as long as it lives.
    private func openAlone(_ check: () throws -> Void) throws -> PostgreSQLConnection {
        let deadline = ContinuousClock.now + patience
        var isTold = false
        while true {
            try check()
            do {
                return try open(.alone)
            } catch PostgreSQLSetupError.inUse where .now < deadline {
                if !isTold {
                    isTold = true
                    onWait()
                }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    private func open(_ role: DatabaseRole?) throws -> PostgreSQLConnection {
        try PostgreSQLConnection(address, rules: SessionRules(.copy, role, acceptsUnfinishedCopy: true), writes: true)
    }

    /// Runs a closure in a transaction, which is undone if the closure throws.
    fileprivate func transaction<Result>(
        _ connection: PostgreSQLConnection, _ statements: [String], _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        connection.begin(statements)
        do {
            let result = try body(connection)
            try connection.commit()
            return result
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Runs a closure, and describes errors of the server and the network.
    fileprivate func converting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PostgreSQLError {
            throw StoreUnavailable(error) as (any Error)? ?? error
        }
    }
}

extension SessionLimits {
    /// For work that takes as long as there is data.
    static var copy: SessionLimits {
        var limits = SessionLimits()
        limits.statement = 0
        limits.idleTransaction = 0
        return limits
    }
}

private struct PostgreSQLTarget: CopyTarget {
    let connection: PostgreSQLConnection
    let side: PostgreSQLSide

    var dialect: SQLDialect { .postgreSQL }

    // On the connection that keeps others away. The server goes on making the tables of a copy that was killed, and the next
    // attempt must not look at the database before that is over.
    func migrate() throws {
        try side.converting {
            try Migrations.run(on: connection)
            try connection.script("SET lock_timeout = \(SessionLimits.copy.lock); SELECT pg_advisory_unlock(\(Migrations.lock))")
        }
    }

    func transaction<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try side.converting { try side.transaction(connection, ["BEGIN ISOLATION LEVEL REPEATABLE READ"], body) }
    }

    func settle() throws {
        try side.converting {
            _ = try connection.script("SET synchronous_commit = on")
            // A commit that waits for the disk, and with it for all before it.
            _ = try connection.script("SELECT pg_logical_emit_message(true, 'vincula', '')")
            // Not all tables: PostgreSQL's own are only analyzed for a superuser, and for others it warns of each.
            _ = try connection.script(YoungTables.analysisOfAll)
        }
    }
}
