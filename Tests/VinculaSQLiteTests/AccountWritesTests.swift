import GRDB
import Testing
import VinculaCore
import VinculaEngine
import VinculaSQL

@testable import VinculaSQLite

@Suite struct AccountWritesTests {
    @Test func anUpdateWritesOnlyWhatDiffers() async throws {
        let google = Identity(
            key: IdentityKey(provider: .google, issuer: "i", subject: "s"), email: nil, profile: Profile()
        )
        var old = Account.sample("1")
        old.displayName = "Ada"
        old.identities = [google]
        var signedIn = old
        signedIn.lastSignInAt = Timestamp(milliseconds: 2)
        var renamed = old
        renamed.identities[0].profile.displayName = "A"
        let changes = [
            (old, []), (signedIn, ["UPDATE accounts SET last_sign_in_at = ? WHERE id = ?"]), (renamed, ["UPDATE identities"]),
        ]
        for (new, expected) in changes {
            let written = try await writes(of: new, from: old)
            #expect(written.count == expected.count)
            #expect(zip(written, expected).allSatisfy { $0.hasPrefix($1) }, "\(written)")
        }
    }

    /// The statements that write something in an update.
    private func writes(of new: Account, from old: Account) async throws -> [String] {
        try await withEphemeralStore { store in
            try await store.write { try $0.insert(old, in: .sample) }
            return try await store.database.write { db in
                var written: [String] = []
                db.trace { event in
                    guard case .statement(let statement) = event else { return }
                    if ["INSERT", "UPDATE", "DELETE"].contains(statement.sql.prefix(6)) { written.append(statement.sql) }
                }
                defer { db.trace(options: []) }
                try db.transaction.update(new, from: old, in: .sample)
                return written
            }
        }
    }
}
