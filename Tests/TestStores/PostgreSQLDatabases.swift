package import VinculaPostgreSQL

/// Databases on one server that all tests of a process share.
package actor PostgreSQLDatabases {
    /// A database that a test has for itself.
    package struct Lease: Sendable {
        package let address: PostgreSQLAddress
        /// The address, for `VINCULA_DATABASE`.
        package var text: String { server.text(name, user: isMigrated ? "postgres" : PostgreSQLDatabases.owner) }
        fileprivate let name: String
        fileprivate let isMigrated: Bool
        fileprivate let server: PostgreSQLServer

        /// Gives the database back, to be emptied or removed. Must be called once.
        package func end() async { await PostgreSQLDatabases.shared.end(self) }
    }

    package static let shared = PostgreSQLDatabases()

    /// The role that a new database belongs to: as operators are told, not a superuser.
    fileprivate static let owner = "vincula"

    /// The maximum number of databases at the same time.
    private static let most = 6

    private var server: Task<PostgreSQLServer, any Error>?
    private var count = 0
    /// The names of databases with the current schema and no rows.
    private var spare: [String] = []
    /// What a database with the current schema is like; see ``DatabaseReset``.
    private var likeness: String?
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
        let lease = try await shared.lease(isMigrated: isMigrated)
        do {
            let result = try await body(lease.address)
            await lease.end()
            return result
        } catch {
            await lease.end()
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

    /// Runs a closure with the text of an address, for `VINCULA_DATABASE`, of a database of its own.
    package static func withText<Result: Sendable>(
        isMigrated: Bool = false, _ body: (String) async throws -> Result
    ) async throws -> Result {
        let lease = try await shared.lease(isMigrated: isMigrated)
        do {
            let result = try await body(lease.text)
            await lease.end()
            return result
        } catch {
            await lease.end()
            throw error
        }
    }

    /// Makes a database, once there are not too many.
    ///
    /// - Parameter isMigrated: Whether it has the current schema.
    package func lease(isMigrated: Bool = true) async throws -> Lease {
        if inUse >= Self.most {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            inUse += 1
        }
        do {
            let server = try await started()
            if isMigrated, let name = spare.popLast() {
                return Lease(address: try server.address(name), name: name, isMigrated: true, server: server)
            }
            count += 1
            let name = "test_\(count)"
            try await SQLScript.run(
                "CREATE DATABASE \(name) \(isMigrated ? "TEMPLATE vincula_template" : "OWNER \(Self.owner)")",
                at: try server.address())
            return Lease(address: try server.address(name), name: name, isMigrated: isMigrated, server: server)
        } catch {
            leave()
            throw error
        }
    }

    private func end(_ lease: Lease) async {
        if lease.isMigrated, let likeness, (try? await DatabaseReset.run(at: lease.address)) == likeness {
            spare.append(lease.name)
            return leave()
        }
        _ = try? await SQLScript.run("DROP DATABASE \(lease.name) WITH (FORCE)", at: try lease.server.address())
        leave()
    }

    private func leave() { if waiting.isEmpty { inUse -= 1 } else { waiting.removeFirst().resume() } }

    private func started() async throws -> PostgreSQLServer {
        if let server { return try await server.value }
        let task = Task {
            let server = try await PostgreSQLServer()
            try await SQLScript.run("CREATE ROLE \(Self.owner) LOGIN", at: try server.address())
            try await SQLScript.run("CREATE DATABASE vincula_template", at: try server.address())
            let store = PostgreSQLStore(try server.address("vincula_template"), connections: 2)
            try await store.migrate()
            try await store.close()
            likeness = try await DatabaseReset.describe(try server.address("vincula_template"))
            return server
        }
        server = task
        return try await task.value
    }
}
