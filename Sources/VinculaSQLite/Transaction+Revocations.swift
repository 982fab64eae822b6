import GRDB
import VinculaCore
import VinculaEngine

/// The revocation feed. SQLite has one writer, so positions are in the order of commits, and a reader misses none.
extension Transaction {
    func revocation(_ sequence: Int64) throws -> Revocation? {
        try db.first("SELECT \(Self.revocationColumns) FROM revocations WHERE sequence = ?", [sequence], Self.revocation)
    }

    func revocations(after sequence: Int64, limit: Int, of project: String) throws -> [Revocation] {
        try db.all(
            """
            SELECT \(Self.revocationColumns) FROM revocations WHERE project = ? AND sequence > ? ORDER BY sequence LIMIT ?
            """,
            [project, sequence, limit], Self.revocation)
    }

    func insert(_ revocation: Revocation) throws {
        let columns: Database.Arguments =
            switch revocation.target {
            case .session(let handle): [handle, nil, nil, nil, nil]
            case .account(let id, let generation, let validSince): [nil, id.value, generation, validSince, nil]
            case .everybody(let issuedBefore): [nil, nil, nil, nil, issuedBefore]
            }
        try db.run(
            """
            INSERT INTO revocations
                (project, tenant, session, account, generation, valid_since, issued_before, made_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [revocation.scope.project, revocation.scope.tenant] + columns + [
                revocation.madeAt.milliseconds, revocation.expiresAt.milliseconds,
            ])
    }

    private static let revocationColumns = """
        sequence, project, tenant, made_at, expires_at, session, account, generation, valid_since, issued_before
        """

    private static func revocation(_ row: inout RowReader) throws -> Revocation {
        let sequence: Int64 = try row.next()
        let scope = try row.scope()
        let (madeAt, expiresAt) = (try row.timestamp(), try row.timestamp())
        let session = try row.next(String?.self)
        let account = try row.next(String?.self)
        let target: Revocation.Target
        if let session {
            row.skip(3)
            target = .session(handle: session)
        } else if let account {
            target = .account(AccountID(account), generation: try row.next(), validSince: try row.next())
            row.skip()
        } else {
            row.skip(2)
            target = .everybody(issuedBefore: try row.next())
        }
        return Revocation(sequence: sequence, scope: scope, target: target, madeAt: madeAt, expiresAt: expiresAt)
    }
}
