import Foundation
import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let projectCases = [
        StoreCase("settings come back, and are replaced") { store async throws in
            var settings = ProjectSettings.development
            settings.providerTrust = ["google.com": .never]
            settings.passwordPolicy.updatedAt = .sample
            settings.authorizedDomains = ["example.com", "b\u{FC}cher.example"]
            let expected = settings
            #expect(try await store.read { try $0.settings(of: "demo") } == nil)
            try await store.write { try $0.save(expected, of: "demo") }
            #expect(try await store.read { try $0.settings(of: "demo") } == expected)
            try await store.write { try $0.save(.production, of: "demo") }
            #expect(try await store.read { try $0.settings(of: "demo") } == .production)
            #expect(try await store.read { try $0.settings(of: "other") } == nil)
        },
        StoreCase("a transaction sees what it changed of a project that it has read") { store async throws in
            var changed = ProjectSettings.production
            changed.authorizedDomains = ["example.com"]
            let expected = changed
            let webhook = StoredWebhook(
                webhook: Webhook(id: "w", url: "https://hooks.example", events: [.created], createdAt: .sample),
                scope: .sample, sealedSecret: Data([1]))
            let seen = try await store.write { tx throws in
                var seen = [try tx.hasProject("demo"), try tx.insertProject("demo", at: .sample)]
                seen += [try tx.hasProject("demo"), try tx.settings(of: "demo") == nil, try tx.webhooks(in: .sample) == []]
                try tx.save(expected, of: "demo")
                seen.append(try tx.settings(of: "demo") == expected)
                try tx.insert(webhook)
                seen += [try tx.hasProject("demo"), try tx.webhooks(in: .sample) == [webhook]]
                return seen
            }
            #expect(seen == [false, true, true, true, true, true, true, true])
            // As most decisions ask: whether it exists, for its settings, for its webhooks.
            let others = try await store.write { tx throws in
                let found = try tx.hasProject("demo") && !tx.hasProject("other")
                let settings = try tx.settings(of: "demo") == expected && tx.settings(of: "other") == nil
                let webhooks = try tx.webhooks(in: .sample) == [webhook] && tx.webhooks(in: .otherProject) == []
                _ = try tx.deleteWebhook("w")
                return [found, settings, webhooks, try tx.webhooks(in: .sample) == []]
            }
            #expect(others == [true, true, true, true])
            let after = try await store.read { tx throws in
                [try tx.hasProject("demo"), try tx.settings(of: "demo") == expected, try tx.webhooks(in: .sample) == []]
            }
            #expect(after == [true, true, true])
        },
        StoreCase("projects are those with settings or accounts") { store async throws in
            #expect(try await store.read { try $0.projects() } == [])
            try await store.insert(.sample("1"), in: .sample)
            try await store.insert(.sample("1"), in: .tenant)
            try await store.insert(.sample("1"), .sample("2"), in: .otherProject)
            try await store.write { tx throws in
                try tx.save(.production, of: "settings only")
                try tx.save(.production, of: "other")
            }
            #expect(try await store.read { try $0.projects() } == ["demo", "other", "settings only"])
        },
        StoreCase("a project is created once, and deleted with everything that belongs to it") { store async throws in
            #expect(try await store.write { try $0.insertProject("demo", at: .sample) })
            #expect(try await !store.write { try $0.insertProject("demo", at: .sample) })
            try await store.insert(.sample("1"), in: .sample)
            try await store.insert(.sample("1"), in: .tenant)
            try await store.insert(.sample("1"), in: .otherProject)
            let mark = ImportMark(generation: 3, formerValidSince: nil, validSince: 4)
            let token = ExchangedToken(
                hash: Data([1]), scope: .sample, session: Data([2]), exchangedAt: .sample, expiresAt: .sample)
            try await store.write { tx throws in
                try tx.save(.production, of: "demo")
                try tx.insert(APIKey(key: "AIza", project: "demo", label: "", createdAt: .sample))
                try tx.save(mark, of: AccountID("1"), in: .sample)
                #expect(try tx.exchange(token))
                #expect(try !tx.exchange(token))
            }
            try await store.read { tx throws in
                #expect(try tx.hasProject("demo") && !tx.hasProject("other"))
                let summary = ProjectSummary(id: "demo", createdAt: .sample, accounts: 2, apiKeys: 1, serviceAccounts: 0)
                #expect(try tx.projectSummary("demo", accounts: 2) == summary)
                #expect(try tx.importMark(of: AccountID("1"), in: .sample) == mark)
                #expect(try tx.importMark(of: AccountID("1"), in: .tenant) == nil)
                #expect(try tx.exchangedToken(token.hash) == token && tx.exchangedTokenCount(in: "demo") == 1)
            }
            try await store.deleteAll(of: .sample)
            try await store.read { tx throws in
                #expect(try tx.projects() == ["other"])
                #expect(try tx.apiKeys(of: "demo").isEmpty && tx.settings(of: "demo") == nil)
                #expect(try tx.account(AccountID("1"), in: .sample) == nil && tx.account(AccountID("1"), in: .tenant) == nil)
                #expect(try tx.account(AccountID("1"), in: .otherProject) != nil)
                #expect(try tx.exchangedToken(token.hash) == nil)
            }
        },
        StoreCase("the mark of an import is replaced, and goes with its account") { store async throws in
            try await store.insert(.sample("1"), in: .sample)
            let (first, second) = (
                ImportMark(generation: 3, formerValidSince: 1, validSince: nil),
                ImportMark(generation: 3, formerValidSince: 1, validSince: 9)
            )
            for mark in [first, second] {
                try await store.write { try $0.save(mark, of: AccountID("1"), in: .sample) }
                #expect(try await store.read { try $0.importMark(of: AccountID("1"), in: .sample) } == mark)
            }
            try await store.insert(.sample("2"), in: .sample)
            try await store.write { try $0.save(first, of: AccountID("2"), in: .sample) }
            try await store.write { try $0.deleteImportMark(of: AccountID("2"), in: .sample) }
            #expect(try await store.read { try $0.importMark(of: AccountID("2"), in: .sample) } == nil)
            _ = try await store.write { try $0.delete(AccountID("1"), in: .sample) }
            #expect(try await store.read { try $0.importMark(of: AccountID("1"), in: .sample) } == nil)
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.save(first, of: AccountID("1"), in: .sample) }
            }
        },
        StoreCase("OpenID providers belong to a project and tenant") { store async throws in
            let acme = OpenIDProvider(
                id: ProviderID("oidc.acme"), displayName: "Acme", isEnabled: true, clientID: "c", issuer: "https://acme.example",
                sealedClientSecret: "sealed", allowsCode: true, allowsIDToken: false
            )
            let zeta = OpenIDProvider(id: ProviderID("oidc.zeta"), isEnabled: false, clientID: "z", issuer: "https://z.example")
            for scope in [ProjectScope.sample, .tenant, .otherProject] {
                try await store.write { tx throws in
                    try tx.insert(zeta, in: scope)
                    try tx.insert(acme, in: scope)
                }
                await #expect(throws: StoreConflict.openIDProvider) { try await store.write { try $0.insert(acme, in: scope) } }
            }
            var changing = zeta
            changing.isEnabled = true
            let changed = changing
            try await store.write { try $0.update(changed, in: .sample) }
            try await store.read { tx throws in
                #expect(try tx.openIDProvider(zeta.id, in: .sample) == changed)
                #expect(try tx.openIDProvider(zeta.id, in: .tenant) == zeta)
                #expect(try tx.openIDProviders(in: .sample) == [acme, changed])
            }
            #expect(try await store.write { try $0.deleteOpenIDProvider(acme.id, in: .sample) })
            #expect(try await !store.write { try $0.deleteOpenIDProvider(acme.id, in: .sample) })
            try await store.read { tx throws in
                #expect(try tx.openIDProviders(in: .sample) == [changed])
                #expect(try tx.openIDProviders(in: .tenant) == [acme, zeta])
            }
            await #expect(throws: (any Error).self) { try await store.write { try $0.update(acme, in: .sample) } }
        },
    ]
}
