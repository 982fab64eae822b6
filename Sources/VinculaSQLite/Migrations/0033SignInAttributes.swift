import GRDB

extension DatabaseMigrator {
    /// What a SAML provider said about the person at a sign-in.
    mutating func registerSignInAttributes() {
        registerMigration("0033-sign-in-attributes", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: signInAttributesSchema)
        }
    }
}

private let signInAttributesSchema = """
    ALTER TABLE sessions ADD COLUMN attributes TEXT; -- JSON
    ALTER TABLE pending_sign_ins ADD COLUMN attributes TEXT; -- JSON
    """
