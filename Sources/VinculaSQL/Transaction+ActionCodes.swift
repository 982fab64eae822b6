import VinculaCore
import VinculaEngine

extension Transaction {
    private static let columns = """
        SELECT c.id, c.project, c.tenant, c.purpose, a.uid, c.email, c.new_email, c.target, c.digits, c.sealed_link,
            c.created_at, c.expires_at, c.spent_at, c.mismatches
        FROM action_codes AS c LEFT JOIN accounts AS a ON a.id = c.account
        """

    static let openActionCodesOfAccount =
        columns + " WHERE a.project = ? AND a.tenant = ? AND a.uid = ? AND c.spent_at IS NULL ORDER BY c.sequence DESC"

    func actionCode(_ id: String) throws -> ActionCode? {
        try db.first(Self.columns + " WHERE c.id = ?", [id], Self.code)
    }

    func openActionCodes(
        sentFor email: EmailAddress, purpose: ActionCodePurpose, in scope: ProjectScope
    ) throws -> [ActionCode] {
        try db.all(
            Self.columns
                + """
                 WHERE c.project = ? AND c.tenant = ? AND c.email = ? AND c.purpose = ? AND c.spent_at IS NULL
                ORDER BY c.sequence DESC
                """,
            [scope.project, scope.tenant, email.value, purpose.rawValue], Self.code)
    }

    func openActionCodes(of account: AccountID, in scope: ProjectScope) throws -> [ActionCode] {
        try db.all(Self.openActionCodesOfAccount, [scope.project, scope.tenant, account.value], Self.code)
    }

    func openActionCodes(in scope: ProjectScope, now: Timestamp, limit: Int) throws -> [ActionCode] {
        try db.all(
            Self.columns
                + """
                 WHERE c.project = ? AND c.tenant = ? AND c.spent_at IS NULL AND c.expires_at > ?
                ORDER BY c.sequence LIMIT ?
                """,
            [scope.project, scope.tenant, now.milliseconds, limit], Self.code)
    }

    func insert(_ code: ActionCode) throws {
        try db.run(
            """
            INSERT INTO action_codes (id, project, tenant, purpose, account, email, new_email, target, digits, sealed_link,
                mismatches, created_at, expires_at, spent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                code.id, code.scope.project, code.scope.tenant, code.purpose.rawValue,
                try code.account.map { try rowID(of: $0, in: code.scope) }, code.email?.value, code.newEmail?.value,
                try StoredJSON.encode(code.target), code.digits, code.sealedLink, code.mismatches,
                code.createdAt.milliseconds, code.expiresAt.milliseconds, code.spentAt?.milliseconds,
            ])
    }

    func spendActionCode(_ id: String, now: Timestamp) throws -> Bool {
        try db.run(
            "UPDATE action_codes SET spent_at = ? WHERE id = ? AND spent_at IS NULL AND expires_at > ?",
            [now.milliseconds, id, now.milliseconds])
        return db.changesCount > 0
    }

    func noteActionCodeMismatch(_ id: String, most: Int, now: Timestamp) throws {
        try db.run(
            """
            UPDATE action_codes SET mismatches = mismatches + 1,
                spent_at = CASE WHEN spent_at IS NULL AND mismatches + 1 >= ? THEN ? ELSE spent_at END
            WHERE id = ?
            """,
            [most, now.milliseconds, id])
    }

    func noteWrongDigits(_ id: String, most: Int) throws {
        try db.run(
            """
            UPDATE action_codes SET wrong_digits = wrong_digits + 1,
                digits = CASE WHEN wrong_digits + 1 >= ? THEN NULL ELSE digits END
            WHERE id = ?
            """,
            [most, id])
    }

    func endActionCodes(
        of account: AccountID, purposes: [ActionCodePurpose], keeping: Int, in scope: ProjectScope, now: Timestamp
    ) throws {
        guard keeping > 0 else { return try endAllActionCodes(of: account, purposes: purposes, in: scope, now: now) }
        let codes = try openActionCodes(of: account, in: scope)
        for purpose in purposes { try end(codes.filter { $0.purpose == purpose }.dropFirst(keeping), now: now) }
    }

    func endActionCodes(
        sentFor email: EmailAddress, purpose: ActionCodePurpose, keeping: Int, in scope: ProjectScope, now: Timestamp
    ) throws {
        guard keeping > 0 else { return try endAllActionCodes(sentFor: email, purpose: purpose, in: scope, now: now) }
        try end(try openActionCodes(sentFor: email, purpose: purpose, in: scope).dropFirst(keeping), now: now)
    }

    /// Ends them in one statement without waiting for its answer: most changes of accounts do this, and few accounts have a code.
    private func endAllActionCodes(
        of account: AccountID, purposes: [ActionCodePurpose], in scope: ProjectScope, now: Timestamp
    ) throws {
        guard !purposes.isEmpty else { return }
        let places = purposes.map { _ in "?" }.joined(separator: ", ")
        try db.runLater(
            """
            UPDATE action_codes SET spent_at = ? WHERE account =
                (SELECT id FROM accounts WHERE project = ? AND tenant = ? AND uid = ?)
            AND spent_at IS NULL AND purpose IN (\(places))
            """,
            [now.milliseconds, scope.project, scope.tenant, account.value] + purposes.map(\.rawValue))
    }

    private func endAllActionCodes(
        sentFor email: EmailAddress, purpose: ActionCodePurpose, in scope: ProjectScope, now: Timestamp
    ) throws {
        try db.runLater(
            """
            UPDATE action_codes SET spent_at = ?
            WHERE project = ? AND tenant = ? AND email = ? AND purpose = ? AND spent_at IS NULL
            """,
            [now.milliseconds, scope.project, scope.tenant, email.value, purpose.rawValue])
    }

    private func end(_ codes: some Sequence<ActionCode>, now: Timestamp) throws {
        for code in codes { try db.run("UPDATE action_codes SET spent_at = ? WHERE id = ?", [now.milliseconds, code.id]) }
    }

    private static func code(_ row: inout RowReader) throws -> ActionCode {
        ActionCode(
            id: try row.next(), scope: try row.scope(), purpose: try row.enumCase(of: "action_codes"),
            account: try row.next(String?.self).map { AccountID($0) }, email: try row.optionalEmail(),
            newEmail: try row.optionalEmail(), target: try StoredJSON.decode(try row.next()), digits: try row.next(),
            sealedLink: try row.next(), createdAt: try row.timestamp(), expiresAt: try row.timestamp(),
            spentAt: try row.optionalTimestamp(), mismatches: try row.next())
    }
}
