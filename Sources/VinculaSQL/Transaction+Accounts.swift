import VinculaCore
import VinculaEngine

extension Transaction {
    func account(_ id: AccountID, in scope: ProjectScope) throws -> Account? {
        try account(sql: Self.queryByID, [scope.project, scope.tenant, id.value], in: scope)
    }

    func account(email: EmailAddress, in scope: ProjectScope) throws -> Account? {
        try account(sql: Self.queryByEmail, [scope.project, scope.tenant, email.value], in: scope)
    }

    func account(phone: PhoneNumber, in scope: ProjectScope) throws -> Account? {
        try account(identity: IdentityKey(phone: phone), in: scope)
    }

    func account(identity: IdentityKey, in scope: ProjectScope) throws -> Account? {
        try account(
            """
            JOIN identities AS i ON i.account = a.id
            WHERE i.project = ? AND i.tenant = ? AND i.provider = ? AND i.subject = ? AND i.issuer = ?
            """,
            [scope.project, scope.tenant, identity.provider.value, identity.subject, identity.issuer], in: scope
        )
    }

    func accounts(provider: ProviderID, subject: String, in scope: ProjectScope) throws -> [Account] {
        try accounts(
            """
            JOIN identities AS i ON i.account = a.id
            WHERE i.project = ? AND i.tenant = ? AND i.provider = ? AND i.subject = ?
            ORDER BY a.uid
            """,
            [scope.project, scope.tenant, provider.value, subject]
        )
    }

    func accounts(initialEmail: EmailAddress, in scope: ProjectScope) throws -> [Account] {
        try accounts(
            "WHERE a.project = ? AND a.tenant = ? AND a.initial_email = ? ORDER BY a.uid",
            [scope.project, scope.tenant, initialEmail.value]
        )
    }

    func accounts(identityEmail: EmailAddress, in scope: ProjectScope) throws -> [Account] {
        // Two identities of one account may have the email, so a join would return the account twice.
        try accounts(
            """
            WHERE a.id IN (SELECT account FROM identities WHERE project = ? AND tenant = ? AND email = ?)
            ORDER BY a.uid
            """,
            [scope.project, scope.tenant, identityEmail.value]
        )
    }

    func accounts(after: AccountID?, limit: Int, in scope: ProjectScope) throws -> [Account] {
        guard let after else { return try accounts(AccountQuery(limit: limit), in: scope) }
        return try accounts(
            "WHERE a.project = ? AND a.tenant = ? AND a.uid > ? ORDER BY a.uid LIMIT ?",
            [scope.project, scope.tenant, after.value, max(0, limit)]
        )
    }

    func accounts(_ query: AccountQuery, in scope: ProjectScope) throws -> [Account] {
        // SQLite treats a negative limit as no limit, and PostgreSQL as an error.
        try accounts(
            "WHERE a.project = ? AND a.tenant = ? ORDER BY \(query.order) LIMIT ? OFFSET ?",
            [scope.project, scope.tenant, max(0, query.limit), max(0, query.offset)]
        )
    }

    func anonymousAccounts(
        signedInBefore before: Timestamp, after: Account?, limit: Int, in scope: ProjectScope
    ) throws -> [Account] {
        try accounts(
            """
            WHERE a.project = ? AND a.tenant = ? AND a.email IS NULL AND a.password_hash IS NULL
                AND a.has_email_link = 0 AND a.has_custom_token = 0 AND a.last_sign_in_at < ? AND (a.last_sign_in_at, a.uid) > (?, ?)
            ORDER BY a.last_sign_in_at, a.uid LIMIT ?
            """,
            [
                scope.project, scope.tenant, before.milliseconds, after?.lastSignInAt?.milliseconds ?? Int64.min,
                after?.id.value ?? "", max(0, limit),
            ])
    }

    func countAccounts(
        in scope: ProjectScope, withTenants: Bool, after: AccountPlace?, limit: Int
    ) throws -> AccountCount {
        if after == nil, try isBeingDeleted(scope) { return AccountCount(count: 0, last: nil) }
        let rest: String
        var arguments: Database.Arguments = [scope.project]
        if withTenants {
            rest = "FROM accounts WHERE project = ? AND (tenant, uid) > (?, ?)"
            arguments += [after?.tenant ?? "", after?.id.value ?? ""]
        } else {
            rest = "FROM accounts WHERE project = ? AND tenant = ? AND uid > ?"
            arguments += [scope.tenant, after?.id.value ?? ""]
        }
        let last = try db.first(
            "SELECT tenant, uid \(rest) ORDER BY tenant, uid LIMIT 1 OFFSET ?", arguments + [max(1, limit) - 1]
        ) { AccountPlace(tenant: try $0.next(), id: AccountID(try $0.next())) }
        if let last { return AccountCount(count: max(1, limit), last: last) }
        let count = try db.first("SELECT count(*) \(rest)", arguments) { try $0.next(Int.self) } ?? 0
        return AccountCount(count: count, last: nil)
    }

