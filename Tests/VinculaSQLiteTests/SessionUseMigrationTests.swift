import Foundation
import GRDB
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaSQLite

/// Sessions of a server from before tokens kept their value.
@Suite struct SessionUseMigrationTests {
    @Test func theActiveTokenAndItsParentAreKept() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(at: folder.appending(path: "vincula.sqlite"))
            try Migrations.all.migrate(store.database, upTo: "0007-second-factors")
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO accounts (id, project, tenant, uid, email_verified, is_disabled, generation, created_at)
                        VALUES (1, 'demo', '', 'u', 0, 0, 3, 500);
                        INSERT INTO sessions VALUES
                            (x'01', 1, 1000, 'password', 3, x'aa', NULL, NULL, 0, NULL),
                            (x'02', 1, 1000, 'password', 3, x'bb', x'b0', 7000, 2, NULL),
                            (x'03', 1, 9000, 'password', 3, x'cc', NULL, 7000, 0, NULL),
                            (x'04', 1, 1000, 'password', 3, x'', NULL, 8000, 0, 'f');
                        """)
            }
            try await store.migrate()
            let found = try await store.read { try $0.sessions(after: Data(), limit: 10).map(\.session) }
            #expect(found.map(\.lastUsedAt.milliseconds) == [1000, 7000, 9000, 8000])
            let parent = RefreshChain.Ancestor(hash: Data([0xB0]), exchangedAt: Timestamp(milliseconds: 7000), branch: 2)
            #expect(
                found.map(\.refresh) == [
                    RefreshChain(active: Data([0xAA])), RefreshChain(active: Data([0xBB]), ancestors: [parent]),
                    RefreshChain(active: Data([0xCC])), .ended,
                ])
            #expect(found.map(\.secondFactor) == [nil, nil, nil, SecondFactorID("f")])
            try await store.close()
        }
    }
}
