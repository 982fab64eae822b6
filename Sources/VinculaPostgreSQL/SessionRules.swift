import Foundation
import Synchronization
import VinculaSQL

/// The part that a process plays in a database.
package enum DatabaseRole: Sendable {
    case command
    case server
    /// Changes what must not change while others use the database, such as the master key.
    case alone
}

/// What every session of a process begins with: limits, checks, and locks that tell others that the database is in use.
final class SessionRules: Sendable {
    /// The session's setting that says whether it held locks at its beginning.
    private static let leftover = "vincula.leftover_locks"

    private let limits: SessionLimits
    /// `nil` for a session that only looks.
    private let role: DatabaseRole?
    private let acceptsUnfinishedCopy: Bool
    /// The sealed secret by which a changed master key is noticed.
    private let secret: Secret

    private final class Secret: Sendable {
        let value = Mutex<Data?>(nil)
    }

    init(_ limits: SessionLimits, _ role: DatabaseRole?, acceptsUnfinishedCopy: Bool = false) {
        self.limits = limits
        self.role = role
        self.acceptsUnfinishedCopy = acceptsUnfinishedCopy
        secret = Secret()
    }

    /// The same rules for sessions whose statements have less time.
    private init(_ rules: SessionRules, _ limits: SessionLimits) {
        (self.limits, role, acceptsUnfinishedCopy, secret) = (limits, rules.role, rules.acceptsUnfinishedCopy, rules.secret)
    }

    /// The same rules for sessions whose statements have less time, in milliseconds.
    func limited(statement: Int) -> SessionRules {
        var limits = limits
        limits.statement = limits.statement == 0 ? statement : min(statement, limits.statement)
        return SessionRules(self, limits)
    }

    /// Lets no session begin if the sealed secret that the master key was tried on is another one by then.
    func require(_ sealed: Data) { secret.value.withLock { $0 = sealed } }

    /// Prepares a new session, and checks that the server is one that can be used.
    ///
    /// - Parameter writes: `true` for a session that writes: only one of them can be alone.
    /// - Throws: ``PostgreSQLError``, ``PostgreSQLSetupError``.
    func apply(to pipeline: Pipeline, writes: Bool) throws {
        // Longer than the server's own limits take; none if it has none.
        pipeline.patience =
            limits.statement == 0 ? -1 : Int32(clamping: max(limits.statement, limits.lock) + 5_000)
        // What a new session holds already, another connection of ours has left in it.
        var sql = [limits.sql, "SELECT set_config('\(Self.leftover)', (\(DatabaseLock.heldHere))::text, false)"]
        var isAlone = "true"
        switch role {
        case .command: sql.append(DatabaseLock.use.share)
        case .server: sql += [DatabaseLock.use.share, DatabaseLock.serve.share]
        case .alone: if writes { isAlone = DatabaseLock.use.taken }
        case nil: break
        }
        sql.append(
            """
            SELECT current_setting('server_version_num') || ' ' || current_setting('server_encoding') || ' ' || \(isAlone)
            || ' ' || current_setting('\(Self.leftover)')
            """)
        let rows = try pipeline.script(sql.joined(separator: "; "))
        let words = (try rows.word(at: 0) ?? "").split(separator: " ").map(String.init)
        guard words.count == 4, let version = Int(words[0]) else { throw PostgreSQLError.noConnection }
        guard version >= 150_000 else { throw PostgreSQLSetupError.tooOld(version: version) }
        guard words[1] == "UTF8" else { throw PostgreSQLSetupError.encoding(words[1]) }
        guard words[3] == "false" else { throw PostgreSQLSetupError.sharedSessions }
        guard words[2] == "true" else { throw PostgreSQLSetupError.inUse }
        if !acceptsUnfinishedCopy { try requireNoUnfinishedCopy(pipeline) }
        try checkSecret(pipeline)
    }

    /// Whoever makes a copy holds the lock alone, and leaves the mark until the copy is complete.
    private func requireNoUnfinishedCopy(_ pipeline: Pipeline) throws {
        let rows = try pipeline.script("SELECT to_regclass('\(CopyMark.table)')::text")
        guard try rows.word(at: 0) == nil else { throw StoreError.unfinishedCopy }
    }

    /// Once the lock is held, nobody can change the master key any more.
    private func checkSecret(_ pipeline: Pipeline) throws {
        guard let expected = secret.value.withLock({ $0 }) else { return }
        let rows = try pipeline.script(
            "SELECT encode(secret, 'base64') FROM sealed_secrets WHERE name = '\(PostgreSQLStore.watchedSecret)'")
        let found = try rows.count > 0 ? rows.word(at: 0) : nil
        guard Data(base64Encoded: found ?? "", options: .ignoreUnknownCharacters) == expected else {
            throw PostgreSQLSetupError.otherMasterKey
        }
    }
}

/// A lock that a session of Vincula holds for as long as it lives.
package enum DatabaseLock: Int64, Sendable {
    // Any numbers that nothing else uses; see also Migrations and `SQLDialect`.
    /// Held by every server and command.
    case use = 8_462_034_510
    /// Held by every server.
    case serve = 8_462_034_511

    /// Waits until nobody has it alone.
    var share: String { "SELECT pg_advisory_lock_shared(\(rawValue))" }

    /// True if nobody else has it.
    var taken: String { "pg_try_advisory_lock(\(rawValue))" }

    /// True if this session has one of them.
    static let heldHere = """
        SELECT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid() AND (\(use.isInLocks) OR \(serve.isInLocks)))
        """

    /// A condition for rows of `pg_locks`.
    package var isInLocks: String {
        """
        locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32 | objid::bigint) = \(rawValue) AND objsubid = 1
        """
    }
}
