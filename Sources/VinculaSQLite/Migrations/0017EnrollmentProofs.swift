import GRDB

extension DatabaseMigrator {
    /// How the person who enrolled a second factor had signed in: what decides whether an older mail may remove it.
    mutating func registerEnrollmentProofs() {
        registerMigration("0017-enrollment-proofs", foreignKeyChecks: .immediate) { db in
            // Existing factors have none, and keep the rule under which they were enrolled.
            try db.execute(sql: "ALTER TABLE second_factors ADD COLUMN enrolled_by TEXT")
        }
    }
}