    /// The id of the account's row, which other tables refer to.
    ///
    /// - Throws: ``StoreError/rowIsGone(table:)``.
    func rowID(of id: AccountID, in scope: ProjectScope) throws -> Int64 {
        if let known = knownRows.row(of: id, in: scope) { return known }
        let sql = "SELECT id FROM accounts WHERE project = ? AND tenant = ? AND uid = ?"
        guard let rowID = try db.first(sql, [scope.project, scope.tenant, id.value], { try $0.next(Int64.self) })
        else { throw StoreError.rowIsGone(table: "accounts") }
        knownRows.note(rowID, of: id, in: scope)
        return rowID
    }

    private func account(_ clauses: String, _ arguments: Database.Arguments, in scope: ProjectScope) throws -> Account? {
        try account(sql: Self.accountQuery(clauses), arguments, in: scope)
    }

    /// A query with a row for each identity of one account, or one row without an identity: on PostgreSQL, a second query would
    /// cost as much as the first one.
    ///
    /// - Parameters:
    ///   - columns: What else it reads, after a comma.
    ///   - other: Where that is from.
    ///   - clauses: Which account it finds.
    static func accountQuery(reading columns: String = "", joining other: String = "", _ clauses: String) -> String {
        """
        SELECT \(AccountRow.columns), \(IdentityRow.columns(of: "n"))\(columns) FROM accounts AS a
        LEFT JOIN identities AS n ON n.account = a.id \(other) \(clauses) ORDER BY n.id
        """
    }

    /// The clause that finds an account by its id.
    static let accountByID = "WHERE a.project = ? AND a.tenant = ? AND a.uid = ?"
    // Nearly every request has one of these, so their texts are made once.
    static let queryByID = accountQuery(accountByID)
    static let queryByEmail = accountQuery("WHERE a.project = ? AND a.tenant = ? AND a.email = ?")

    /// - Parameters:
    ///   - sql: An ``accountQuery(reading:joining:_:)``.
    ///   - readOther: Reads its further columns.
    func account(
        sql: String, _ arguments: Database.Arguments, in scope: ProjectScope,
        readOther: (inout RowReader) throws -> Void = { _ in }
    ) throws -> Account? {
        let rows = try db.all(sql, arguments) { row in
            let found = (account: try AccountRow(&row), identity: try IdentityRow.ifPresent(&row)?.identity)
            try readOther(&row)
            return found
        }
        guard var found = rows.first?.account, !found.isBeingDeleted else { return nil }
        knownRows.note(found.rowID, of: found.account.id, in: scope)
        found.account.identities = rows.compactMap(\.identity)
        if found.hasSecondFactors { try readSecondFactors(of: &found) }
        return found.account
    }

    /// The accounts that the rest of a query finds; all of one project or tenant.
    func accounts(_ clauses: String, _ arguments: Database.Arguments) throws -> [Account] {
        var found = try db.all("SELECT \(AccountRow.columns) FROM accounts AS a \(clauses)", arguments, AccountRow.init)
        // A query is about one project or tenant.
        guard let first = found.first, !first.isBeingDeleted else { return [] }
        // One query for a whole page, with the same text for any number of accounts.
        func list(_ rows: [AccountRow]) -> String { "[" + rows.map { String($0.rowID) }.joined(separator: ",") + "]" }
        let sql = "SELECT \(IdentityRow.columns) FROM identities WHERE \(db.dialect.isAmong("account")) ORDER BY id"
        let identities = Dictionary(grouping: try db.all(sql, [list(found)], IdentityRow.init), by: \.accountRowID)
        for index in found.indices {
            found[index].account.identities = identities[found[index].rowID]?.map(\.identity) ?? []
        }
        let protected = list(found.filter(\.hasSecondFactors))
        if protected != "[]" {
            let (factors, codes) = (try secondFactors(ofRows: protected), try recoveryCodes(ofRows: protected))
            for index in found.indices where found[index].hasSecondFactors {
                found[index].account.secondFactors = factors[found[index].rowID] ?? []
                found[index].account.recoveryCodes = codes[found[index].rowID]
            }
        }
        return found.map(\.account)
    }

    private func readSecondFactors(of found: inout AccountRow) throws {
        found.account.secondFactors = try secondFactors(ofRow: found.rowID)
        found.account.recoveryCodes = try recoveryCodes(ofRow: found.rowID)
    }
}

extension AccountQuery {
    fileprivate var order: String {
        let direction = descending ? "DESC" : "ASC"
        // The order of SQLite, whose indexes have no other.
        let withNulls = descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"
        return switch sortBy {
        case .id: "a.uid \(direction)"
        case .displayName: "a.display_name \(withNulls), a.uid"
        case .createdAt: "a.created_at \(direction), a.uid"
        case .lastSignInAt: "a.last_sign_in_at \(withNulls), a.uid"
        case .email: "a.email \(withNulls), a.uid"
        }
    }
}
