import GRDB
import Testing
import VinculaCore
import VinculaEngine

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

    /// A new table belongs into one of these lists: into the first one if its rows allow somebody something.
    @Test("Each table with a column for the project is deleted at once, in steps or last, or outlives the project")
    func classes() async throws {
        let inSteps: Set = [
            "accounts_deleted_while_moving", "action_codes", "browser_flows", "exchanged_tokens", "import_runs", "outbox",
            "phone_codes", "usage_counts",
        ]
        let lists = [
            Transaction.tablesDeletedFirst, inSteps, Transaction.tablesDeletedLast, Transaction.tablesOutlivingTenants,
        ]
        let store = try SQLiteStore.ephemeral()
        try await store.migrate()
        let tables = try await store.read { try ($0 as? Transaction)?.columns() ?? [] }
            .filter { $0.columns.map(\.name).contains("project") }.map(\.table)
        #expect(lists.flatMap(\.self).sorted() == tables.sorted())
    }
}
