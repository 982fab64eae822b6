import GRDB
import Testing
import VinculaCore

@testable import VinculaSQL
@testable import VinculaSQLite

@Suite("The tables of tenants")
struct TenantTablesTests {
    @Test("A deleted tenant's rows are found in every table that has a column for it, but for the records that stay")
    func tables() async throws {
        let store = try SQLiteStore.ephemeral()
        try await store.migrate()
        let tables = try await store.read { transaction in
            try (transaction as? Transaction)?.tables(having: ["project", "tenant"]) ?? []
        }
        let known: Set = [
            "accounts", "action_codes", "browser_flows", "identities", "openid_providers", "outbox", "password_schemes",
            "phone_codes", "supported_providers", "tenants", "webhooks",
        ]
        #expect(known.isSubset(of: tables) && Transaction.tablesOutlivingTenants.isDisjoint(with: tables))
    }
}
