import AsyncHTTPClient
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// The emulator's unsigned assertions, and its answers to them.
struct FakeAssertionTests {
    private let registry = ProviderRegistry(
        options: ProviderOptions(acceptsFakeAssertions: true), httpClient: .shared, clock: StoppedClock())

    private func verify(
        _ provider: ProviderID, idToken: String? = nil, accessToken: String? = nil, user: JSONValue? = nil
    ) async throws -> VerifiedIdentity {
        let credential = FederatedCredential(provider: provider, idToken: idToken, accessToken: accessToken, user: user)
        return try await registry.verify(credential, configured: nil, client: nil, trust: .assertsVerified)
    }

    @Test func `golden: google new user`() async throws {
        let token =
            #"{"sub": "g-1", "email": "alice@gmail.com", "email_verified": true, "name": "Alice G", "#
            + #""picture": "http://p.test/g.png"}"#
        let identity = try await verify(.google, idToken: token)
        #expect(
            identity
                == VerifiedIdentity(
                    presented: PresentedIdentity(
                        key: IdentityKey(provider: .google, issuer: "https://accounts.google.com", subject: "g-1"),
                        email: EmailAddress("alice@gmail.com"), ownership: .proven,
                        profile: Profile(displayName: "Alice G", photoURL: "http://p.test/g.png")),
                    details: ProviderDetails(
                        federatedID: "https://accounts.google.com/g-1",
                        rawUserInfo: [
                            "granted_scopes":
                                "openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email",
                            "id": "g-1", "name": "Alice G", "verified_email": true, "locale": "en", "email": "alice@gmail.com",
                            "picture": "http://p.test/g.png",
                        ]), oauthIDToken: token, oauthAccessToken: "FirebaseAuthEmulatorFakeAccessToken_google.com"))
    }

    @Test func `golden: needConfirmation (unverified idp email)`() async throws {
        let token = #"{"sub": "f-1", "email": "carol@example.com", "name": "Carol F"}"#
        let identity = try await verify(.facebook, idToken: token)
        #expect(identity.presented.key == IdentityKey(provider: .facebook, issuer: "facebook.com", subject: "f-1"))
        #expect(identity.presented.ownership == .claimed)
        #expect(identity.details.federatedID == "f-1")
        #expect(identity.details.rawUserInfo == ["sub": "f-1", "email": "carol@example.com", "name": "Carol F"])
        #expect(identity.oauthAccessToken == "FirebaseAuthEmulatorFakeAccessToken_facebook.com")
        #expect(identity.oauthIDToken == token)
    }

    @Test func `an access token comes back as it was sent, because SDKs make a credential of it`() async throws {
        let token = #"{"sub": "f-1", "email": "carol@example.com"}"#
        let identity = try await verify(.facebook, accessToken: token)
        #expect(identity.presented.key.subject == "f-1" && identity.oauthAccessToken == token)
    }

    @Test func `golden: apple`() async throws {
        let token = #"{"sub": "a-1", "email": "relay@privaterelay.appleid.com", "email_verified": true}"#
        let identity = try await verify(.apple, idToken: token)
        #expect(identity.presented.key == IdentityKey(provider: .apple, issuer: "https://appleid.apple.com", subject: "a-1"))
        #expect(identity.presented.ownership == .proven)
        #expect(identity.details.federatedID == "a-1")
        #expect(
            identity.details.rawUserInfo == ["sub": "a-1", "email": "relay@privaterelay.appleid.com", "email_verified": true])
        #expect(identity.oauthAccessToken == "FirebaseAuthEmulatorFakeAccessToken_apple.com")
    }

    @Test(arguments: ProviderID.builtIn.sorted { $0.value < $1.value })
    func `every built-in provider can be pretended`(provider: ProviderID) async throws {
        let claims = #"{"sub":"x-1","email":"x@acme.test","email_verified":true,"screen_name":"ex"}"#
        let byToken = try await verify(provider, idToken: claims)
        let header = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64URL
        let byJWT = try await verify(provider, idToken: header + "." + Data(claims.utf8).base64URL + ".")
        let byAccessToken = try await verify(provider, accessToken: claims)
        for identity in [byToken, byJWT, byAccessToken] {
            #expect(identity.presented == byToken.presented)
            #expect(identity.presented.profile.screenName == "ex")
            #expect(identity.presented.ownership == .proven)
        }
    }

    @Test func `a number is a subject, too`() async throws {
        #expect(try await verify(.github, idToken: #"{"sub":42}"#).presented.key.subject == "42")
    }

    @Test(arguments: ["true", #""true""#, "1", "false", "null"])
    func `T024 only true is true`(value: String) async throws {
        for provider in [ProviderID.google, .apple, .github] {
            let token = #"{"sub":"1","email":"x@acme.test","email_verified":\#(value)}"#
            let identity = try await verify(provider, idToken: token)
            #expect(identity.presented.ownership == (value == "true" ? .proven : .claimed))
        }
    }

    @Test(arguments: [
        "junk", "{}", "[]", "{", #"{"sub":""}"#, #"{"sub":null}"#, #"{"sub":true}"#, #"{"sub":1.5}"#, #"{"sub":["1"]}"#, "..",
        "a.b.",
        #"{"email":"x@acme.test"}"#,
    ])
    func `T019 what tells no subject is refused`(token: String) async throws {
        await expect(.invalidIDPResponse) { try await verify(.google, idToken: token) }
    }

    @Test func `an access token that tells nothing needs a client to ask with`() async throws {
        for provider in [ProviderID.google, .facebook, .github] {
            await expect(.providerNotConfigured) { try await verify(provider, accessToken: "abc") }
            await expect(.providerNotConfigured) { try await verify(provider) }
        }
    }

    @Test func `a signed token is really verified`() async throws {
        try await HostileProvider.run { provider in
            let registry = provider.registry { $0.acceptsFakeAssertions = true }
            var token = TestToken(issuer: provider.address)
            let good = token
            let checked = try await provider.verify(good, as: .google, by: registry)
            #expect(checked.oauthAccessToken == nil)
            token.sign = { try TestKey.other.key.sign($0) }
            let forged = token
            await expect(.invalidIDPResponse) { try await provider.verify(forged, as: .google, by: registry) }
            let unconfigured = ProviderOptions(acceptsFakeAssertions: true)
            let other = ProviderRegistry(options: unconfigured, httpClient: .shared, clock: StoppedClock())
            await expect(.providerNotConfigured) { try await provider.verify(good, as: .google, by: other) }
        }
    }

    @Test func `T075 nobody is believed unsigned by a configured provider, or in production`() async throws {
        try await HostileProvider.run { provider in
            let credential = FederatedCredential(provider: HostileProvider.openID, idToken: #"{"sub":"o-1"}"#)
            await expect(.invalidIDPResponse) {
                try await provider.registry { $0.acceptsFakeAssertions = true }
                    .verify(credential, configured: provider.configuration, client: nil, trust: .assertsVerified)
            }
            let google = FederatedCredential(provider: .google, idToken: #"{"sub":"g-1"}"#)
            await expect(.invalidIDPResponse) {
                try await provider.registry().verify(google, configured: nil, client: nil, trust: .assertsVerified)
            }
        }
    }

    @Test func `a real sign-in of the same subject is the same identity`() async throws {
        try await HostileProvider.run { provider in
            let registry = provider.registry { $0.acceptsFakeAssertions = true }
            let real = try await provider.verify(TestToken(issuer: provider.address), as: .google, by: registry)
            let credential = FederatedCredential(provider: .google, idToken: #"{"sub":"s-1"}"#)
            let fake = try await registry.verify(credential, configured: nil, client: nil, trust: .assertsVerified)
            #expect(real.presented.key == fake.presented.key)
        }
    }
}
