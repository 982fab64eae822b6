import GRDB
import VinculaSQL

extension DatabaseMigrator {
    /// An index that finds a password of a project at random.
    mutating func registerPasswordSamples() {
        registerMigration("0038-password-samples", foreignKeyChecks: .immediate) { db in try db.execute(sql: sampleSchema) }
    }
}

private let sampleSchema = """
    CREATE INDEX accounts_password_sample ON accounts (project, tenant, \(passwordSamplePosition))
        WHERE password_hash IS NOT NULL;
    """
