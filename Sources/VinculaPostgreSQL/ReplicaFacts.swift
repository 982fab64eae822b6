/// What a read replica says about itself, for an operator.
package struct ReplicaFacts: Sendable {
    /// The server's version, such as `17.2`.
    package let version: String
    package let isStandby: Bool
    /// Indicates whether it began as a copy of the primary's server.
    package let isOfPrimary: Bool
    /// The bytes of the primary's log that it has not applied yet; `nil` if it is no standby.
    package let bytesBehind: Int?
    /// Indicates whether it keeps the primary from removing what its queries still read.
    package let givesFeedback: Bool
    package let isEncrypted: Bool
}

extension PostgreSQLInspection {
    /// Asks a read replica about itself, after the primary.
    ///
    /// - Throws: `StoreUnavailable`, ``PostgreSQLSetupError``.
    package static func facts(ofReplica replica: PostgreSQLAddress, of primary: PostgreSQLAddress) async throws -> ReplicaFacts {
        let origin = try await ask(primary) { pipeline in
            let row = try pipeline.script("SELECT system_identifier, pg_current_wal_flush_lsn() FROM pg_control_system()")
            return (system: try row.word(at: 0) ?? "", position: try row.word(at: 1) ?? "0/0")
        }
        return try await ask(replica) { pipeline in
            let row = try pipeline.script(
                """
                SELECT split_part(current_setting('server_version'), ' ', 1), pg_is_in_recovery(), system_identifier,
                greatest(0, pg_wal_lsn_diff('\(origin.position)', pg_last_wal_replay_lsn()))::bigint,
                current_setting('hot_standby_feedback'),
                coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) FROM pg_control_system()
                """)
            let isStandby = try row.word(at: 1) == "t"
            return ReplicaFacts(
                version: try row.word(at: 0) ?? "", isStandby: isStandby, isOfPrimary: try row.word(at: 2) == origin.system,
                bytesBehind: isStandby ? try row.word(at: 3).flatMap { Int($0) } : nil,
                givesFeedback: try row.word(at: 4) == "on", isEncrypted: try row.word(at: 5) == "t")
        }
    }
}
