extension Migrations {
    /// Projects and tenants whose data is being deleted.
    ///
    /// A server of the version before does not know the table. For it, too, what is being deleted has no tenant, project or key.
    static let deletions = Migration(
        identifier: "0040-deletions",
        sql: """
            CREATE TABLE deletions (
                project TEXT COLLATE "C" NOT NULL,
                tenant TEXT COLLATE "C" NOT NULL,
                begun_at BIGINT NOT NULL,
                worker TEXT COLLATE "C" NOT NULL,
                until BIGINT NOT NULL,
                accounts BIGINT NOT NULL,
                last_tenant TEXT COLLATE "C",
                last_uid TEXT COLLATE "C",
                PRIMARY KEY (project, tenant),
                CHECK ((last_tenant IS NULL) = (last_uid IS NULL))
            );
            """)
}
