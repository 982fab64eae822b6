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
