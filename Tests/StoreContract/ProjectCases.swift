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
