import GRDB

extension DatabaseMigrator {
    /// A flag for whether the owner was notified by mail of an added way in; without that, its probation does not end by
    /// time.
    mutating func registerProbation() {
        registerMigration("0009-probation", foreignKeyChecks: .immediate) { db in
            // Existing ways in keep the rule under which they were added: a week.
            try db.execute(sql: "ALTER TABLE identities ADD COLUMN added_announced INTEGER NOT NULL DEFAULT 1")
        }
    }
}
