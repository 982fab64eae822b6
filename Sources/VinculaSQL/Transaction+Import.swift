import Foundation
import VinculaCore
import VinculaEngine

/// Accounts of an import, looked up and written many at a time: on PostgreSQL, each statement is a message and its answer.
extension Transaction {
    // MARK: Lookups

    func importHolders(of keys: ImportKeys, in scope: ProjectScope) throws -> ImportHolders {
        var holders = ImportHolders()
        let place: Database.Arguments = [scope.project, scope.tenant]
        if let ids = try list(keys.ids.map(\.value)) {
            let found = try accounts(
                "WHERE a.project = ? AND a.tenant = ? AND \(db.dialect.isAmongTexts("a.uid"))", place + [ids])
            for account in found { holders.accounts[account.id] = account }
        }
        if let emails = try list(keys.emails.map(\.value)) {
            let found = try db.all(
                "SELECT email, uid FROM accounts WHERE project = ? AND tenant = ? AND \(db.dialect.isAmongTexts("email"))",
                place + [emails]
            ) { (email: try $0.optionalEmail(), id: AccountID(try $0.next())) }
            for row in found { if let email = row.email { holders.emails[email] = row.id } }
        }
        for (provider, subjects) in Dictionary(grouping: keys.subjects, by: \.provider) {
            guard let subjects = try list(subjects.map(\.subject)) else { continue }
            let found = try db.all(
                """
                SELECT i.subject, a.uid FROM identities AS i JOIN accounts AS a ON a.id = i.account
                WHERE i.project = ? AND i.tenant = ? AND i.provider = ? AND \(db.dialect.isAmongTexts("i.subject"))
                """,
                place + [provider.value, subjects]
            ) { (subject: try $0.next(String.self), id: AccountID(try $0.next())) }
            for row in found {
                holders.subjects[ProviderSubject(provider: provider, subject: row.subject), default: []].append(row.id)
            }
        }
        for subject in holders.subjects.keys { holders.subjects[subject]?.sort { $0.value < $1.value } }
        if let factors = try list(keys.factors.map(\.value)) {
            let found = try db.all(
                "SELECT id FROM second_factors WHERE \(db.dialect.isAmongTexts("id"))", [factors]
            ) { SecondFactorID(try $0.next()) }
            holders.factors = Set(found)
        }
        return holders
    }

    /// The texts in JSON; `nil` if there are none. Those with a NUL are left out, because no stored text has any.
    private func list(_ texts: [String]) throws -> String? {
        let texts = texts.filter { !$0.utf8.contains(0) }
        return texts.isEmpty ? nil : String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }

    // MARK: Writes

    func insert(_ imported: [ImportedAccount], in scope: ProjectScope) throws {
        do {
            try db.savepoint { try insertAll(imported, in: scope) }
        } catch let error as any SQLFailure {
            throw error.conflict as (any Error)? ?? error
        }
        for one in imported { journal.note(.created(one.account, in: scope)) }
    }

    func delete(_ ids: [AccountID], in scope: ProjectScope) throws {
        guard let wanted = try list(ids.map(\.value)) else { return }
        let found = try db.all(
            """
            SELECT id, uid, generation, cookies_until FROM accounts
            WHERE project = ? AND tenant = ? AND \(db.dialect.isAmongTexts("uid"))
            """,
            [scope.project, scope.tenant, wanted]
        ) { row in
            (
                row: try row.next(Int64.self), id: AccountID(try row.next()), generation: try row.next(Int64.self),
                cookiesUntil: try row.timestamp()
            )
        }
        try deleteAccounts(ofRows: found.map(\.row))
        let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        for one in ids.compactMap({ known[$0] }) {
            journal.note(.deleted(one.id, in: scope))
            journal.noteEnd(
                of: .account(
                    one.id, generation: one.generation + 1, validSince: nil, cookiesUntil: one.cookiesUntil, in: scope))
        }
    }

    private func insertAll(_ imported: [ImportedAccount], in scope: ProjectScope) throws {
        let rows = try insertRows(imported.map(\.account), in: scope)
        var (identities, factors, marks): ([Database.Arguments], [Database.Arguments], [Database.Arguments]) = ([], [], [])
        for one in imported {
            guard let row = rows[one.account.id] else { throw StoreError.rowIsGone(table: "accounts") }
            identities += one.account.identities.map { values(of: $0, ofRow: row, in: scope) }
            factors += try one.account.secondFactors.map { try values(of: $0, ofRow: row) }
            marks.append([row, one.mark.generation, one.mark.formerValidSince, one.mark.validSince])
            try updateRecoveryCodes(ofRow: row, to: one.account.recoveryCodes, from: nil)
        }
        try insertAll(identities, into: "identities", Self.identityColumns)
        try insertAll(factors, into: "second_factors", Self.factorColumns)
        try insertAll(marks, into: "imported_accounts", ["account", "generation", "former_valid_since", "valid_since"])
    }

    /// - Returns: The rows by their accounts' ids.
    private func insertRows(_ accounts: [Account], in scope: ProjectScope) throws -> [AccountID: Int64] {
        var rows: [AccountID: Int64] = [:]
        for chunk in Self.chunks(of: accounts) {
            let sql = Self.insertion(into: "accounts", Self.accountColumns, rows: chunk.count) + " RETURNING id, uid"
            // Not as a query of ``Database``, for which a text with a NUL means that there are no rows.
            try db.connection.query(sql, chunk.flatMap { values(of: $0, in: scope) }) { columns in
                let (id, row) = try RowReader.read(columns) { reader in
                    let row = try reader.next(Int64.self)
                    return (AccountID(try reader.next()), row)
                }
                rows[id] = row
                return true
            }
        }
        return rows
    }

    /// Inserts rows, many with each statement.
    func insertAll(_ rows: [Database.Arguments], into table: String, _ columns: [String]) throws {
        for chunk in Self.chunks(of: rows) {
            try db.run(Self.insertion(into: table, columns, rows: chunk.count), chunk.flatMap(\.self))
        }
    }

    /// A statement that inserts rows.
    static func insertion(into table: String, _ columns: [String], rows: Int = 1) -> String {
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(values)"
    }

    /// The most rows of one statement: SQLite takes 32,766 arguments, of which an account has 22.
    private static let mostRows = 256

    /// Divides rows among statements whose sizes are powers of two, so that there are few statements to keep prepared.
    private static func chunks<Row>(of rows: [Row]) -> [ArraySlice<Row>] {
        var (chunks, rest): ([ArraySlice<Row>], ArraySlice<Row>) = ([], rows[...])
        while !rest.isEmpty {
            let count = min(mostRows, 1 << (Int.bitWidth - 1 - rest.count.leadingZeroBitCount))
            chunks.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return chunks
    }
}
