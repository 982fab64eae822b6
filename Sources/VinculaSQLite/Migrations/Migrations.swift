import GRDB

/// The steps from an empty database to today's, each in a file of its own and never changed once released.
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
        return migrator
    }()

    /// - Throws: ``StoreError/databaseIsNewer(unknownMigrations:)`` if there was a step that is not known here.
    static func refuseNewer(_ database: any DatabaseReader) throws {
        let unknown = try database.read(all.appliedIdentifiers).subtracting(all.migrations).sorted()
        guard unknown.isEmpty else { throw StoreError.databaseIsNewer(unknownMigrations: unknown) }
    }

    /// Takes the steps that are missing, while others may be writing, or migrating.
    static func run(on database: any DatabaseWriter) throws {
        try refuseNewer(database)
        var done = try database.read(all.appliedIdentifiers)
        while true {
            do {
                return try all.migrate(database)
            } catch {
                // GRDB looks which steps are missing before it locks. If another process took one meanwhile, go on after it.
                let now = try database.read(all.appliedIdentifiers)
                guard now.count > done.count else { throw error }
                done = now
            }
        }
    }
}
