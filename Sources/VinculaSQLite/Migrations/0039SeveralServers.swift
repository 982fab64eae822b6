import GRDB

extension DatabaseMigrator {
    /// What servers on one database agree by.
    mutating func registerSeveralServers() {
        registerMigration("0039-several-servers", foreignKeyChecks: .immediate) { db in try db.execute(sql: serversSchema) }
    }
}

private let serversSchema = """
    -- The number of changes of what servers keep in memory, by kind.
    CREATE TABLE changes (
        topic TEXT NOT NULL PRIMARY KEY,
        count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Work that one server does for all.
    CREATE TABLE leases (
        name TEXT NOT NULL PRIMARY KEY,
        holder TEXT NOT NULL,
        until INTEGER NOT NULL          -- in milliseconds since 1970; from then on others may take it
    ) STRICT, WITHOUT ROWID;
    """
