import GRDB

extension DatabaseMigrator {
    /// Adds the sign-in by which a second factor was enrolled, which decides whether an older mail may remove the factor.
    mutating func registerEnrollmentProofs() {
        registerMigration("0017-enrollment-proofs", foreignKeyChecks: .immediate) { db in
            // Existing factors have none, and keep the rule under which they were enrolled.
            try db.execute(sql: "ALTER TABLE second_factors ADD COLUMN enrolled_by TEXT")
        }
    }
}
