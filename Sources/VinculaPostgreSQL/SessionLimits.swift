import VinculaSQL

/// The time that the server gives to what a connection does, in milliseconds.
package struct SessionLimits: Sendable {
    /// For one statement.
    package var statement = 30_000
    /// For waiting for a lock.
    package var lock = 5_000
    /// For a transaction in which nothing happens.
    package var idleTransaction = 30_000

    package init() {}

    /// Prepares a new session, and checks that the server is one that can be used.
    ///
    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    func apply(to pipeline: Pipeline) throws {
        // Whoever sets synchronous_commit may choose what a commit waits for, but not that it waits for nothing.
        let rows = try pipeline.script(
            """
            SET statement_timeout = \(statement); SET lock_timeout = \(lock);
            SET idle_in_transaction_session_timeout = \(idleTransaction); SET client_min_messages = warning;
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
            SELECT current_setting('server_version_num') || ' ' || current_setting('server_encoding')
            """)
        pipeline.patience = Int32(clamping: statement + 5_000)
        let words = (try rows.word(at: 0) ?? "").split(separator: " ").map(String.init)
        guard words.count == 2, let version = Int(words[0]) else { throw PostgreSQLError.noConnection }
        guard version >= 150_000 else { throw PostgreSQLSetupError.tooOld(version: version) }
        guard words[1] == "UTF8" else { throw PostgreSQLSetupError.encoding(words[1]) }
    }
}
