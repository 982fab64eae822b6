import GRDB

extension DatabaseMigrator {
    /// An index that finds a password of a project at random.
    mutating func registerPasswordSamples() {
        registerMigration("0038-password-samples", foreignKeyChecks: .immediate) { db in try db.execute(sql: sampleSchema) }
    }
}

/// The position of an account among those with a password: a multiple of the golden ratio, so that accounts are evenly spread
/// from 0 to 2^32 even if their ids follow each other.
let passwordSamplePosition = "((id & 2147483647) * 2654435769 & 4294967295)"

private let sampleSchema = """
    CREATE INDEX accounts_password_sample ON accounts (project, tenant, \(passwordSamplePosition))
        WHERE password_hash IS NOT NULL;
    """
