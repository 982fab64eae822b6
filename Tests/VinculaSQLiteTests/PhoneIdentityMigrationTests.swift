import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaSQLite

/// Phone numbers of a server from before they were identities.
@Suite("Phone numbers become identities")
struct PhoneIdentityMigrationTests {
    @Test("Accounts keep their numbers, each belongs to one, and open codes keep what they keep")
    func migrates() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(at: folder.appending(path: "vincula.sqlite"))
            try Migrations.all.migrate(store.database, upTo: "0019-outbox-channels")
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO accounts (id, project, tenant, uid, phone, email_verified, is_disabled, generation, created_at)
                        VALUES (1, 'demo', '', 'a', '+12025550100', 0, 0, 0, 500), (2, 'demo', '', 'b', NULL, 0, 0, 0, 500),
                            (3, 'demo', 't', 'c', '+12025550100', 0, 0, 0, 500);
                        INSERT INTO identities (account, project, tenant, provider, subject, issuer)
                        VALUES (1, 'demo', '', 'google.com', 'g', 'https://accounts.google.com');
                        INSERT INTO action_codes (id, project, tenant, purpose, account, target, mismatches, created_at, expires_at)
                        VALUES
                            ('x', 'demo', '', 'RECOVER_EMAIL', 1, '{"opensInApp":false,"phoneBefore":"+12025550100"}', 0, 1, 2),
                            ('y', 'demo', '', 'RECOVER_EMAIL', 1, '{"opensInApp":false,"phoneBefore":"+12025550100",\
                        "identitiesBefore":[{"provider":"google.com","issuer":"i","subject":"g"}]}', 0, 1, 2),
                            ('z', 'demo', '', 'PASSWORD_RESET', 1, '{"opensInApp":false}', 0, 1, 2);
                        """)
            }
            try await store.migrate()
            let number = try #require(PhoneNumber("+12025550100"))
            let scope = ProjectScope(project: "demo")
            let (first, second, holder, codes) = try await store.read { reads in
                (
                    try reads.account(AccountID("a"), in: scope), try reads.account(AccountID("b"), in: scope),
                    try reads.account(phone: number, in: scope), try ["x", "y", "z"].map { try reads.actionCode($0)?.target }
                )
            }
            #expect(first?.phone == number && first?.providers == [.google, .phone] && first == holder)
            #expect(second?.phone == nil)
            let key = IdentityKey(phone: number)
            let google = IdentityKey(provider: .google, issuer: "i", subject: "g")
            #expect(codes.map { $0?.identitiesBefore } == [[key], [google, key], nil])
            await #expect(throws: StoreConflict.phone) {
                try await store.write { writes in
                    guard let old = second else { return }
                    var changed = old
                    changed.phone = number
                    try writes.update(changed, from: old, in: scope)
                }
            }
            try await store.close()
        }
    }
}
