package import VinculaPostgreSQL

/// Databases on one server that all tests of a process share.
package actor PostgreSQLDatabases {
    package static let shared = PostgreSQLDatabases()

    /// The maximum number of tests that have a database at the same time.
    private static let most = 6

    private var server: Task<PostgreSQLServer, any Error>?
    private var count = 0
    private var inUse = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs a closure with a database of its own.
    ///
    /// - Parameters:
    ///   - isMigrated: Whether it has the current schema.
    ///   - body: Gets the address.
    package static func with<Result: Sendable>(
        isMigrated: Bool = true, _ body: (PostgreSQLAddress) async throws -> Result
    ) async throws -> Result {
        let (server, name) = try await shared.make(isMigrated: isMigrated)
        do {
            let result = try await body(try server.address(name))
            await shared.drop(name, on: server)
            return result
        } catch {
            await shared.drop(name, on: server)
            throw error
        }
    }

    /// Runs a closure with a migrated store in a database of its own.
    package static func withStore<Result: Sendable>(
        connections: Int = 8, limits: SessionLimits = SessionLimits(), _ body: (PostgreSQLStore) async throws -> Result
    ) async throws -> Result {
        try await with { address in
            let store = PostgreSQLStore(address, connections: connections, limits: limits)
            do {
                let result = try await body(store)
                try await store.close()
                return result
            } catch {
                try await store.close()
                throw error
            }
        }
    }

    private func make(isMigrated: Bool) async throws -> (PostgreSQLServer, String) {
        if inUse >= Self.most {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            inUse += 1
        }
        do {
            let server = try await started()
            count += 1
            let name = "test_\(count)"
            try await SQLScript.run(
                "CREATE DATABASE \(name)\(isMigrated ? " TEMPLATE vincula_template" : "")", at: try server.address())
            return (server, name)
        } catch {
            leave()
            throw error
        }
    }

    private func drop(_ name: String, on server: PostgreSQLServer) async {
        // A test may have ended the server.
        if let address = try? server.address() { _ = try? await SQLScript.run("DROP DATABASE \(name) WITH (FORCE)", at: address) }
        leave()
    }

    private func leave() { if waiting.isEmpty { inUse -= 1 } else { waiting.removeFirst().resume() } }

    private func started() async throws -> PostgreSQLServer {
        if let server { return try await server.value }
        let task = Task {
            let server = try await PostgreSQLServer()
            try await SQLScript.run("CREATE DATABASE vincula_template", at: try server.address())
            let store = PostgreSQLStore(try server.address("vincula_template"), connections: 2)
            try await store.migrate()
            try await store.close()
            return server
        }
        server = task
        return try await task.value
    }
}
