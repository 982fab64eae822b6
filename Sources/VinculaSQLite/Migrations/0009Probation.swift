import GRDB

extension DatabaseMigrator {
    /// Whether the owner was told by mail of a way in that was added; without that its probation does not end by time.
    mutating func registerProbation() {
        registerMigration("0009-probation", foreignKeyChecks: .immediate) { db in
            // What was added before keeps the rule that it was added under: a week.
            try db.execute(sql: "ALTER TABLE identities ADD COLUMN added_announced INTEGER NOT NULL DEFAULT 1")
        }
    }
}
