import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct ConfigureSupportedProvidersTests {
    private func edit(_ change: (inout SupportedProviderEdit) -> Void) -> SupportedProviderEdit {
        var edit = SupportedProviderEdit()
        change(&edit)
        return edit
    }

    @Test func `secrets are sealed to their place`() async throws {
        try await TestEngine.run { test in
            let made = try await test.engine.projects.createSupportedProvider(
                .github,
                edit {
                    $0.clientID = "app"
                    $0.clientSecret = "top secret"
                }, in: test.scope)
            let sealed = try #require(made.sealedClientSecret.flatMap { Data(base64Encoded: $0) })
            #expect(sealed.range(of: Data("top secret".utf8)) == nil)
            #expect(try test.sealer.open(sealed, place: "client-secret/demo//github.com") == Data("top secret".utf8))
            #expect(throws: (any Error).self) { try test.sealer.open(sealed, place: "client-secret/demo//google.com") }
        }
    }

    @Test func `trust is set and taken back by project`() async throws {
        try await TestEngine.run { test in
            var engine = test.engine
            engine.serverTrust = [.github: .never]
            #expect(try await engine.projects.trust(in: .github, of: "demo") == EffectiveTrust(trust: .never, source: .server))
            try await engine.projects.setTrust(.domainOwner, in: .github, of: "demo")
            #expect(try await engine.projects.trust(in: .github, of: "demo").source == .project)
            #expect(try await engine.projects.trust(in: .github, of: "other").source == .server)
            try await engine.projects.setTrust(nil, in: .github, of: "demo")
            #expect(try await engine.projects.trust(in: .github, of: "demo").source == .server)
            try await engine.projects.setDefaultTrust(.never, of: "demo")
            #expect(
                try await engine.projects.trust(in: .google, of: "demo") == EffectiveTrust(trust: .never, source: .projectDefault)
            )
            for id in ["password", "nobody.com", "oidc.", "oidc.A"] {
                await #expect(throws: AuthError.self) {
                    try await engine.projects.setTrust(.never, in: ProviderID(id), of: "demo")
                }
            }
        }
    }

    @Test func `a provider that is disabled while it is asked stays disabled`() async throws {
        try await TestEngine.run { test in
            let presented = PresentedIdentity.of(.google, "1", email: "ann@gmail.com")
            guard case .passed = try await test.present(presented) else {
                Issue.record("not signed in")
                return
            }
            _ = try await test.engine.projects.createSupportedProvider(.google, SupportedProviderEdit(), in: test.scope)
            await #expect(throws: AuthError.providerDisabled) { try await test.present(presented) }
        }
    }

    @Test func `T023 a session of a provider that is switched off or gone is not refreshed`() async throws {
        try await TestEngine.run { test in
            let engine = test.engine
            func session(_ provider: ProviderID) async throws -> String {
                let outcome = try await test.present(.of(provider, "1"))
                guard case .passed(.signedIn(let signedIn), _, _) = outcome else { throw AuthError.userNotFound }
                return signedIn.tokens.refreshToken
            }
            func refresh(_ token: String) async throws { _ = try await engine.refreshSession(token, in: test.scope) }
            let (acme, google) = (try await session(.acme), try await session(.google))
            var off = try await engine.projects.openIDProvider(.acme, in: test.scope)
            off.isEnabled = false
            let switchedOff = off
            try await test.store.write { try $0.update(switchedOff, in: TestEngine.scope) }
            _ = try await engine.projects.createSupportedProvider(.google, SupportedProviderEdit(), in: test.scope)
            await #expect(throws: AuthError.providerDisabled) { try await refresh(acme) }
            await #expect(throws: AuthError.providerDisabled) { try await refresh(google) }
            try await engine.projects.deleteOpenIDProvider(.acme, in: test.scope)
            await #expect(throws: AuthError.providerNotConfigured) { try await refresh(acme) }
            // Nothing was used up: what comes back goes on.
            try await engine.projects.deleteSupportedProvider(.google, in: test.scope)
            try await refresh(google)
        }
    }

    @Test func `a pending credential is worth what its provider is worth when it is redeemed`() async throws {
        for isTrusted in [true, false] {
            try await TestEngine.run { test in
                let owner = try await test.signUp("bob@gmail.com")
                let other = try await test.signUp("ann@example.com")
                let presented = PresentedIdentity.of(.google, "1", email: "bob@gmail.com")
                guard case .collided(let collision) = try await test.present(presented, idToken: other.tokens.idToken) else {
                    Issue.record("no collision")
                    return
                }
                if !isTrusted { try await test.engine.projects.setTrust(.never, in: .google, of: test.scope.project) }
                let token = try #require(collision.pendingToken)
                let redeemed = try await test.engine.signInWithProvider(
                    ProviderSignInRequest(proof: .pendingToken(token), idToken: nil, autoCreate: true), in: test.scope)
                switch redeemed.outcome {
                case .passed(let outcome, _, _): #expect(isTrusted && outcome.account.id == owner.account.id)
                case .collided(let again): #expect(!isTrusted && again.refusal == .needsConfirmation(by: owner.account.id))
                }
            }
        }
    }
}
