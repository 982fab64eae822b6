/// What a PostgreSQL server says about itself, for an operator.
package struct ServerFacts: Sendable {
    /// A standby that copies the server's changes.
    package struct Standby: Sendable {
        package let name: String
        /// The time by which it is late, in seconds; `nil` if nothing is being copied.
        package let lag: Double?
    }

    /// Such as `17.2`.
    package let version: String
    /// What a commit waits for.
    package let synchronousCommit: String
    /// The standbys that a commit waits for; empty if there are none.
    package let synchronousStandbys: String
    /// Indicates whether commits survive a crash of the machine.
    package let isDurable: Bool
    /// The connections that the server, the database or the role allows, whichever is least.
    package let mostConnections: Int
    package let isStandby: Bool
    /// The server's clock, in milliseconds since 1970.
    package let clock: Int64
    package let isEncrypted: Bool
    /// The number of connections of servers of ours.
    package let connectionsOfServers: Int
    /// The standbys; `nil` if the role may not see them.
    package let standbys: [Standby]?
    /// The schema's steps that only newer versions know.
    package let newerSteps: [String]
}

extension PostgreSQLInspection {
    /// Asks a server about itself. The schema must be there.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func facts(of address: PostgreSQLAddress) async throws -> ServerFacts {
        try await ask(address) { pipeline in
            let steps = try AppliedMigrations(pipeline.script(AppliedMigrations.query))
            let row = try pipeline.script(query)
            func word(_ index: Int) throws -> String { try row.word(at: index) ?? "" }
            return ServerFacts(
                version: try word(0), synchronousCommit: try word(1), synchronousStandbys: try word(10),
                isDurable: try word(2) == "t",
                mostConnections: Int(try word(3)) ?? 0, isStandby: try word(4) == "t", clock: Int64(try word(5)) ?? 0,
                isEncrypted: try word(6) == "t", connectionsOfServers: Int(try word(7)) ?? 0,
                standbys: try word(8) == "t" ? standbys(try word(9)) : nil, newerSteps: steps.unknown)
        }
    }

    private static func standbys(_ text: String) -> [ServerFacts.Standby] {
        text.split(separator: "\u{1E}").map { standby in
            let parts = standby.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            return ServerFacts.Standby(
                name: parts.first.map(String.init) ?? "", lag: parts.count > 1 ? Double(parts[1]) : nil)
        }
    }

    // What a commit waits for if nobody asks for more: this session has already, as all of ours.
    private static let query = """
        SELECT split_part(current_setting('server_version'), ' ', 1),
        (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
        current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean,
        least(
            current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
            (SELECT CASE WHEN datconnlimit < 0 THEN 1000000 ELSE datconnlimit END FROM pg_database
             WHERE datname = current_database()),
            (SELECT CASE WHEN rolconnlimit < 0 THEN 1000000 ELSE rolconnlimit END FROM pg_roles WHERE rolname = current_user)
        ),
        pg_is_in_recovery(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
        (SELECT count(*) FROM pg_locks WHERE granted AND \(DatabaseLock.serve.isInLocks)),
        pg_has_role('pg_monitor', 'USAGE'),
        (SELECT string_agg(application_name || chr(31) || coalesce(extract(epoch FROM replay_lag)::text, ''), chr(30))
         FROM pg_stat_replication), current_setting('synchronous_standby_names')
        """
}
