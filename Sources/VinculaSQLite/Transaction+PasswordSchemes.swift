import Foundation
import GRDB
import VinculaCore
import VinculaEngine

extension Transaction {
    private static let schemeColumns = "s.id, s.project, s.tenant, s.scheme, s.sealed_key"

    func passwordScheme(_ id: PasswordSchemeID) throws -> StoredPasswordScheme? {
        try db.first("SELECT \(Self.schemeColumns) FROM password_schemes AS s WHERE s.id = ?", [id.value], Self.scheme)
    }

    func passwordSchemes(in scope: ProjectScope) throws -> [StoredPasswordScheme] {
        try db.all(
            "SELECT \(Self.schemeColumns) FROM password_schemes AS s WHERE s.project = ? AND s.tenant = ? ORDER BY s.id",
            [scope.project, scope.tenant], Self.scheme)
    }

    func decoyHash(in scope: ProjectScope) throws -> DecoyHash? {
        for stored in try passwordSchemes(in: scope) where !stored.scheme.algorithm.isFast {
            let salt = try db.first(
                "SELECT password_salt FROM accounts WHERE password_scheme = ? LIMIT 1", [stored.id.value]
            ) { try $0.next(Data?.self) }
            if let salt { return DecoyHash(scheme: stored.scheme, salt: salt ?? Data()) }
        }
        return nil
    }

    func passwordSchemesWithBareHashes() throws -> [StoredPasswordScheme] {
        try db.all(
            """
            SELECT \(Self.schemeColumns) FROM password_schemes AS s WHERE EXISTS (
                SELECT 1 FROM accounts AS a WHERE a.password_scheme = s.id AND a.password_is_bare = 1)
            ORDER BY s.id
            """, [], Self.scheme)
    }

    func bareHashes(of scheme: PasswordSchemeID, limit: Int) throws -> [BareHash] {
        try db.all(
            """
            SELECT project, tenant, uid, password_hash FROM accounts
            WHERE password_scheme = ? AND password_is_bare = 1 ORDER BY id LIMIT ?
            """,
            [scheme.value, max(0, limit)]
        ) { row in
            let scope = try row.scope()
            return BareHash(account: AccountID(try row.next()), scope: scope, scheme: scheme, digest: try row.next())
        }
    }

    func insert(_ scheme: StoredPasswordScheme) throws {
        try db.run(
            "INSERT INTO password_schemes (id, project, tenant, scheme, sealed_key) VALUES (?, ?, ?, ?, ?)",
            [
                scheme.id.value, scheme.scope.project, scheme.scope.tenant, try StoredJSON.encode(scheme.scheme),
                scheme.sealedKey,
            ])
    }

    func wrap(_ bare: BareHash, as hash: String) throws -> Bool {
        // The salts of two accounts may differ while their digests are equal, but not the account.
        try changesRow(
            """
            UPDATE accounts SET password_hash = ?, password_is_bare = 0
            WHERE project = ? AND tenant = ? AND uid = ? AND password_scheme = ? AND password_is_bare = 1
                AND password_hash = ?
            """,
            [
                hash, bare.scope.project, bare.scope.tenant, bare.account.value, bare.scheme.value, bare.digest,
            ])
    }

    func deleteUnusedPasswordSchemes() throws -> Int {
        try db.run(
            """
            DELETE FROM password_schemes
            WHERE NOT EXISTS (SELECT 1 FROM accounts AS a WHERE a.password_scheme = password_schemes.id)
            """)
        return db.changesCount
    }

    private static func scheme(_ row: inout RowReader) throws -> StoredPasswordScheme {
        let (id, scope) = (PasswordSchemeID(try row.next()), try row.scope())
        return StoredPasswordScheme(
            id: id, scope: scope, scheme: try StoredJSON.decode(try row.next(String.self)), sealedKey: try row.next())
    }
}
