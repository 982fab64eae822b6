import AsyncHTTPClient
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

struct ProviderRegistryTests {
    @Test func `T074 the clients at Google that have a secret are web clients`() {
        var options = ProviderOptions()
        options[.google].clientIDs = ["web", "ios"]
        options.playGames.clientID = "game"
        for (google, games, ids) in [
            (nil, nil, []), ("", "", []), ("s", nil, ["web"]), ("s", "s", ["web", "game"]),
        ] as [(String?, String?, Set<String>)] {
            options[.google].clientSecret = google
            options.playGames.clientSecret = games
            #expect(options.googleWebClientIDs == ids)
        }
    }

    private let registry = ProviderRegistry(options: ProviderOptions(), httpClient: .shared, clock: StoppedClock())

    @Test(arguments: ProviderID.builtIn.sorted { $0.value < $1.value })
    func `without client ids no built-in provider is configured`(provider: ProviderID) async throws {
        let credential = FederatedCredential(provider: provider, idToken: try TestToken(issuer: "https://x.test").text)
        await expect(.providerNotConfigured) {
            try await registry.verify(credential, configured: nil, client: nil, trust: .never)
        }
    }

    @Test(arguments: ["password", "phone", "anonymous", "saml.", "oidc.", "evil.test", ""])
    func `what is no provider is refused`(id: String) async throws {
        let credential = FederatedCredential(provider: ProviderID(id), idToken: "x")
        await expect(.invalidCredentialOrProviderID) {
            try await registry.verify(credential, configured: nil, client: nil, trust: .never)
        }
    }

    @Test func `T023 an oidc provider must be configured and enabled`() async throws {
        try await HostileProvider.run { provider in
            let registry = provider.registry()
            let credential = FederatedCredential(
                provider: HostileProvider.openID, idToken: try TestToken(issuer: provider.address).text)
            await expect(.providerNotConfigured) {
                try await registry.verify(credential, configured: nil, client: nil, trust: .never)
            }
            var another = provider.configuration
            another = OpenIDProvider(id: ProviderID("oidc.b"), isEnabled: true, clientID: "client", issuer: another.issuer)
            let foreign = another
            await expect(.providerNotConfigured) {
                try await registry.verify(credential, configured: foreign, client: nil, trust: .never)
            }
            var disabled = provider.configuration
            disabled.isEnabled = false
            let off = disabled
            await expect(.providerDisabled) { try await registry.verify(credential, configured: off, client: nil, trust: .never) }
            #expect(provider.requests.isEmpty)
        }
    }

    @Test func `T025 an access token alone proves nothing`() async throws {
        try await HostileProvider.run { provider in
            for id in [ProviderID.apple, .microsoft, HostileProvider.openID] {
                for credential in [FederatedCredential(provider: id, accessToken: "abc"), FederatedCredential(provider: id)] {
                    await expect(.invalidCredentialOrProviderID) {
                        try await provider.registry().verify(
                            credential, configured: provider.configuration, client: nil, trust: .never)
                    }
                }
            }
        }
    }

    @Test func `the client's tokens come back`() async throws {
        try await HostileProvider.run { provider in
            var signed = TestToken(issuer: provider.address)
            signed.claims = signed.claims.with(["at_hash": .string(Data("at".utf8).sha256.prefix(16).base64URL)])
            let token = try signed.text
            let credential = FederatedCredential(provider: .google, idToken: token, accessToken: "at")
            let identity = try await provider.registry().verify(credential, configured: nil, client: nil, trust: .domainOwner)
            #expect(identity.oauthIDToken == token)
            #expect(identity.oauthAccessToken == "at")
        }
    }

    @Test func `no answer repeats the token`() async throws {
        try await HostileProvider.run { provider in
            for token in ["secret-token", "{\"secret-token\":1}", "secret-token.a.b"] {
                let registry = provider.registry { $0.acceptsFakeAssertions = true }
                for id in [ProviderID.google, HostileProvider.openID] {
                    do {
                        let credential = FederatedCredential(provider: id, idToken: token)
                        _ = try await registry.verify(credential, configured: provider.configuration, client: nil, trust: .never)
                        Issue.record("Accepted.")
                    } catch {
                        #expect(!"\(error)".contains("secret-token"))
                    }
                }
            }
        }
    }
}
