import Dispatch
import VinculaEngine
package import VinculaSQL

/// Questions about a database, each on a connection of its own.
package enum PostgreSQLInspection {
    /// Compares a database's schema with this version's. It changes nothing.
    ///
    /// A newer version's schema that this version can work on is current.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func schema(of address: PostgreSQLAddress) async throws -> SchemaState {
        try await ask(address) { pipeline in
            let facts = try pipeline.script(
                """
                SELECT to_regclass('schema_migrations') IS NOT NULL, EXISTS (
                    SELECT 1 FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
                    AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
                ), current_schema(), has_schema_privilege(current_schema(), 'CREATE')
                """)
            guard let schema = try facts.word(at: 2) else { throw PostgreSQLSetupError.noSchema }
            guard try facts.word(at: 0) == "t" else {
                if try facts.word(at: 1) == "t" { return .foreign }
                guard try facts.word(at: 3) == "t" else { throw PostgreSQLSetupError.mayNotCreate(schema: schema) }
                return .empty
            }
            let applied = try AppliedMigrations(pipeline.script(AppliedMigrations.query))
            if !applied.refused.isEmpty { return .newer(unknown: applied.refused) }
            if applied.isEmpty { return .empty }
            return applied.missing.isEmpty ? .current : .older(missing: applied.missing)
        }
    }

    /// Indicates whether a database of any version holds API keys.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func hasAPIKeys(_ address: PostgreSQLAddress) async throws -> Bool {
        try await ask(address) { try $0.script("SELECT EXISTS (SELECT 1 FROM api_keys)").word(at: 0) == "t" }
    }

    /// Counts the sessions that hold a lock.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func holders(of lock: DatabaseLock, at address: PostgreSQLAddress) async throws -> Int {
        try await ask(address) { pipeline in
            let rows = try pipeline.script("SELECT count(*) FROM pg_locks WHERE granted AND \(lock.isInLocks)")
            return Int(try rows.word(at: 0) ?? "") ?? 0
        }
    }

    /// Writes a row that means nothing, and removes it. The schema must be current.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func tryToWrite(_ address: PostgreSQLAddress) async throws {
        let probe = WriteProbe(address, rules: SessionRules(SessionLimits(), .command))
        do {
            try await probe.write(after: nil, others: nil)
            await probe.close()
        } catch {
            await probe.close()
            throw StoreUnavailable(error) as (any Error)? ?? error
        }
    }

    /// Runs a closure with a connection whose server was checked.
    static func ask<Result: Sendable>(
        _ address: PostgreSQLAddress, _ body: @escaping @Sendable (Pipeline) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result { try connected(address, body) })
            }
        }
    }

    private static func connected<Result>(_ address: PostgreSQLAddress, _ body: (Pipeline) throws -> Result) throws -> Result {
        do {
            let pipeline = try Pipeline(address)
            try SessionRules(SessionLimits(), nil).apply(to: pipeline, writes: false)
            return try body(pipeline)
        } catch let error as PostgreSQLError {
            throw StoreUnavailable(error) as (any Error)? ?? error
        }
    }
}
