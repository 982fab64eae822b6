package import VinculaPostgreSQL

/// Empties a test's database for the next test: making one, or removing it, takes PostgreSQL longer than most tests run.
package enum DatabaseReset {
    /// Ends all connections, and removes all rows.
    ///
    /// - Returns: What the database is like now, in letters; equal to that of the template, unless the test changed more than rows.
    @discardableResult
    package static func run(at address: PostgreSQLAddress) async throws -> String? {
        try await SQLScript.run("\(connections); \(rows); \(description)", at: address)
    }

    /// Describes a database, without changing it.
    static func describe(_ address: PostgreSQLAddress) async throws -> String? {
        try await SQLScript.run(description, at: address)
    }

    // Without triggers: the audit log is append-only.
    private static let connections = """
        SET session_replication_role = replica;
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """

    // Only of tables that have rows, or of which the planner knows some: each TRUNCATE makes new files, and has the planner forget.
    // Numbers begin at 1 again, also where all rows are gone already.
    private static let rows = """
        DO $$
        DECLARE
            name TEXT;
            is_known BOOLEAN;
            is_used BOOLEAN;
            used TEXT[] := '{}';
        BEGIN
            FOR name, is_known IN
                SELECT relname, reltuples >= 0 FROM pg_class
                WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migrations'
            LOOP
                EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO is_used;
                IF is_used OR is_known THEN used := used || quote_ident(name); END IF;
            END LOOP;
            IF used <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(used, ', ') || ' CASCADE'; END IF;
            FOR name IN
                SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL
            LOOP
                EXECUTE format('ALTER SEQUENCE %I RESTART', name);
            END LOOP;
        END $$
        """

    private static let description = """
        SELECT md5(concat_ws(';',
            (SELECT string_agg(c.relname || a.attname || a.atttypid || a.attnotnull, ',' ORDER BY c.relname, a.attnum)
                FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0),
            (SELECT string_agg(concat(c.relname, c.relacl::text, c.reloptions::text), ',' ORDER BY c.relname)
                FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace),
            (SELECT string_agg(conname || conrelid::regclass, ',' ORDER BY conname, conrelid::regclass::text)
                FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
            (SELECT string_agg(proname, ',' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
            (SELECT string_agg(tgname || tgenabled::text, ',' ORDER BY tgname) FROM pg_trigger WHERE NOT tgisinternal),
            (SELECT string_agg(identifier, ',' ORDER BY identifier) FROM schema_migrations),
            (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase =
                (SELECT oid FROM pg_database WHERE datname = current_database()))))
        """
}
