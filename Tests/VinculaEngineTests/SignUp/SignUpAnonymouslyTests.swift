import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SignUpAnonymouslyTests {
    @Test func `an account that only its tokens lead to`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.engine.signUpAnonymously(in: test.scope)
            #expect(signedIn.account.isAnonymous)
            let claims = try #require(JSONWebToken(signedIn.tokens.idToken)?.claims)
            #expect(claims["provider_id"] == "anonymous")
            #expect(claims["firebase"]?["sign_in_provider"] == "anonymous")
            #expect(claims["firebase"]?["identities"] == .object([:]))
            #expect(claims["email"] == nil && claims["email_verified"] == nil)
            #expect(try await test.lookUp(signedIn).id == signedIn.account.id)
        }
    }

    @Test func `T012 an upgrade with a password keeps the id and ends what was shared before`() async throws {
        try await TestEngine.run { test in
            let anonymous = try await test.engine.signUpAnonymously(in: test.scope)
            let refreshed = try await test.refresh(anonymous)
            let upgraded = try await test.link("v@x.com", to: refreshed)
            #expect(upgraded.account.id == anonymous.account.id)
            await test.expectDead(anonymous)
            await test.expectDead(refreshed)
            _ = try await test.refresh(upgraded)
            _ = try await test.lookUp(upgraded)
            #expect(try await test.signIn("v@x.com").account.id == anonymous.account.id)
        }
    }

    @Test func `T012 so does an upgrade with a provider`() async throws {
        try await TestEngine.run { test in
            let anonymous = try await test.engine.signUpAnonymously(in: test.scope)
            let outcome = try await test.present(
                .of(.google, "g", email: "v@gmail.com"), idToken: anonymous.tokens.idToken)
            let upgraded = try #require(outcome.signedIn)
            #expect(upgraded.account.id == anonymous.account.id && !outcome.isNewUser)
            #expect(upgraded.account.email?.value == "v@gmail.com" && upgraded.account.emailVerified)
            await test.expectDead(anonymous)
            _ = try await test.refresh(upgraded)
        }
    }
}
