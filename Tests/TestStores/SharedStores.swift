package import VinculaEngine
import VinculaPostgreSQL

/// The stores of several servers on one PostgreSQL database.
package struct SharedStores: Sendable {
    package let stores: [any Store]
    private let address: PostgreSQLAddress

    /// Runs a closure with stores on a database of their own, which is removed afterwards.
    ///
    /// - Parameters:
    ///   - count: The number of stores.
    ///   - body: Gets the stores.
    package static func with<Result: Sendable>(
        _ count: Int = 4, _ body: (SharedStores) async throws -> Result
    ) async throws -> Result {
        try await PostgreSQLDatabases.with { address in
            let shared = SharedStores(
                stores: (0..<count).map { _ in PostgreSQLStore(address, connections: 12) }, address: address)
            do {
                let result = try await body(shared)
                for store in shared.stores { try await store.close() }
                return result
            } catch {
                for store in shared.stores { try? await store.close() }
                throw error
            }
        }
    }

    /// Ends the connections by which the servers hear of each other's changes. They make new ones soon.
    ///
    /// - Returns: The number of connections.
    @discardableResult
    package func endListening() async throws -> Int {
        let count = try await SQLScript.run(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'vincula listener'
            """, at: address)
        return count.flatMap(Int.init) ?? 0
    }

    /// Runs SQL on the database; see `SQLScript`.
    @discardableResult
    package func run(_ sql: String) async throws -> String? { try await SQLScript.run(sql, at: address) }
}
