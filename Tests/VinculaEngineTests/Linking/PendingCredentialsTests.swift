import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine

struct PendingCredentialsTests {
    private static let told = JSONValue.object(["hobby": "gardening"])

    private func collide(_ test: TestEngine, telling raw: JSONValue = told) async throws -> (owner: SignedIn, token: String) {
        let owner = try await test.signUp("v@gmail.com")
        let presented = PresentedIdentity.of(.acme, "s", email: "v@gmail.com")
        let engine = AuthEngine(
            store: test.store, hasher: test.engine.hasher, tokens: test.engine.tokens, verifier: TellingVerifier(raw: raw),
            sealer: test.sealer, clock: test.clock, mailRenderer: MailTemplates(), defaultSettings: test.engine.defaultSettings)
        let proof = ProviderSignInRequest.Proof.credential(try FederatedCredential(presented))
        let result = try await engine.signInWithProvider(
            ProviderSignInRequest(proof: proof, idToken: nil, autoCreate: true), in: test.scope)
        return (owner, try #require(result.outcome.collision?.pendingToken))
    }

    private func redeem(_ token: String, _ owner: SignedIn, _ test: TestEngine) async throws -> VerifiedIdentity {
        try await test.engine.signInWithProvider(
            ProviderSignInRequest(proof: .pendingToken(token), idToken: owner.tokens.idToken, autoCreate: true), in: test.scope
        ).identity
    }

    @Test func `what the provider told comes back, its tokens do not`() async throws {
        try await TestEngine.run { test in
            let (owner, token) = try await collide(test)
            let identity = try await redeem(token, owner, test)
            #expect(
                identity.details.rawUserInfo == Self.told && identity.details.firstName == "Ann"
                    && identity.details.federatedID == "https://acme.test/s")
            #expect(identity.oauthAccessToken == nil && identity.oauthTokenSecret == nil && identity.oauthIDToken == nil)
        }
    }

    @Test func `the store alone does not tell it`() async throws {
        try await TestEngine.run { test in
            let (_, token) = try await collide(test)
            let hash = Data(token.utf8).sha256
            let pending = try #require(try await test.store.read { try $0.pendingCredential(tokenHash: hash) })
            let sealed = try #require(pending.sealedProfile)
            for word in ["gardening", "Ann", "the-access-token"] { #expect(sealed.range(of: Data(word.utf8)) == nil) }
            // The stored values do not open it.
            for key in [hash, Data(token.utf8).prefix(32)] {
                #expect(throws: Sealer.CannotOpen.self) {
                    try Sealer(masterKey: Data(key)).open(sealed, place: "pending-credential")
                }
            }
        }
    }

    @Test func `a provider that tells too much is cut short`() async throws {
        try await TestEngine.run { test in
            let long = JSONValue.object(["hobby": .string(String(repeating: "x", count: 20_000))])
            let (owner, token) = try await collide(test, telling: long)
            let identity = try await redeem(token, owner, test)
            #expect(identity.details.rawUserInfo == .object([:]) && identity.details.firstName == "Ann")
        }
    }
}

/// A provider that tells more than who it is.
private struct TellingVerifier: IdentityVerifier {
    let raw: JSONValue

    func verify(
        _ credential: FederatedCredential, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        var identity = try await ScriptedVerifier().verify(credential, configured: configured, client: client, trust: trust)
        identity.details.rawUserInfo = raw
        identity.details.firstName = "Ann"
        identity.details.federatedID = "https://acme.test/" + identity.presented.key.subject
        identity.oauthAccessToken = "the-access-token"
        identity.oauthTokenSecret = "the-token-secret"
        return identity
    }
}
