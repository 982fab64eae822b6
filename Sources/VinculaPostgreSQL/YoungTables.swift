import Synchronization

/// The tables that have grown a lot since the planner last looked at them.
///
/// To the planner, all indexes of a table of few rows are alike, and it keeps the plan that it made then: a search for an account
/// by its id reads all accounts of the project in another index. The server's own autovacuum looks once a minute and later.
final class YoungTables: Sendable {
    private static let pause = Duration.seconds(2)

    private let next = Mutex(ContinuousClock.now)

    /// Indicates whether it is time to look. After that, it is not for two seconds.
    func isDue() -> Bool {
        let now = ContinuousClock.now
        return next.withLock { next in
            guard next <= now else { return false }
            next = now + Self.pause
            return true
        }
    }

    /// Has the planner look at the tables that have four times the rows that it knows of, and at least 16.
    ///
    /// At a hundred thousand rows, the plans are what they will be at any number, and autovacuum does the rest. Several servers
    /// do not do it at the same time. Nobody waits for it, nor it for anybody.
    static let analysis = analysis(
        of: "reltuples < 100000 AND pg_stat_get_live_tuples(oid) >= 4 * greatest(reltuples, 4)",
        if: "pg_try_advisory_xact_lock(\(lock))", options: "(SKIP_LOCKED)")

    /// Has the planner look at all tables.
    static let analysisOfAll = analysis(of: "true", if: "true", options: "")

    /// Only of the role's own tables: PostgreSQL warns of each that the role may not analyze.
    private static func analysis(of tables: String, if condition: String, options: String) -> String {
        """
        DO $$
        DECLARE tables text;
        BEGIN
            SELECT string_agg(oid::regclass::text, ', ') INTO tables FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND pg_has_role(relowner, 'USAGE') AND \(tables);
            IF tables IS NOT NULL AND \(condition) THEN
                EXECUTE 'ANALYZE \(options) ' || tables;
            END IF;
        END $$
        """
    }

    /// Any number that nothing else uses; see also `DatabaseLock`, `Migrations` and `SQLDialect`.
    private static let lock = 8_462_034_505
}
