extension Migrations {
    /// An index of names, and what an API key may be used for and was last.
    ///
    /// The index is one expression of both databases; see `NameKey`.
    static let namesAndKeys = Migration(
        identifier: "0049-names-and-keys",
        sql: """
            CREATE INDEX accounts_name ON accounts (project, tenant, lower(substr(display_name, 1, 64)), uid)
                WHERE display_name IS NOT NULL;
            ALTER TABLE api_keys ADD COLUMN restrictions TEXT COLLATE "C";
            ALTER TABLE api_keys ADD COLUMN last_used_at BIGINT;
            """)
}
