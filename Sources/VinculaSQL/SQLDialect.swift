/// The differences between the databases' SQL.
package enum SQLDialect: Sendable {
    case sqlite
    case postgreSQL

    /// Indicates whether a transaction accepts nothing but its end after a statement has failed.
    var failureEndsTransaction: Bool { self == .postgreSQL }

    /// The function that returns the greatest of its arguments.
    var greatest: String {
        switch self {
        case .sqlite: "max"
        case .postgreSQL: "greatest"
        }
    }

    /// A byte string of length 0.
    var noBytes: String {
        switch self {
        case .sqlite: "x''"
        case .postgreSQL: "''::bytea"
        }
    }

    /// Requires that a query uses an index. PostgreSQL decides by itself.
    func indexed(by index: String) -> String {
        switch self {
        case .sqlite: "INDEXED BY \(index)"
        case .postgreSQL: ""
        }
    }

    /// A column whose index a query must not use. PostgreSQL decides by itself.
    func unindexed(_ column: String) -> String {
        switch self {
        case .sqlite: "+\(column)"
        case .postgreSQL: column
        }
    }

    /// A condition with one argument: an array of integers in JSON.
    func isAmong(_ column: String) -> String {
        switch self {
        case .sqlite: "\(column) IN (SELECT value FROM json_each(?))"
        case .postgreSQL: "\(column) = ANY (translate(?, '[]', '{}')::bigint[])"
        }
    }

    /// A condition with one argument: an array of texts in JSON.
    func isAmongTexts(_ column: String) -> String {
        switch self {
        case .sqlite: "\(column) IN (SELECT value FROM json_each(?))"
        case .postgreSQL: "\(column) = ANY (ARRAY(SELECT json_array_elements_text(?::json)))"
        }
    }

    /// A text within a column of JSON; `NULL` if there is none.
    ///
    /// - Parameter path: The way to it, such as `$.email.server`.
    func json(_ column: String, _ path: String) -> String {
        switch self {
        case .sqlite: "json_extract(\(column), '\(path)')"
        case .postgreSQL: "(\(column)::json #>> '\(steps(path))')"
        }
    }

    /// A column of JSON with a text within it replaced by the next argument.
    func json(_ column: String, replacing path: String) -> String {
        switch self {
        case .sqlite: "json_set(\(column), '\(path)', ?)"
        case .postgreSQL: "jsonb_set(\(column)::jsonb, '\(steps(path))', to_jsonb(?::text))::text"
        }
    }

    /// The path as PostgreSQL writes it.
    private func steps(_ path: String) -> String {
        "{" + path.split(separator: ".").dropFirst().joined(separator: ",") + "}"
    }

    /// A condition with one argument: bytes that the column contains anywhere.
    ///
    /// - Parameters:
    ///   - column: The name of the column.
    ///   - type: Its type, as ``columnsOfTables`` states it.
    func contains(_ column: String, type: String) -> String {
        switch self {
        // Both operands as bytes: `instr` does not convert between text and bytes.
        case .sqlite: "instr(CAST(\"\(column)\" AS BLOB), ?) > 0"
        case .postgreSQL where type == "bytea": "position(?::bytea IN \"\(column)\") > 0"
        case .postgreSQL: "position(?::bytea IN convert_to(\"\(column)\"::text, 'UTF8')) > 0"
        }
    }

    /// A query for the tables with their columns and the columns' types, sorted by table.
    var columnsOfTables: String {
        switch self {
        case .sqlite:
            """
            SELECT t.name, c.name, c.type FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
            """
        case .postgreSQL:
            """
            SELECT t.relname, c.attname, format_type(c.atttypid, NULL) FROM pg_class AS t
            JOIN pg_attribute AS c ON c.attrelid = t.oid
            WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND c.attnum > 0 AND NOT c.attisdropped
            ORDER BY t.relname, c.attnum
            """
        }
    }

    /// A query for whether all triggers are there that keep the audit log as it is.
    var auditTriggers: String {
        switch self {
        case .sqlite:
            """
            SELECT count(*) = 3 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'
            AND name IN ('audit_log_update', 'audit_log_delete', 'audit_log_insert') AND sql LIKE '%RAISE(ABORT%'
            """
        case .postgreSQL:
            """
            SELECT count(*) = 4 FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
            WHERE t.tgrelid = 'audit_log'::regclass AND t.tgenabled IN ('O', 'A') AND p.prosrc LIKE '%RAISE EXCEPTION%'
                AND t.tgname IN ('audit_log_update', 'audit_log_delete', 'audit_log_insert', 'audit_log_truncate')
            """
        }
    }

    /// A query that waits until no other transaction appends to the revocation feed; `nil` if there is one writer only.
    ///
    /// Otherwise a reader would miss an entry that is committed after one with a greater position.
    var waitForRevocationFeed: String? {
        switch self {
        case .sqlite: nil
        // Any number that nothing else uses.
        case .postgreSQL: "SELECT pg_advisory_xact_lock(\(SQLDialect.revocationFeedLock))"
        }
    }

    /// A query that waits until no other transaction gives records their places in the audit log; `nil` if there is one writer only.
    var waitForAuditLog: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL: "SELECT pg_advisory_xact_lock(\(SQLDialect.auditLogLock))"
        }
    }

    /// A query with one argument that tells other servers of a change once the transaction is committed; `nil` if nobody listens.
    ///
    /// Commits with such a message wait for each other, so only rare ones send it.
    var notify: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL: "SELECT pg_notify('vincula', ?)"
        }
    }

    /// The end of a query for a row to be changed: rows that others are changing are left out.
    var skippingLocked: String {
        switch self {
        case .sqlite: ""
        case .postgreSQL: "FOR UPDATE SKIP LOCKED"
        }
    }

    private static let revocationFeedLock = 8_462_034_501
    private static let auditLogLock = 8_462_034_506
}
