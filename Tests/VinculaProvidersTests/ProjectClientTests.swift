import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// A project's own client of a built-in provider, in the place of the operator's.
struct ProjectClientTests {
    private func accepts(_ audience: String, of id: ProviderID, client: ProviderClient?) async throws -> Bool {
        try await HostileProvider.run { provider in
            let token = TestToken(issuer: provider.address, client: audience)
            let credential = FederatedCredential(provider: id, idToken: try token.text)
            do {
                _ = try await provider.registry().verify(credential, configured: nil, client: client, trust: .domainOwner)
                return true
            } catch AuthError.invalidIDPResponse {
                return false
            }
        }
    }

    @Test func `Apple's services id and the apps' bundle ids are audiences alike`() async throws {
        let apple = SupportedProvider(id: .apple, isEnabled: true, clientID: "services.example", otherClientIDs: ["other"])
        var withApps = apple
        withApps.apple.bundleIDs = ["com.example.app", "com.example.mac"]
        let client = ProviderClient(ids: withApps.audiences)
        for audience in ["services.example", "other", "com.example.app", "com.example.mac"] {
            #expect(try await accepts(audience, of: .apple, client: client))
        }
        #expect(try await !accepts("com.example.evil", of: .apple, client: client))
    }

    @Test func `T025 with a client of its own a project takes no tokens of the operator's`() async throws {
        for id in [ProviderID.google, .apple] {
            #expect(try await accepts("client", of: id, client: nil))
            #expect(try await !accepts("client", of: id, client: ProviderClient(ids: ["own"])))
            #expect(try await accepts("own", of: id, client: ProviderClient(ids: ["own"])))
        }
    }

    @Test func `a client without ids is none`() async throws {
        await #expect(throws: AuthError.providerNotConfigured) {
            try await accepts("client", of: .google, client: ProviderClient(ids: []))
        }
    }
}
