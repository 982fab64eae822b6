import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SignInWithProviderTests {
    @Test func `the story: two ways into one account`() async throws {
        try await TestEngine.run { test in
            let signedUp = try await test.signUp("v@gmail.com")
            let presented = PresentedIdentity.of(.acme, "s", email: "v@gmail.com")
            // A claim alone leads nowhere.
            #expect(try await test.present(presented).collision?.refusal == .needsConfirmation(by: signedUp.account.id))
            let linked = try await test.present(presented, idToken: signedUp.tokens.idToken)
            #expect(linked.signedIn?.account.id == signedUp.account.id)
            #expect(try await test.present(presented).signedIn?.account.id == signedUp.account.id)
            #expect(try await test.signIn("v@gmail.com").account.providers == [.password, .acme])
            // A claim does not verify.
            #expect(try await test.account(signedUp.account.id)?.emailVerified == false)
        }
    }

    @Test func `a new person gets the provider's profile, and keeps their own later`() async throws {
        try await TestEngine.run { test in
            let first = try await test.present(.of(.google, "g", email: "v@gmail.com", name: "First"))
            let signedIn = try #require(first.signedIn)
            #expect(first.isNewUser)
            #expect(signedIn.account.displayName == "First" && signedIn.account.emailVerified)
            _ = try await test.update(signedIn) { $0.displayName = "Mine" }
            let again = try await test.present(.of(.google, "g", email: "other@gmail.com", name: "Second"))
            #expect(!again.isNewUser)
            let account = try #require(again.signedIn?.account)
            // T020: the identity follows the provider, the account does not.
            #expect(account.displayName == "Mine" && account.email?.value == "v@gmail.com")
            #expect(account.identities.first?.email?.value == "other@gmail.com")
            #expect(account.identities.first?.profile.displayName == "Second")
        }
    }

    @Test func `T030 a token that is not good for linking never turns into a sign-in`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let presented = PresentedIdentity.of(.google, "g", email: "g@gmail.com")
            await #expect(throws: AuthError.invalidIDToken) { try await test.present(presented, idToken: "rubbish") }
            let elsewhere = try await test.engine.signUpAnonymously(in: ProjectScope(project: "other"))
            await #expect(throws: AuthError.invalidIDToken) {
                try await test.present(presented, idToken: elsewhere.tokens.idToken)
            }
            let tenant = try await test.engine.signUpAnonymously(in: try await test.makeTenant("t"))
            await #expect(throws: AuthError.invalidIDToken) {
                try await test.present(presented, idToken: tenant.tokens.idToken)
            }
            _ = try await test.update(signedIn) { $0.password = "secret 2" }
            await #expect(throws: AuthError.tokenExpired) {
                try await test.present(presented, idToken: signedIn.tokens.idToken)
            }
            let fresh = try await test.signIn("v@x.com", "secret 2")
            test.clock.advance(seconds: 3600)
            await #expect(throws: AuthError.tokenExpired) { try await test.present(presented, idToken: fresh.tokens.idToken) }
            try await test.expectAccounts(1)
        }
    }

    @Test func `T037 reauthentication never switches and never creates`() async throws {
        try await TestEngine.run { test in
            let a = try #require(try await test.present(.of(.google, "a", email: "a@gmail.com")).signedIn)
            let b = try #require(try await test.present(.of(.google, "b", email: "b@gmail.com")).signedIn)
            let token = a.tokens.idToken
            let asA = try await test.present(.of(.google, "a", email: "a@gmail.com"), idToken: token, autoCreate: false)
            #expect(asA.signedIn?.account.id == a.account.id)
            let asB = try await test.present(.of(.google, "b", email: "b@gmail.com"), idToken: token, autoCreate: false)
            #expect(asB.collision?.refusal == .userMismatch && asB.collision?.pendingToken == nil)
            let asNobody = try await test.present(.of(.google, "c", email: "a@gmail.com"), idToken: token, autoCreate: false)
            #expect(asNobody.collision?.refusal == .userNotFound)
            // Without an ID token the identity's own account opens, and no new one is created.
            let unsaid = try await test.present(.of(.google, "b", email: "b@gmail.com"), autoCreate: false)
            #expect(unsaid.signedIn?.account.id == b.account.id)
            #expect(try await test.present(.of(.google, "d"), autoCreate: false).collision?.refusal == .userNotFound)
            try await test.expectAccounts(2)
        }
    }

    @Test func `T036 reauthentication freshens its own session only`() async throws {
        try await TestEngine.run { test in
            let old = try #require(try await test.present(.of(.google, "a", email: "a@gmail.com")).signedIn)
            test.clock.advance(seconds: 600)
            let fresh = try #require(
                try await test.present(.of(.google, "a"), idToken: old.tokens.idToken, autoCreate: false).signedIn)
            let refreshed = try await test.refresh(old)
            for stale in [old, refreshed] {
                await #expect(throws: AuthError.credentialTooOld) { try await test.update(stale) { $0.password = "secret 2" } }
            }
            _ = try await test.update(fresh) { $0.password = "secret 2" }
        }
    }

    @Test func `several accounts per email: each identity has its own`() async throws {
        try await TestEngine.run(configure: { $0.allowDuplicateEmails = true }) { test in
            let password = try await test.signUp("v@gmail.com")
            let google = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let acme = try #require(try await test.present(.of(.acme, "a", email: "v@gmail.com")).signedIn)
            #expect(Set([password, google, acme].map(\.account.id)).count == 3)
            #expect(google.account.email == nil && !google.account.emailVerified)
            #expect(google.account.identities.first?.email?.value == "v@gmail.com")
            #expect(try await test.account(password.account.id)?.emailVerified == false)
        }
    }

    @Test func `a verifier's answer is passed on, and nothing is written`() async throws {
        try await TestEngine.run { test in
            var credential = FederatedCredential(provider: .google, idToken: "rubbish")
            for token in ["rubbish", nil] {
                credential.idToken = token
                let request = ProviderSignInRequest(proof: .credential(credential), idToken: nil, autoCreate: true)
                await #expect(throws: AuthError.invalidIDPResponse("unscripted")) {
                    try await test.engine.signInWithProvider(request, in: test.scope)
                }
            }
            try await test.expectAccounts(0)
        }
    }

    @Test func `what the policy is told can be asked`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@gmail.com")
            let facts = try await test.engine.linkingFacts(
                .of(.google, "g", email: "v@gmail.com"), intent: .signIn, in: test.scope)
            #expect(facts.emailHolder?.id == signedIn.account.id && facts.identityHolder == nil)
            #expect(LinkingPolicy.decide(facts) == .purgeAndJoin(signedIn.account.id))
        }
    }
}
