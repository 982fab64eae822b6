import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    private static func made(_ id: String, of project: String = "demo") -> Tenant {
        var settings = TenantSettings()
        settings.displayName = "acme"
        settings.passwordEnabled = true
        settings.passwordPolicy = .production
        settings.smsRegions = .everywhere
        settings.emailPrivacy = true
        return Tenant(scope: ProjectScope(project: project, tenant: id), settings: settings, createdAt: .sample)
    }

    private static func code(_ scope: ProjectScope) -> ActionCode {
        ActionCode(
            id: "code of \(scope)", scope: scope, purpose: .resetPassword, account: AccountID("1"),
            email: EmailAddress("ana@example.com"), newEmail: nil, target: ActionCode.Target(), digits: nil, sealedLink: nil,
            createdAt: .sample, expiresAt: Timestamp(milliseconds: .max / 2))
    }

    static let tenantCases = [
        StoreCase("a tenant comes back as it was written") { store async throws in
            var tenant = made("acme")
            let first = tenant
            #expect(try await store.write { try $0.insert(first) })
            #expect(try await store.read { try $0.tenant(first.scope) } == first)
            #expect(try await store.write { try $0.insert(made("acme", of: "other")) })
            tenant.settings = TenantSettings()
            let second = tenant
            #expect(try await !store.write { try $0.insert(second) }, "The project has one with that id.")
            #expect(try await store.read { try $0.tenant(first.scope) } == first)
            try await store.write { try $0.update(second) }
            #expect(try await store.read { try $0.tenant(first.scope) } == second)
            #expect(try await store.read { try $0.tenant(made("acme", of: "other").scope) } == made("acme", of: "other"))
            #expect(try await store.read { try $0.tenant(ProjectScope(project: "demo", tenant: "none")) } == nil)
            #expect(try await store.read { try $0.projects() } == ["demo", "other"])
        },
        StoreCase("a project's tenants are listed by id, in pages") { store async throws in
            for id in ["b", "a", "c"] { _ = try await store.write { try $0.insert(made(id)) } }
            _ = try await store.write { try $0.insert(made("a2", of: "other")) }
            func page(_ after: String, _ limit: Int) async throws -> [String] {
                try await store.read { try $0.tenants(of: "demo", after: after, limit: limit).map(\.id) }
            }
            #expect(try await page("", 2) == ["a", "b"])
            #expect(try await page("b", 2) == ["c"])
            #expect(try await page("c", 2) == [])
        },
        StoreCase("a deleted tenant leaves nothing, and takes nothing of others along") { store async throws in
            let scopes = [ProjectScope.tenant, .sample, ProjectScope(project: "other", tenant: "acme")]
            for scope in scopes {
                try await store.insert(.sample("1"), in: scope)
                try await store.write { tx throws in
                    if scope != .sample { _ = try tx.insert(made("acme", of: scope.project)) }
                    try tx.insert(SupportedProvider(id: .github, clientID: "c"), in: scope)
                    try tx.insert(code(scope))
                }
            }
            try await store.deleteAll(of: .tenant)
            #expect(
                try await !store.write {
                    try $0.beginDeletion(of: .tenant, by: "a", now: .sample, until: .sample)
                })
            for scope in scopes {
                let isGone = scope == .tenant
                #expect(try await store.read { try $0.accountCount(in: scope) } == (isGone ? 0 : 1), "\(scope)")
                #expect(try await store.read { try $0.supportedProviders(in: scope).isEmpty } == isGone, "\(scope)")
                #expect(try await store.read { try $0.actionCode(code(scope).id) == nil } == isGone, "\(scope)")
                #expect(try await store.read { try $0.tenant(scope) == nil } == (isGone || scope == .sample), "\(scope)")
            }
        },
    ]
}
