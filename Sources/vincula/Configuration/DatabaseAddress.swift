import VinculaPostgreSQL

/// The reader of settings that are addresses of PostgreSQL databases.
enum DatabaseAddress {
    /// - Parameters:
    ///   - text: The value.
    ///   - name: The setting.
    ///   - emptied: What unsetting it does, as the end of a sentence.
    /// - Throws: ``ConfigurationError``, which does not repeat the value.
    static func parse(_ text: String, _ name: String, emptied: String) throws -> PostgreSQLAddress? {
        // libpq would connect to whatever is on this machine.
        guard !text.isEmpty else { throw ConfigurationError(description: "\(name) is empty. Unset it to \(emptied).") }
        do {
            return try PostgreSQLAddress(text)
        } catch let error as PostgreSQLSetupError {
            throw ConfigurationError(description: "\(name) cannot be read. \(error.description)")
        }
    }
}

/// A standby that answers what may be old.
struct ReplicaConfiguration: Sendable {
    let address: PostgreSQLAddress
    /// The time by which its answers may be out of date, in seconds.
    let seconds: Int

    /// - Returns: `nil` if there is none.
    /// - Throws: ``ConfigurationError``.
    init?(_ values: SettingValues) throws {
        guard let address = values[\.databaseReplica] else {
            guard values[\.databaseReplicaSeconds] == nil else {
                throw ConfigurationError(
                    \.databaseReplicaSeconds, "databaseReplicaSeconds is set, but databaseReplica is not.")
            }
            return nil
        }
        guard let primary = values[\.database] else {
            throw ConfigurationError(
                \.databaseReplica,
                "databaseReplica is set, but the data is not in PostgreSQL: set VINCULA_DATABASE, or unset VINCULA_DATABASE_REPLICA."
            )
        }
        guard !address.isSamePlace(as: primary) else {
            throw ConfigurationError(
                \.databaseReplica, "databaseReplica names the same server and database as database: it must be a standby of it.")
        }
        self.address = address
        seconds = values[\.databaseReplicaSeconds] ?? 2
    }
}
