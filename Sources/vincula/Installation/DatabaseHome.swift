import VinculaCore
import VinculaEngine
import VinculaSQL

/// The place where the data is: a file in the data folder, or a database of a PostgreSQL server.
///
/// Everything that differs between the two for the command is here; what stores differ in is in their own modules.
protocol DatabaseHome: Sendable {
    /// The place in messages, such as a folder's path.
    var place: String { get }
    /// The flag that names it in commands that are suggested, with a space before it; empty if no flag does.
    var option: String { get }
    /// What to do when data is lost, as the end of a sentence that begins with "Restore the last backup".
    var restoring: String { get }

    /// Checks whether the data may be opened, created or upgraded, while nobody else is doing that.
    ///
    /// - Throws: ``ConfigurationError``, `StoreUnavailable`, `StoreError`, `PostgreSQLSetupError`, `CancellationError`.
    func look(_ purpose: SchemaCheck.Purpose) async throws -> SchemaState

    /// Indicates whether there is data.
    func hasData() async throws -> Bool

    /// Indicates whether data of any version has API keys. There must be data.
    func hasAPIKeys() async throws -> Bool

    /// Opens the data.
    ///
    /// - Parameters:
    ///   - purpose: What may be created or upgraded on opening.
    ///   - keys: The master keys; `nil` for those in the settings or the folder.
    /// - Throws: ``ConfigurationError``, or the store's errors.
    func open(_ purpose: SchemaCheck.Purpose, keys: MasterKeys?) async throws -> OpenedDatabase

    /// Indicates whether a server is using the data now, as far as this machine can tell.
    func isServed() async -> Bool
}

/// Data that was opened.
struct OpenedDatabase: Sendable {
    let store: any Store
    let keys: MasterKeys
    /// The number of steps by which the schema was upgraded.
    let upgradeSteps: Int
    /// Keeps others from changing the master key for as long as it is referred to.
    let lease: FolderLease?
    /// Called once the engine works with it, or with the error if it does not.
    let finish: @Sendable (_ error: (any Error)?) async throws -> Void
}

extension ServerConfiguration {
    /// The place of the data; there must be one.
    var home: any DatabaseHome {
        guard let databaseAddress else { return FileHome(configuration: self) }
        return ServerHome(configuration: self, address: databaseAddress)
    }

    /// The place of the data for a command that reads all accounts: its read replica may answer.
    var readersHome: any DatabaseHome {
        guard let databaseAddress else { return home }
        return ServerHome(configuration: self, address: databaseAddress, usesReplica: true)
    }

    /// Requires that the data is in the folder: PostgreSQL has tools of its own.
    ///
    /// - Parameter advice: What to do instead, one or more sentences.
    /// - Throws: ``ConfigurationError``.
    func requireFile(for command: String, _ advice: String) throws {
        guard databaseAddress != nil else { return }
        throw ConfigurationError(
            description: "\(command) works on SQLite only, but the data is in PostgreSQL (VINCULA_DATABASE is set). \(advice)")
    }
}
