extension Migrations {
    /// What servers on one database agree by.
    static let severalServers = Migration(
        identifier: "0039-several-servers",
        sql: """
            CREATE TABLE changes (
                topic TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                count BIGINT NOT NULL
            );
            CREATE TABLE leases (
                name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                holder TEXT COLLATE "C" NOT NULL,
                until BIGINT NOT NULL
            );
            """)
}
