import GRDB

extension DatabaseMigrator {
    /// The people who run the server, and those who are invited to.
    mutating func registerOperators() {
        registerMigration("0041-operators", foreignKeyChecks: .immediate) { db in try db.execute(sql: operatorsSchema) }
    }
}

// An invitation's id is the hash of its code, so that the table lets nobody in.
private let operatorsSchema = """
    CREATE TABLE operators (
        account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        role TEXT NOT NULL,
        projects TEXT,                  -- a JSON array; NULL for all
        created_at INTEGER NOT NULL     -- in milliseconds since 1970
    ) STRICT;

    CREATE TABLE operator_invitations (
        id BLOB NOT NULL PRIMARY KEY,
        email TEXT,                     -- NULL for the first operator
        role TEXT NOT NULL,
        projects TEXT,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX operator_invitations_expires_at ON operator_invitations (expires_at);
    """
