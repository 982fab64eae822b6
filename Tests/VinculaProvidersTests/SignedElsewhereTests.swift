import AsyncHTTPClient
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// ID tokens of the providers that are otherwise asked about access tokens: Facebook's Limited Login, LinkedIn, Yahoo.
struct SignedElsewhereTests {
    private static let facebookKeys = "/.well-known/oauth/openid/jwks/"

    private func verify(
        _ id: ProviderID, nonce: String? = nil, claims: [String: JSONValue?] = [:], trust: ProviderTrust = .domainOwner
    ) async throws -> VerifiedIdentity {
        try await HostileProvider.run { provider in
            provider[id == .facebook ? Self.facebookKeys : "/openid/jwks"] = provider["/jwks"]
            // If the location of the keys is known, no description is fetched.
            if id != .yahoo { provider[HostileProvider.discoveryPath] = nil }
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(claims)
            let credential = FederatedCredential(provider: id, idToken: try token.text, nonce: nonce)
            let registry = ProviderRegistry(
                options: ProviderOptions(allowsLoopbackHTTP: true, timeout: .seconds(30)).standing(at: provider.address),
                httpClient: .shared,
                clock: StoppedClock())
            return try await registry.verify(credential, configured: nil, client: nil, trust: trust)
        }
    }

    @Test func `Limited Login needs the nonce, plain or hashed`() async throws {
        for told in ["n-1", Data("n-1".utf8).sha256.hex] {
            let identity = try await verify(.facebook, nonce: "n-1", claims: ["sub": "77", "nonce": .string(told)])
            #expect(identity.presented.key == IdentityKey(provider: .facebook, issuer: "facebook.com", subject: "77"))
            #expect(identity.details.federatedID == "http://facebook.com/77")
        }
        await expect(.missingOrInvalidNonce) { try await verify(.facebook, nonce: "n-2", claims: ["nonce": "n-1"]) }
        await expect(.missingOrInvalidNonce) { try await verify(.facebook, claims: ["nonce": "n-1"]) }
        await expect(.missingOrInvalidNonce) { try await verify(.facebook) }
        await expect(.missingOrInvalidNonce) { try await verify(.facebook, nonce: "n-1") }
    }

    @Test func `Limited Login is for our app, and proves no email`() async throws {
        await expect(.invalidIDPResponse) {
            try await verify(.facebook, nonce: "n-1", claims: ["nonce": "n-1", "aud": "other"])
        }
        await expect(.invalidIDPResponse) {
            try await verify(.facebook, nonce: "n-1", claims: ["nonce": "n-1", "iss": "https://www.facebook.com"])
        }
        let identity = try await verify(.facebook, nonce: "n-1", claims: ["nonce": "n-1"], trust: .assertsVerified)
        #expect(identity.presented.email != nil && identity.presented.ownership == .claimed)
    }

    @Test func `LinkedIn's and Yahoo's ID tokens`() async throws {
        let linkedIn = try await verify(.linkedIn)
        #expect(linkedIn.presented.key == IdentityKey(provider: .linkedIn, issuer: "linkedin.com", subject: "s-1"))
        #expect(linkedIn.presented.ownership == .claimed)
        let yahoo = try await verify(.yahoo)
        #expect(yahoo.presented.key == IdentityKey(provider: .yahoo, issuer: "yahoo.com", subject: "s-1"))
        #expect(yahoo.presented.ownership == .claimed)
        #expect(try await verify(.yahoo, claims: ["email": "ann@yahoo.co.uk"]).presented.ownership == .proven)
        #expect(
            try await verify(.yahoo, claims: ["email": "ann@yahoo.com", "email_verified": false]).presented.ownership == .claimed)
        for id in [ProviderID.linkedIn, .yahoo] {
            await expect(.invalidIDPResponse) { try await verify(id, claims: ["aud": "other"]) }
            await expect(.invalidIDPResponse) { try await verify(id, claims: ["iss": "https://evil.test"]) }
        }
    }

    @Test(arguments: [ProviderID.twitter, .github])
    func `who signs no ID tokens is believed none`(id: ProviderID) async throws {
        await expect(.invalidCredentialOrProviderID) { try await verify(id) }
    }
}
