import Foundation
import VinculaCore
import VinculaEngine

/// The position of an account among those with a password: a multiple of the golden ratio, so that accounts are evenly spread
/// from 0 to 2^32 even if their ids follow each other.
package let passwordSamplePosition = "((id & 2147483647) * 2654435769 & 4294967295)"

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

    func samplePassword(at position: UInt32, in scope: ProjectScope) throws -> PasswordRecord? {
        // After the last one comes the first one.
        for start in [Int64(position), 0] {
            let found = try db.first(
                """
                SELECT password_hash, password_scheme, password_salt, password_updated_at FROM accounts
                WHERE project = ? AND tenant = ? AND password_hash IS NOT NULL AND \(passwordSamplePosition) >= ?
                ORDER BY \(passwordSamplePosition) LIMIT 1
                """,
                [scope.project, scope.tenant, start]
            ) { row in
                let (hash, scheme, salt) = (try row.next(String.self), try row.next(String?.self), try row.next(Data?.self))
                let imported = scheme.map { ImportedHash(scheme: PasswordSchemeID($0), salt: salt ?? Data()) }
                return PasswordRecord(hash: hash, imported: imported, updatedAt: try row.timestamp())
            }
            if let found { return found }
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
