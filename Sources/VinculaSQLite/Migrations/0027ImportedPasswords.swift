import GRDB

extension DatabaseMigrator {
    /// Passwords that another system hashed.
    mutating func registerImportedPasswords() {
        registerMigration("0027-imported-passwords", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: importedPasswordSchema)
        }
    }
}

// The parameters of an import and its key are stored once, however many accounts it has. A bare hash is still as the other
// system had it. The salt of an account is meaningful with a scheme only.
private let importedPasswordSchema = """
    CREATE TABLE password_schemes (
        id TEXT NOT NULL PRIMARY KEY,
        project TEXT NOT NULL,
        tenant TEXT NOT NULL,
        scheme TEXT NOT NULL, -- JSON
        sealed_key BLOB -- none if the algorithm has no key
    ) STRICT;
    CREATE INDEX password_schemes_project ON password_schemes (project, tenant);

    ALTER TABLE accounts ADD COLUMN password_scheme TEXT REFERENCES password_schemes (id);
    ALTER TABLE accounts ADD COLUMN password_salt BLOB;
    ALTER TABLE accounts ADD COLUMN password_is_bare INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX accounts_password_scheme ON accounts (password_scheme, password_is_bare) WHERE password_scheme IS NOT NULL;
    """
