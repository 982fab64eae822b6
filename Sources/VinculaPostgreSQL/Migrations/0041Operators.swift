extension Migrations {
    /// The people who run the server, and those who are invited to.
    static let operators = Migration(
        identifier: "0041-operators",
        sql: """
            CREATE TABLE operators (
                account BIGINT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
                role TEXT COLLATE "C" NOT NULL,
                projects TEXT COLLATE "C",
                created_at BIGINT NOT NULL
            );

            CREATE TABLE operator_invitations (
                id BYTEA NOT NULL PRIMARY KEY,
                email TEXT COLLATE "C",
                role TEXT COLLATE "C" NOT NULL,
                projects TEXT COLLATE "C",
                created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            );
            CREATE INDEX operator_invitations_expires_at ON operator_invitations (expires_at);
            """)
}
