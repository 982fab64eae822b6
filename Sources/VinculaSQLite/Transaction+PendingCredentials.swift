import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    func pendingCredential(tokenHash: Data) throws -> PendingCredential? {
        try db.first(
            """
            SELECT a.project, a.tenant, a.uid, p.presented, p.expires_at
            FROM pending_credentials AS p JOIN accounts AS a ON a.id = p.account WHERE p.token_hash = ?
            """,
            [tokenHash]
        ) { row in
            PendingCredential(
                tokenHash: tokenHash,
                scope: ProjectScope(project: try row.decode(atIndex: 0), tenant: try row.decode(atIndex: 1)),
                presented: try StoredJSON.decode(try row.decode(atIndex: 3)),
                collidedWith: AccountID(try row.decode(atIndex: 2)),
                expiresAt: try row.timestamp(4)
            )
        }
    }

    func insert(_ pending: PendingCredential) throws {
        let rowID = try rowID(of: pending.collidedWith, in: pending.scope)
        try db.run(
            "INSERT INTO pending_credentials (token_hash, account, presented, expires_at) VALUES (?, ?, ?, ?)",
            [pending.tokenHash, rowID, try StoredJSON.encode(pending.presented), pending.expiresAt.milliseconds]
        )
    }

    func consumePendingCredential(tokenHash: Data) throws -> Bool {
        try deletesRow("DELETE FROM pending_credentials WHERE token_hash = ?", [tokenHash])
    }

    func deleteExpired(now: Timestamp) throws {
        try db.run("DELETE FROM pending_credentials WHERE expires_at < ?", [now.milliseconds])
        try db.run("DELETE FROM used_assertions WHERE expires_at < ?", [now.milliseconds])
    }
}
