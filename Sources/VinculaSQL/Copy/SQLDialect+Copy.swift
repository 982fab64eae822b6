/// The differences that matter to copies.
extension SQLDialect {
    /// A column's text as bytes.
    func bytes(of column: String) -> String {
        switch self {
        case .sqlite: "CAST(\"\(column)\" AS BLOB)"
        case .postgreSQL: "convert_to(\"\(column)\", 'UTF8')"
        }
    }

    /// The place of an argument, as ``CopyValue/argument(_:)`` makes it.
    func argument(_ kind: CopyTable.Kind) -> String { self == .sqlite && kind == .text ? "CAST(? AS TEXT)" : "?" }

    /// A query for the columns of primary keys, in their order.
    var keysOfTables: String {
        switch self {
        case .sqlite:
            """
            SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.pk > 0 ORDER BY t.name, c.pk
            """
        case .postgreSQL:
            """
            SELECT t.relname, c.attname FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
            CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
            JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = k.number
            WHERE i.indisprimary AND t.relnamespace = current_schema()::regnamespace ORDER BY t.relname, k.place
            """
        }
    }

    /// A query for the tables that refer to others, with these.
    var referencesOfTables: String {
        switch self {
        case .sqlite:
            """
            SELECT t.name, f."table" FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
            WHERE t.type = 'table' ORDER BY 1, 2
            """
        case .postgreSQL:
            """
            SELECT t.relname, p.relname FROM pg_constraint AS f JOIN pg_class AS t ON t.oid = f.conrelid
            JOIN pg_class AS p ON p.oid = f.confrelid
            WHERE f.contype = 'f' AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2
            """
        }
    }

    /// A query for the columns that indexes contain.
    var indexedColumns: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL:
            """
            SELECT DISTINCT t.relname, c.attname FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
            JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = ANY (i.indkey::int2[])
            WHERE t.relnamespace = current_schema()::regnamespace
            """
        }
    }

    /// A query for the columns whose values the database makes up after the greatest one; `nil` if it looks for that itself.
    var countedColumns: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL:
            """
            SELECT t.relname, c.attname FROM pg_attribute AS c JOIN pg_class AS t ON t.oid = c.attrelid
            WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND NOT c.attisdropped
                AND c.attnum > 0 AND pg_get_serial_sequence(quote_ident(t.relname), c.attname) IS NOT NULL
            """
        }
    }

    /// A query that makes the next value of a counted column one that is free. Rows of accounts have more than a count in theirs.
    func count(_ column: String, of table: String) -> String {
        """
        SELECT setval(pg_get_serial_sequence('"\(table)"', '\(column)'), max("\(column)" & 281474976710655)) FROM "\(table)"
        HAVING max("\(column)") IS NOT NULL
        """
    }

    /// A query for the size of the database in bytes.
    var size: String {
        switch self {
        case .sqlite: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        case .postgreSQL: "SELECT pg_database_size(current_database())"
        }
    }

    /// A statement that creates the mark of an unfinished copy.
    var makeCopyMark: String {
        let (bytes, number) = self == .sqlite ? ("BLOB", "INTEGER") : ("BYTEA", "BIGINT")
        return "CREATE TABLE \(CopyMark.table) (source \(bytes) NOT NULL, is_checked \(number) NOT NULL)"
    }
}
