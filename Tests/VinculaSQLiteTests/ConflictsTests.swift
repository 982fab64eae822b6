import GRDB
import Testing
import VinculaEngine

@testable import VinculaSQLite

@Suite struct ConflictsTests {
    private static let account =
        "INSERT INTO accounts (id, project, tenant, uid, email, email_verified, is_disabled, generation, created_at) VALUES "
    private static let identity =
        "INSERT INTO identities (account, project, tenant, provider, subject, issuer) VALUES "

    /// SQLite 3.40's messages, statement by statement. If a newer SQLite words them differently, this test fails.
    @Test(
        arguments: [
            (account + "(9, 'p', '', 'u', 'e9', 0, 0, 0, 0)", StoreConflict.accountID),
            (account + "(9, 'p', '', 'u9', 'e', 0, 0, 0, 0)", .email),
            ("UPDATE accounts SET uid = 'u' WHERE id = 2", .accountID),
            ("UPDATE accounts SET email = 'e' WHERE id = 2", .email),
            (identity + "(2, 'p', '', 'google.com', 's', 'i')", .identity),
            (identity + "(1, 'p', '', 'google.com', 's2', 'i')", .providerOfAccount),
            ("INSERT INTO openid_providers VALUES ('p', '', 'oidc.a', '{}')", .openIDProvider),
            // Failures that are no conflicts
            (account + "(1, 'p', '', 'u9', 'e9', 0, 0, 0, 0)", nil),
            (account + "(9, 'p', '', NULL, 'e9', 0, 0, 0, 0)", nil),
            (account + "(9, 'p', '', 'u9', 'e9', 'x', 0, 0, 0)", nil),
            ("UPDATE accounts SET password_hash = 'h'", nil),
            (identity + "(99, 'p', '', 'google.com', 's3', 'i')", nil),
            ("INSERT INTO sealed_secrets VALUES ('n', x'00')", nil),
            ("INSERT INTO nowhere VALUES (1)", nil),
        ] as [(String, StoreConflict?)]
    )
    func isReadFromWhatSQLiteSays(sql: String, conflict: StoreConflict?) async throws {
        try await withEphemeralStore { store in
            try store.database.writeWithoutTransaction { db in
                try db.execute(sql: Self.account + "(1, 'p', '', 'u', 'e', 0, 0, 0, 0)")
                try db.execute(sql: Self.account + "(2, 'p', '', 'u2', 'e2', 0, 0, 0, 0)")
                try db.execute(sql: Self.identity + "(1, 'p', '', 'google.com', 's', 'i')")
                try db.execute(sql: "INSERT INTO openid_providers VALUES ('p', '', 'oidc.a', '{}')")
                try db.execute(sql: "INSERT INTO sealed_secrets VALUES ('n', x'00')")
                let error = try #require(throws: DatabaseError.self) { try db.execute(sql: sql) }
                #expect(StoreConflict(error) == conflict, "\(error.extendedResultCode.rawValue): \(error.message ?? "")")
            }
        }
    }
}
