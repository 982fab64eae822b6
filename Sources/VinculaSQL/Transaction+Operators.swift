import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let operatorColumns = "a.uid, o.role, o.projects, o.created_at"
    private static let operatorTables = "FROM operators AS o JOIN accounts AS a ON a.id = o.account"

    func storedOperator(_ account: AccountID) throws -> StoredOperator? {
        let scope = ProjectScope.operators
        return try db.first(
            "SELECT \(Self.operatorColumns) \(Self.operatorTables) WHERE a.project = ? AND a.tenant = ? AND a.uid = ?",
            [scope.project, scope.tenant, account.value], Self.storedOperator)
    }

    func storedOperators() throws -> [StoredOperator] {
        // SQLite reads the tables of a cross join in this order. It would walk through all accounts otherwise.
        try db.all(
            """
            SELECT \(Self.operatorColumns) FROM operators AS o CROSS JOIN accounts AS a WHERE a.id = o.account
            ORDER BY o.created_at, a.uid
            """, [], Self.storedOperator)
    }

    /// The operator of a row of `accounts`.
    func storedOperator(ofRow row: Int64) throws -> StoredOperator? {
        try db.first(
            "SELECT \(Self.operatorColumns) \(Self.operatorTables) WHERE o.account = ?", [row], Self.storedOperator)
    }

    func save(_ stored: StoredOperator) throws {
        try db.run(
            """
            INSERT INTO operators (account, role, projects, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (account) DO UPDATE SET role = excluded.role, projects = excluded.projects
            """,
            [
                try rowID(of: stored.account, in: .operators), stored.grant.role.rawValue, try Self.text(stored.grant.reach),
                stored.createdAt.milliseconds,
            ])
    }

    func operatorInvitation(_ id: Data) throws -> OperatorInvitation? {
        try db.first("SELECT \(Self.invitationColumns) FROM operator_invitations WHERE id = ?", [id], Self.invitation)
    }

    func operatorInvitations() throws -> [OperatorInvitation] {
        try db.all("SELECT \(Self.invitationColumns) FROM operator_invitations ORDER BY created_at, id", [], Self.invitation)
    }

    func insert(_ invitation: OperatorInvitation) throws {
        try db.run(
            "INSERT INTO operator_invitations (\(Self.invitationColumns)) VALUES (?, ?, ?, ?, ?, ?)",
            [
                invitation.id, invitation.email?.value, invitation.grant.role.rawValue, try Self.text(invitation.grant.reach),
                invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds,
            ])
    }

    func consumeOperatorInvitation(_ id: Data) throws -> Bool {
        try changesRow("DELETE FROM operator_invitations WHERE id = ?", [id])
    }

    private static let invitationColumns = "id, email, role, projects, created_at, expires_at"

    private static func storedOperator(_ row: inout RowReader) throws -> StoredOperator {
        StoredOperator(
            account: AccountID(try row.next()), grant: try grant(&row, of: "operators"), createdAt: try row.timestamp())
    }

    private static func invitation(_ row: inout RowReader) throws -> OperatorInvitation {
        OperatorInvitation(
            id: try row.next(), email: try row.optionalEmail(), grant: try grant(&row, of: "operator_invitations"),
            createdAt: try row.timestamp(), expiresAt: try row.timestamp())
    }

    private static func grant(_ row: inout RowReader, of table: String) throws -> OperatorGrant {
        let role: OperatorRole = try row.enumCase(of: table)
        let projects: [String]? = try row.next(String?.self).map { try StoredJSON.decode($0) }
        return OperatorGrant(role: role, reach: OperatorReach(list: projects))
    }

    private static func text(_ reach: OperatorReach) throws -> String? { try reach.list.map { try StoredJSON.encode($0) } }
}
