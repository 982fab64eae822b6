import Foundation
import VinculaCore
import VinculaEngine

extension Transaction {
    func session(_ id: Data) throws -> Session? {
        try db.first(Self.sessionByID, [id], Self.session)
    }

    func account(
        _ account: AccountID, withSession session: Data, in scope: ProjectScope
    ) throws -> (account: Account?, session: Session?) {
        var found: Session?
        let statement = ExpectedStatement(.accountWithSession(account: account, session: session, scope: scope))
        let account = try self.account(sql: statement.sql, statement.arguments, in: scope) { row in
            found = try Self.sessionIfPresent(&row)
        }
        return (account, account == nil ? nil : found)
    }

    // Nearly every request of a signed-in person has this one.
    static let accountAndSessionByID = accountQuery(
        reading: ", \(sessionColumns)", joining: "LEFT JOIN sessions AS s ON s.id = ? AND s.account = a.id", accountByID)

    private static let sessionByID = "SELECT \(sessionColumns) \(sessionTables) WHERE s.id = ?"

    func sessions(after: Data, limit: Int) throws -> [(session: Session, generation: Int64)] {
        try db.all(
            "SELECT \(Self.sessionColumns), a.generation \(Self.sessionTables) WHERE s.id > ? ORDER BY s.id LIMIT ?",
            [after, limit]
        ) { row in
            (session: try Self.session(&row), generation: try row.next())
        }
    }

    func openSessions(of account: AccountID, limit: Int?, in scope: ProjectScope) throws -> [Session] {
        try db.all(
            """
            SELECT \(Self.sessionColumns) \(Self.sessionTables)
            WHERE a.project = ? AND a.tenant = ? AND a.uid = ? AND s.generation = a.generation AND s.active_hash <> \(db.dialect.noBytes)
            ORDER BY coalesce(s.opened_at, s.auth_time) DESC, s.id LIMIT ?
            """,
            [scope.project, scope.tenant, account.value, limit ?? Int.max], Self.session)
    }

    private static let sessionColumns = """
        s.id, a.project, a.tenant, a.uid, s.auth_time, coalesce(s.opened_at, s.auth_time), s.sign_in_provider,
            s.second_factor, s.generation, s.last_used_at, s.active_hash, s.parent_hash, s.rotated_at, s.earlier_ancestors,
            s.branch, s.network, s.device, s.root, s.by_mail, s.claims, s.attributes, s.key_thumbprint
        """
    private static let sessionTables = "FROM sessions AS s JOIN accounts AS a ON a.id = s.account"

    private static func session(_ row: inout RowReader) throws -> Session { try session(try row.next(), &row) }

    /// Reads the session in a row of an outer join, which may have none.
    private static func sessionIfPresent(_ row: inout RowReader) throws -> Session? {
        guard let id = try row.next(Data?.self) else {
            // The other columns of `sessionColumns`.
            row.skip(21)
            return nil
        }
        return try session(id, &row)
    }

    private static func session(_ id: Data, _ row: inout RowReader) throws -> Session {
        Session(
            id: id,
            scope: try row.scope(),
            account: AccountID(try row.next()),
            authTime: try row.timestamp(),
            openedAt: try row.timestamp(),
            signInProvider: ProviderID(try row.next()),
            secondFactor: try row.next(String?.self).map(SecondFactorID.init),
            generation: try row.next(),
            lastUsedAt: try row.timestamp(),
            refresh: RefreshChain(active: try row.next(), ancestors: try ancestors(&row)),
            place: SessionPlace(network: try row.next(), device: try row.next()),
            root: try row.next(),
            isByMail: try row.next(),
            claims: try row.next(String?.self).map(CustomClaims.init(stored:)),
            attributes: try row.next(String?.self).map(SignInAttributes.init(stored:)),
            key: try row.next(Data?.self).map(KeyThumbprint.init)
        )
    }

    /// The direct parent has columns of its own, as in all databases; earlier ancestors are rare.
    private static func ancestors(_ row: inout RowReader) throws -> [RefreshChain.Ancestor] {
        let parentHash = try row.next(Data?.self)
        let rotatedAt = try row.optionalTimestamp()
        guard let parent = parentHash, let exchangedAt = rotatedAt else {
            row.skip(2)
            return []
        }
        let earlier: [RefreshChain.Ancestor] = try row.next(String?.self).map { try StoredJSON.decode($0) } ?? []
        return earlier + [RefreshChain.Ancestor(hash: parent, exchangedAt: exchangedAt, branch: try row.next())]
    }

    private static func columns(_ refresh: RefreshChain) throws -> Database.Arguments {
        let earlier = Array(refresh.ancestors.dropLast())
        let parent = refresh.ancestors.last
        return [
            refresh.active, parent?.hash, parent?.exchangedAt.milliseconds, parent?.branch ?? 0,
            earlier.isEmpty ? nil : try StoredJSON.encode(earlier),
        ]
    }

    func insert(_ session: Session) throws {
        let rowID = try rowID(of: session.account, in: session.scope)
        try db.runLater(
            """
            INSERT INTO sessions
                (id, account, auth_time, opened_at, sign_in_provider, second_factor, generation, last_used_at, active_hash,
                parent_hash, rotated_at, branch, earlier_ancestors, network, device, root, by_mail, claims, attributes,
                key_thumbprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id, rowID, session.authTime.milliseconds, session.openedAt.milliseconds, session.signInProvider.value,
                session.secondFactor?.value, session.generation, session.lastUsedAt.milliseconds,
            ] + (try Self.columns(session.refresh)) + [
                session.place.network, session.place.device, session.root == session.id ? nil : session.root,
                session.isByMail, session.claims?.text, session.attributes?.text, session.key?.bytes,
            ]
        )
    }

    func update(refresh: RefreshChain, usedAt: Timestamp, ofSession id: Data) throws {
        try changeRow(
            of: "sessions",
            """
            UPDATE sessions SET active_hash = ?, parent_hash = ?, rotated_at = ?, branch = ?, earlier_ancestors = ?,
                last_used_at = \(db.dialect.greatest)(last_used_at, ?)
            WHERE id = ?
            """,
            try Self.columns(refresh) + [usedAt.milliseconds, id]
        )
        guard refresh.isEnded else { return }
        try db.run("UPDATE sessions SET network = NULL, device = NULL WHERE id = ?", [id])
        journal.noteEnd(of: .session(id))
    }

    func bind(session id: Data, to key: KeyThumbprint) throws -> Bool {
        try changesRow("UPDATE sessions SET key_thumbprint = ? WHERE id = ? AND key_thumbprint IS NULL", [key.bytes, id])
    }

    func noteUse(ofSession id: Data, at moment: Timestamp) throws {
        let moment = moment.milliseconds
        try db.run("UPDATE sessions SET last_used_at = ? WHERE id = ? AND last_used_at < ?", [moment, id, moment])
        try db.run(
            """
            UPDATE accounts SET last_refresh_at = ?
            WHERE id = (SELECT account FROM sessions WHERE id = ?) AND coalesce(last_refresh_at, 0) < ?
            """,
            [moment, id, moment]
        )
    }

    func deleteSession(_ id: Data) throws { try db.run("DELETE FROM sessions WHERE id = ?", [id]) }
}
