import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaPostgreSQL
import VinculaSQL
import VinculaSQLite

/// The data folder and the PostgreSQL database, while nobody else uses either.
struct CopyPlace: Sendable {
    let configuration: ServerConfiguration
    let address: PostgreSQLAddress
    let keys: MasterKeys?
    private let lease: FolderLease

    private var directory: URL { configuration.dataDirectory }
    private var file: URL { directory.appending(path: DataDirectory.databaseName) }

    /// Takes the folder.
    ///
    /// - Parameter creates: `true` to create a missing folder.
    /// - Throws: ``ConfigurationError``.
    init(_ configuration: ServerConfiguration, creates: Bool) throws {
        guard !configuration.isEphemeral else {
            throw ConfigurationError(description: "With ephemeral set, there is no data for this command.")
        }
        guard let address = configuration.databaseAddress else {
            throw ConfigurationError(
                description: "Set VINCULA_DATABASE to the PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME")
        }
        self.configuration = configuration
        self.address = address
        let directory = configuration.dataDirectory
        guard creates || FileManager.default.fileExists(atPath: directory.path) else {
            throw CopyError.absent(directory.path)
        }
        _ = try DataDirectory.prepared(directory)
        guard !DataDirectory.hasDevelopmentMark(directory) else {
            throw ConfigurationError(
                description: """
                    \(directory.path) belongs to a development server, which uses SQLite only. Choose another folder with --data.
                    """)
        }
        lease = try FolderLease(
            directory, .alone,
            refusal: "A server or another command is using \(directory.path). Stop it first: what it changes now would be lost.")
        try DataDirectory.requireNoRestore(directory)
        keys = try configuration.masterKeys ?? (MasterKey.isThere(in: directory) ? MasterKey.load(from: directory) : nil)
    }

    func side(_ kind: DatabaseKind) -> any CopySide {
        switch kind {
        case .sqlite: SQLiteSide(file)
        case .postgresql:
            PostgreSQLSide(address) {
                StandardError.print("Others are using the database. Waiting for five seconds for them to end …")
            }
        }
    }

    /// Requires that the master key opens secrets.
    ///
    /// - Throws: ``ConfigurationError``.
    @Sendable func requireKey(_ sealed: [String: Data]) throws {
        guard !sealed.isEmpty else { return }
        guard let keys else { throw MasterKey.isMissing(configuration) }
        for (name, secret) in sealed where (try? keys.sealer.open(secret, place: name)) == nil {
            let key = configuration.masterKey == nil ? directory.appending(path: "master.key").path : "VINCULA_MASTER_KEY"
            throw ConfigurationError(
                description: """
                    \(key) is not the master key of the data to copy, so nothing was copied. Put the right one in its place.
                    """)
        }
    }

    /// Checks the audit log of a copy that is not finished.
    func auditVerdict(_ kind: DatabaseKind) async throws -> AuditVerdict? {
        guard let keys else { return nil }
        let store: any Store
        switch kind {
        case .sqlite: store = try SQLiteStore(at: file, acceptsUnfinishedCopy: true)
        case .postgresql: store = PostgreSQLStore(address, connections: 2, acceptsUnfinishedCopy: true)
        }
        do {
            let verdict = try await AuditLog(store: store, sealer: keys.sealer).verify(places: false)
            try await store.close()
            return verdict
        } catch {
            try? await store.close()
            throw error
        }
    }

    /// Records the copy in the audit log of the target, with the number and the digest of the rows that were found equal.
    @Sendable func record(
        _ tables: [EqualTable], from: DatabaseKind, to: DatabaseKind, in transaction: any WriteTransaction
    ) throws {
        guard let keys else { return }
        try AuditLog.recordCopy(
            [
                "from": .string(from.rawValue), "to": .string(to.rawValue),
                "rows": .integer(Int64(tables.reduce(0) { $0 + $1.rows })),
                "sha256": .string(EqualTable.digest(of: tables).map { String(format: "%02x", $0) }.joined()),
            ], by: .commandLine(NSUserName()), at: SystemClock().now, in: transaction, sealer: keys.sealer)
    }
}
