import TestStores
import Testing
import VinculaEngine

@testable import VinculaPostgreSQL

@Suite struct ConflictTests {
    private static let account =
        "INSERT INTO accounts (id, project, tenant, uid, email, email_verified, is_disabled, generation, created_at) VALUES "
    private static let identity = "INSERT INTO identities (account, project, tenant, provider, subject, issuer) VALUES "

    @Test func `a broken rule is known by the name of its constraint`() async throws {
        let cases: [(String, StoreConflict?)] = [
            (Self.account + "(9, 'p', '', 'u', 'e9', 0, 0, 0, 0)", .accountID),
            (Self.account + "(9, 'p', '', 'u9', 'e', 0, 0, 0, 0)", .email),
            ("UPDATE accounts SET uid = 'u' WHERE id = 2", .accountID),
            ("UPDATE accounts SET email = 'e' WHERE id = 2", .email),
            (Self.identity + "(2, 'p', '', 'google.com', 's', 'i')", .identity),
            (Self.identity + "(1, 'p', '', 'google.com', 's2', 'i')", .providerOfAccount),
            ("INSERT INTO openid_providers VALUES ('p', '', 'oidc.a', '{}')", .openIDProvider),
            ("INSERT INTO supported_providers VALUES ('p', '', 'google.com', '{}')", .supportedProvider),
            // Failures that are no conflicts
            (Self.account + "(1, 'p', '', 'u9', 'e9', 0, 0, 0, 0)", nil),
            (Self.account + "(9, 'p', '', NULL, 'e9', 0, 0, 0, 0)", nil),
            ("UPDATE accounts SET password_hash = 'h'", nil),
            (Self.identity + "(99, 'p', '', 'google.com', 's3', 'i')", nil),
            ("INSERT INTO sealed_secrets VALUES ('n', '')", nil),
            ("INSERT INTO nowhere VALUES (1)", nil),
        ]
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run(
                """
                \(Self.account) (1, 'p', '', 'u', 'e', 0, 0, 0, 0), (2, 'p', '', 'u2', 'e2', 0, 0, 0, 0);
                \(Self.identity) (1, 'p', '', 'google.com', 's', 'i');
                INSERT INTO openid_providers VALUES ('p', '', 'oidc.a', '{}');
                INSERT INTO supported_providers VALUES ('p', '', 'google.com', '{}');
                INSERT INTO sealed_secrets VALUES ('n', '')
                """, at: address)
            for (sql, conflict) in cases {
                let error = await #expect(throws: PostgreSQLError.self, "\(sql)") { try await SQLScript.run(sql, at: address) }
                #expect(error?.conflict == conflict, "\(sql): \(String(describing: error))")
            }
        }
    }

    @Test func `errors say nothing about the data`() async throws {
        try await PostgreSQLDatabases.with { address in
            try await SQLScript.run("INSERT INTO api_keys VALUES ('secret', 'p', '', 0)", at: address)
            let error = await #expect(throws: PostgreSQLError.self) {
                try await SQLScript.run("INSERT INTO api_keys VALUES ('secret', 'p', '', 0)", at: address)
            }
            #expect(error?.description == "PostgreSQL error 23505 (api_keys_pkey)")
        }
    }

    @Test func `each reason of a server is one of a store`() {
        func reason(_ state: String?) -> StoreUnavailable.Reason? { StoreUnavailable(PostgreSQLError(state: state))?.reason }
        let reasons: [(String?, StoreUnavailable.Reason?)] = [
            (nil, .unreachable), ("08006", .unreachable), ("28P01", .unreachable), ("3D000", .unreachable),
            ("53300", .unreachable), ("57P01", .unreachable), ("57P03", .unreachable), ("25P03", .unreachable), ("40001", .busy),
            ("40P01", .busy), ("55P03", .busy), ("57014", .busy), ("25006", .readOnly), ("53100", .diskFull),
            ("58030", .failingDisk), ("42501", .notPermitted), ("XX001", .damaged), ("XX002", .damaged), ("23505", nil),
            ("42601", nil), ("22P02", nil), ("P0001", nil),
        ]
        for (state, expected) in reasons { #expect(reason(state) == expected, "\(state ?? "none")") }
    }
}
