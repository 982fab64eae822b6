import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaPostgreSQL
import VinculaSQL

/// A database of a PostgreSQL server, which other servers and commands use at the same time.
///
/// The data folder holds only the master key, and only if that is not in the settings. What locks do in the folder, sessions'
/// advisory locks do here: see `DatabaseRole`.
struct ServerHome: DatabaseHome {
    let configuration: ServerConfiguration
    let address: PostgreSQLAddress
    /// `true` if nobody else may use the database meanwhile.
    var isAlone = false
    /// `true` if the read replica may answer; servers' always may.
    var usesReplica = false

    var place: String { ["the PostgreSQL database", address.place].filter { !$0.isEmpty }.joined(separator: " ") }
    var option: String { "" }
    var restoring: String { " with PostgreSQL's tools" }

    private var directory: URL { configuration.dataDirectory }

    func look(_ purpose: SchemaCheck.Purpose) async throws -> SchemaState {
        let state = try await PostgreSQLInspection.schema(of: address)
        switch state {
        case .absent, .current: break
        case .foreign:
            throw ConfigurationError(
                description: "\(capitalPlace) has tables of another program. Give Vincula a database of its own.")
        case .newer(let steps): throw StoreError.databaseIsNewer(unknownMigrations: steps)
        case .empty: if purpose == .command || purpose == .copy { throw noData }
        case .older(let missing):
            guard purpose == .server || purpose == .copy else {
                throw ConfigurationError(
                    description: """
                        The data in \(place) was written by an older version of Vincula (its schema is \(missing.count) \
                        step\(missing.count == 1 ? "" : "s") behind), and only a server upgrades it: start one server of this \
                        version, or use the version that wrote it.
                        """)
            }
        }
        return state
    }

    func hasData() async throws -> Bool { try await look(.creation) != .empty }

    func hasAPIKeys() async throws -> Bool { try await PostgreSQLInspection.hasAPIKeys(address) }

    func isServed() async -> Bool {
        // If it cannot be told, others are spared.
        (try? await PostgreSQLInspection.holders(of: .serve, at: address)) != 0
    }

    /// Opens the connection of whoever is alone. The server may still be ending a session that was closed a moment ago.
    private static func connect(_ store: PostgreSQLStore) async throws {
        var attempts = 0
        while true {
            do {
                return try await store.connect()
            } catch PostgreSQLSetupError.inUse where attempts < 20 {
                attempts += 1
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    func open(_ purpose: SchemaCheck.Purpose, keys: MasterKeys?) async throws -> OpenedDatabase {
        let state = try await look(purpose)
        var limits = configuration.databaseLimits
        // Whoever is alone may read whole tables, and keeps nobody waiting.
        if isAlone { (limits.statement, limits.idleTransaction) = (0, 0) }
        let store = PostgreSQLStore(
            address, connections: configuration[\.databaseConnections], limits: limits,
            role: isAlone ? .alone : purpose == .server ? .server : .command,
            replica: purpose == .server || usesReplica
                ? configuration.replica.map { ($0.address, .seconds($0.seconds)) } : nil)
        do {
            if isAlone { try await Self.connect(store) }
            var steps = 0
            if case .older(let missing) = state { steps = missing.count }
            if state != .current { try await store.migrate() }
            let (masterKeys, isNew) = try await readKeys(keys, store)
            return OpenedDatabase(store: store, keys: masterKeys, upgradeSteps: steps, lease: nil) { error in
                if error == nil, !isAlone { try await store.watchMasterKey() }
                // Another server was faster, and its key is the one.
                if isNew, error is Sealer.CannotOpen { MasterKey.remove(from: directory) }
            }
        } catch {
            try? await store.close()
            throw error
        }
    }

    private func readKeys(_ known: MasterKeys?, _ store: any Store) async throws -> (keys: MasterKeys, isNew: Bool) {
        if let known = known ?? configuration.masterKeys { return (known, false) }
        guard !MasterKey.isThere(in: directory) else { return (try MasterKey.load(from: directory), false) }
        try await MasterKey.requireNothingSealed(store, configuration)
        return (try MasterKey.load(from: DataDirectory.prepared(directory)), true)
    }

    /// The place at the beginning of a sentence.
    var capitalPlace: String { place.prefix(1).uppercased() + place.dropFirst() }

    private var noData: ConfigurationError {
        let project = configuration.project == Settings.all.project.fallback ? "NAME" : configuration.project
        return ConfigurationError(
            description: """
                There is no data in \(place). Create your project first: vincula projects create \(Table.printable(project))
                """)
    }
}

extension ServerConfiguration {
    /// The limits of the database's sessions.
    var databaseLimits: SessionLimits {
        var limits = SessionLimits()
        limits.statement = 1000 * self[\.databaseStatementSeconds]
        return limits
    }
}
