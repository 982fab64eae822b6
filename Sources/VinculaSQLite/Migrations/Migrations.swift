import GRDB
import VinculaSQL

/// The migrations from an empty database to the current schema. Each has a file of its own and never changes once released.
enum Migrations {
    static let all: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerInitial()
        migrator.registerServiceAccountsAndAPIKeys()
        migrator.registerRateLimits()
        migrator.registerAuditLog()
        migrator.registerSupportedProviders()
        migrator.registerMail()
        migrator.registerSecondFactors()
        migrator.registerSessionUse()
        migrator.registerProbation()
        migrator.registerGrowth()
        migrator.registerMailAllowances()
        migrator.registerServicePeriod()
        migrator.registerBrowserFlows()
        migrator.registerHandoverCodes()
        migrator.registerSessionPlaces()
        migrator.registerEnrollmentProofs()
        migrator.registerSessionRoots()
        migrator.registerOutboxChannels()
        migrator.registerPhoneIdentities()
        migrator.registerPhoneCodes()
        migrator.registerRecoveryCodes()
        migrator.registerCustomTokens()
        migrator.registerCustomTokenKeys()
        migrator.registerImportedPasswords()
        migrator.registerRevocations()
        migrator.registerWebhooks()
        migrator.registerTenants()
        migrator.registerSignInAttributes()
        migrator.registerWebhookTurns()
        migrator.registerImportRuns()
        migrator.registerMovingProjects()
        migrator.registerCookieTimes()
        migrator.registerPasswordSamples()
        migrator.registerSeveralServers()
        migrator.registerDeletions()
        migrator.registerOperators()
        migrator.registerUsageCounts()
        migrator.registerSideBySide()
        migrator.registerBoundSessions()
        migrator.registerKnownDevices()
        migrator.registerNamesAndKeys()
        return migrator
    }()

    /// - Throws: ``StoreError/databaseIsNewer(unknownMigrations:)`` if an unknown migration has been applied.
    static func refuseNewer(_ database: any DatabaseReader) throws {
        let unknown = try database.read(all.appliedIdentifiers).subtracting(all.migrations).sorted()
        guard unknown.isEmpty else { throw StoreError.databaseIsNewer(unknownMigrations: unknown) }
    }

    /// Applies the missing migrations, while others may be writing or migrating.
    static func run(on database: any DatabaseWriter) throws {
        try refuseNewer(database)
        try applyMissing(to: database)
        // With them the server only gets slower, and a disk that takes no writes is reported elsewhere.
        try? dropStatistics(of: database)
    }

    /// Drops the planner's statistics, which an `ANALYZE` or `PRAGMA optimize` has left.
    ///
    /// Nothing keeps them up to date. Once a table has grown that had a few rows then, the planner goes on reading all of it,
    /// such as the audit log for each of its new records. Without statistics it uses the indexes that the queries are made for.
    private static func dropStatistics(of database: any DatabaseWriter) throws {
        let sql = "SELECT name FROM sqlite_schema WHERE name IN ('sqlite_stat1', 'sqlite_stat4')"
        guard try database.read({ try String.fetchOne($0, sql: sql) }) != nil else { return }
        try database.write { db in
            for name in try String.fetchAll(db, sql: sql) { try db.execute(sql: "DROP TABLE \(name)") }
        }
        // The connection that drops them would go on using what it has read of them.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA writable_schema = RESET") }
    }

    private static func applyMissing(to database: any DatabaseWriter) throws {
        var done = try database.read(all.appliedIdentifiers)
        while true {
            do {
                return try all.migrate(database)
            } catch {
                // GRDB determines the missing migrations before it locks. If another process applied one meanwhile, continue
                // after it.
                let now = try database.read(all.appliedIdentifiers)
                guard now.count > done.count else { throw error }
                done = now
            }
        }
    }
}
