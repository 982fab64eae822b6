import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func exchangedToken(_ hash: Data) throws -> ExchangedToken? {
        try db.first(
            "SELECT hash, project, tenant, session, exchanged_at, expires_at FROM exchanged_tokens WHERE hash = ?", [hash]
        ) { row in
            ExchangedToken(
                hash: try row.next(), scope: ProjectScope(project: try row.next(), tenant: try row.next()),
                session: try row.next(), exchangedAt: try row.timestamp(), expiresAt: try row.timestamp())
        }
    }

    func wasDeletedWhileMoving(_ account: AccountID, in scope: ProjectScope) throws -> Bool {
        try db.first(
            "SELECT 1 FROM accounts_deleted_while_moving WHERE project = ? AND tenant = ? AND uid = ?",
            [scope.project, scope.tenant, account.value]
        ) { try $0.next(Bool.self) } ?? false
    }

    func noteDeletedWhileMoving(_ account: AccountID, in scope: ProjectScope, expiresAt: Timestamp) throws {
        try db.run(
            """
            INSERT INTO accounts_deleted_while_moving (project, tenant, uid, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (project, tenant, uid) DO UPDATE SET expires_at = excluded.expires_at
            """,
            [scope.project, scope.tenant, account.value, expiresAt.milliseconds])
    }

    func exchangedTokenCount(in project: String) throws -> Int {
        try db.first("SELECT count(*) FROM exchanged_tokens WHERE project = ?", [project]) { try $0.next() } ?? 0
    }

    func exchange(_ token: ExchangedToken) throws -> Bool {
        try changesRow(
            """
            INSERT INTO exchanged_tokens (hash, project, tenant, session, exchanged_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (hash) DO NOTHING
            """,
            [
                token.hash, token.scope.project, token.scope.tenant, token.session, token.exchangedAt.milliseconds,
                token.expiresAt.milliseconds,
            ])
    }

    func importMark(of account: AccountID, in scope: ProjectScope) throws -> ImportMark? {
        try db.first(
            """
            SELECT m.generation, m.former_valid_since, m.valid_since FROM accounts a
            JOIN imported_accounts m ON m.account = a.id WHERE a.project = ? AND a.tenant = ? AND a.uid = ?
            """,
            [scope.project, scope.tenant, account.value]
        ) { row in
            ImportMark(generation: try row.next(), formerValidSince: try row.next(), validSince: try row.next())
        }
    }

    func deleteImportMark(of account: AccountID, in scope: ProjectScope) throws {
        try db.run(
            """
            DELETE FROM imported_accounts WHERE account =
                (SELECT id FROM accounts WHERE project = ? AND tenant = ? AND uid = ?)
            """,
            [scope.project, scope.tenant, account.value])
    }

    func save(_ mark: ImportMark, of account: AccountID, in scope: ProjectScope) throws {
        try changeRow(
            of: "accounts",
            """
            INSERT INTO imported_accounts (account, generation, former_valid_since, valid_since)
            SELECT id, ?, ?, ? FROM accounts WHERE project = ? AND tenant = ? AND uid = ?
            ON CONFLICT (account) DO UPDATE SET generation = excluded.generation,
                former_valid_since = excluded.former_valid_since, valid_since = excluded.valid_since
            """,
            [mark.generation, mark.formerValidSince, mark.validSince, scope.project, scope.tenant, account.value])
    }
}
