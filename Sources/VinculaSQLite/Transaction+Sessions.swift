import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    func session(_ id: Data) throws -> Session? {
        try db.first("SELECT \(Self.sessionColumns) \(Self.sessionTables) WHERE s.id = ?", [id], Self.session)
    }

    func sessions(after: Data, limit: Int) throws -> [(session: Session, generation: Int64)] {
        try db.all(
            "SELECT \(Self.sessionColumns), a.generation \(Self.sessionTables) WHERE s.id > ? ORDER BY s.id LIMIT ?",
            [after, limit]
        ) { row in
            (session: try Self.session(row), generation: try row.decode(atIndex: 12))
        }
    }

    private static let sessionColumns = """
        a.project, a.tenant, a.uid, s.auth_time, s.sign_in_provider, s.generation, s.active_hash, s.parent_hash,
            s.rotated_at, s.branch, s.id, s.second_factor
        """
    private static let sessionTables = "FROM sessions AS s JOIN accounts AS a ON a.id = s.account"

    private static func session(_ row: Row) throws -> Session {
        Session(
            id: try row.decode(atIndex: 10),
            scope: ProjectScope(project: try row.decode(atIndex: 0), tenant: try row.decode(atIndex: 1)),
            account: AccountID(try row.decode(atIndex: 2)),
            authTime: try row.timestamp(3),
            signInProvider: ProviderID(try row.decode(atIndex: 4)),
            secondFactor: try row.decode(String?.self, atIndex: 11).map(SecondFactorID.init),
            generation: try row.decode(atIndex: 5),
            refresh: RefreshChain(
                active: try row.decode(atIndex: 6),
                parent: try row.decode(atIndex: 7),
                rotatedAt: try row.optionalTimestamp(8),
                branch: try row.decode(atIndex: 9)
            )
        )
    }

    func insert(_ session: Session) throws {
        try changeRow(
            of: "accounts",
            """
            INSERT INTO sessions
                (id, account, auth_time, sign_in_provider, second_factor, generation, active_hash, parent_hash, rotated_at,
                branch)
            SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ? FROM accounts WHERE project = ? AND tenant = ? AND uid = ?
            """,
            [
                session.id, session.authTime.milliseconds, session.signInProvider.value,
                session.secondFactor?.value, session.generation,
                session.refresh.active, session.refresh.parent, session.refresh.rotatedAt?.milliseconds, session.refresh.branch,
                session.scope.project, session.scope.tenant, session.account.value,
            ]
        )
    }

    func update(refresh: RefreshChain, ofSession id: Data) throws {
        try changeRow(
            of: "sessions", "UPDATE sessions SET active_hash = ?, parent_hash = ?, rotated_at = ?, branch = ? WHERE id = ?",
            [refresh.active, refresh.parent, refresh.rotatedAt?.milliseconds, refresh.branch, id]
        )
    }

    func deleteSession(_ id: Data) throws { try db.run("DELETE FROM sessions WHERE id = ?", [id]) }
}
