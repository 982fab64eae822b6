import VinculaCore
import VinculaEngine

/// The revocation feed. Positions are in the order of commits, so a reader misses none.
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
        // Both go with what ends the transaction, so that nobody has the lock for longer than the commit takes.
        if let wait = db.dialect.waitForRevocationFeed { try db.runLater(wait, []) }
        let columns: Database.Arguments =
            switch revocation.target {
            case .session(let handle): [handle, nil, nil, nil, nil, false]
            case .account(let id, let generation, let validSince): [nil, id.value, generation, validSince, nil, false]
            case .everybody(let issuedBefore): [nil, nil, nil, nil, issuedBefore, false]
            case .everybodyWithoutSecondFactor(let issuedBefore): [nil, nil, nil, nil, issuedBefore, true]
            }
        try db.runLater(
            """
            INSERT INTO revocations
                (project, tenant, session, account, generation, valid_since, issued_before, lacks_factor, made_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [revocation.scope.project, revocation.scope.tenant] + columns + [
                revocation.madeAt.milliseconds, revocation.expiresAt.milliseconds,
            ])
    }

    func cookiesUntil(of account: AccountID, in scope: ProjectScope) throws -> Timestamp? {
        try db.first(
            "SELECT cookies_until FROM accounts WHERE project = ? AND tenant = ? AND uid = ?",
            [scope.project, scope.tenant, account.value]
        ) { try $0.timestamp() }
    }

    func noteCookie(of account: AccountID, until time: Timestamp, in scope: ProjectScope) throws {
        try db.run(
            "UPDATE accounts SET cookies_until = \(db.dialect.greatest)(cookies_until, ?) WHERE project = ? AND tenant = ? AND uid = ?",
            [time.milliseconds, scope.project, scope.tenant, account.value])
    }

    private static let revocationColumns = """
        sequence, project, tenant, made_at, expires_at, session, account, generation, valid_since, issued_before, lacks_factor
        """

    private static func revocation(_ row: inout RowReader) throws -> Revocation {
        let sequence: Int64 = try row.next()
        let scope = try row.scope()
        let (madeAt, expiresAt) = (try row.timestamp(), try row.timestamp())
        let session = try row.next(String?.self)
        let account = try row.next(String?.self)
        let target: Revocation.Target
        if let session {
            row.skip(4)
            target = .session(handle: session)
        } else if let account {
            target = .account(AccountID(account), generation: try row.next(), validSince: try row.next())
            row.skip(2)
        } else {
            row.skip(2)
            let issuedBefore: Int64 = try row.next()
            target =
                try row.next(Bool.self)
                ? .everybodyWithoutSecondFactor(issuedBefore: issuedBefore) : .everybody(issuedBefore: issuedBefore)
        }
        return Revocation(sequence: sequence, scope: scope, target: target, madeAt: madeAt, expiresAt: expiresAt)
    }
}
