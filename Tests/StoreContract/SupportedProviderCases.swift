import Testing
import VinculaCore
import VinculaEngine

extension StoreContract {
    static let supportedProviderCases = [
        StoreCase("built-in providers are configured by project and tenant") { store async throws in
            var apple = SupportedProvider(
                id: .apple, isEnabled: true, clientID: "services.id", otherClientIDs: ["a", "b"], sealedClientSecret: "sealed")
            apple.apple.bundleIDs = ["com.example.app"]
            apple.apple.teamID = "TEAM"
            apple.apple.keyID = "KEY"
            apple.apple.sealedPrivateKey = "sealed key"
            let whole = apple
            let google = SupportedProvider(id: .google)
            for scope in [ProjectScope.sample, .tenant, .otherProject] {
                try await store.write { tx throws in
                    try tx.insert(google, in: scope)
                    try tx.insert(whole, in: scope)
                }
                await #expect(throws: StoreConflict.supportedProvider) {
                    try await store.write { try $0.insert(whole, in: scope) }
                }
            }
            try await store.read { tx throws in
                #expect(try tx.supportedProviders(in: .sample) == [whole, google])
                #expect(try tx.supportedProvider(.github, in: .sample) == nil)
            }
            var changing = google
            changing.isEnabled = true
            changing.clientID = "web"
            let changed = changing
            try await store.write { try $0.update(changed, in: .sample) }
            try await store.read { tx throws in
                #expect(try tx.supportedProvider(.google, in: .sample) == changed)
                #expect(try tx.supportedProvider(.google, in: .tenant) == google)
            }
            #expect(try await store.write { try $0.deleteSupportedProvider(.apple, in: .sample) })
            #expect(try await !store.write { try $0.deleteSupportedProvider(.apple, in: .sample) })
            try await store.read { tx throws in
                #expect(try tx.supportedProviders(in: .sample) == [changed])
                #expect(try tx.supportedProviders(in: .otherProject) == [whole, google])
            }
            await #expect(throws: (any Error).self) { try await store.write { try $0.update(whole, in: .sample) } }
        },
        StoreCase("a project's trust comes back, domains and all") { store async throws in
            var settings = ProjectSettings.production
            settings.providerTrust = [
                "google.com": .never, "oidc.acme": .assertsVerified,
                "github.com": try ProviderTrust(level: .domainOwner, domains: ["acme.example"]),
            ]
            let expected = settings
            try await store.write { try $0.save(expected, of: "demo") }
            #expect(try await store.read { try $0.settings(of: "demo") } == expected)
        },
    ]
}
