/// The time that the server gives to what a connection does, in milliseconds.
package struct SessionLimits: Sendable {
    /// For one statement.
    package var statement = 30_000
    /// For waiting for a lock.
    package var lock = 5_000
    /// For a transaction in which nothing happens: less than others wait for a lock, so that a server that stands still keeps
    /// others from writing for a moment only.
    package var idleTransaction = 3_000

    package init() {}

    /// The statements that set them.
    ///
    /// The server asks whether this machine is still there, so that the sessions of a dead one do not keep their locks for hours.
    /// Every read is by an index, even of a table of one page: the plan stays when the table grows, and whoever reads a whole
    /// table in a serializable transaction meets everybody who writes to it.
    /// Whoever sets synchronous_commit may choose what a commit waits for, but not that it waits for nothing.
    var sql: String {
        """
        SET statement_timeout = \(statement); SET lock_timeout = \(lock);
        SET idle_in_transaction_session_timeout = \(idleTransaction); SET client_min_messages = warning;
        SET idle_session_timeout = 0; SET random_page_cost = 0.1;
        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """
    }
}
