import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The changes that end every session of an account at once (Documentation/Design.md §5): T108, T109, T116.
struct RevocationTests {
    /// A person with two sessions, after something happened to the account.
    private func check(
        _ error: AuthError = .tokenExpired, refresh: AuthError? = nil,
        after happening: (TestEngine, SignedIn) async throws -> Void
    ) async throws {
        try await TestEngine.run { test in
            // Within one second, so that seconds alone do not tell before from after.
            test.clock.advance(milliseconds: 100)
            let first = try await test.signUp("v@x.com")
            let second = try await test.refresh(try await test.signIn("v@x.com"))
            let other = try await test.signUp("other@x.com")
            test.clock.advance(milliseconds: 800)
            try await happening(test, first)
            await test.expectDead(first, error, refresh: refresh)
            await test.expectDead(second, error, refresh: refresh)
            _ = try await test.refresh(other)
        }
    }

    @Test func `T109 one's own new password, but for the session that comes back`() async throws {
        try await check { test, signedIn in
            let updated = try await test.update(signedIn) { $0.password = "secret 2" }
            let tokens = try #require(updated.tokens)
            _ = try await test.refresh(tokens.refreshToken)
            _ = try await test.engine.lookUpOwnAccount(idToken: tokens.idToken, in: test.scope)
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com") }
            _ = try await test.signIn("v@x.com", "secret 2")
        }
    }

    @Test func `one's own new email`() async throws {
        try await check { test, signedIn in
            let tokens = try #require(try await test.update(signedIn) { $0.email = "w@x.com" }.tokens)
            _ = try await test.refresh(tokens.refreshToken)
        }
    }

    @Test func `an administrator's new password`() async throws {
        try await check { test, signedIn in try await test.administer(signedIn.account.id) { $0.password = "secret 2" } }
    }

    @Test func `an administrator's new email`() async throws {
        try await check { test, signedIn in try await test.administer(signedIn.account.id) { $0.email = "w@x.com" } }
    }

    @Test func `an administrator's revocation`() async throws {
        try await check { test, signedIn in
            let now = test.clock.now.seconds
            try await test.administer(signedIn.account.id) { $0.validSince = now }
            let fresh = try await test.signIn("v@x.com")
            _ = try await test.refresh(fresh)
            _ = try await test.lookUp(fresh)
        }
    }

    @Test func `T108 an administrator's revocation as of minutes ago ends what is older, and nothing younger`() async throws {
        try await TestEngine.run { test in
            let older = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 300)
            let between = test.clock.now.seconds
            test.clock.advance(seconds: 300)
            let younger = try await test.signIn("v@x.com")
            test.clock.advance(seconds: 300)
            let account = try await test.administer(older.account.id) { $0.validSince = between }
            // Only the time tells the two apart.
            #expect(account.generation == older.account.generation)
            await test.expectDead(older)
            _ = try await test.lookUp(younger)
            _ = try await test.refresh(younger)
        }
    }

    @Test func `T116 disabling, and enabling again does not bring them back`() async throws {
        try await check(.userDisabled) { test, signedIn in
            try await test.administer(signedIn.account.id) { $0.isDisabled = true }
        }
        try await check { test, signedIn in
            try await test.administer(signedIn.account.id) { $0.isDisabled = true }
            try await test.administer(signedIn.account.id) { $0.isDisabled = false }
            _ = try await test.signIn("v@x.com")
        }
    }

    @Test func `deletion`() async throws {
        try await check(.userNotFound, refresh: .userNotFound) { test, signedIn in
            try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
        }
        try await check(.userNotFound, refresh: .userNotFound) { test, signedIn in
            try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
        }
    }

    @Test func `T015 nothing comes back with the same address or the same id`() async throws {
        try await check(.userNotFound, refresh: .userNotFound) { test, signedIn in
            try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
            #expect(try await test.signUp("v@x.com").account.id != signedIn.account.id)
        }
        try await check(.tokenExpired, refresh: .userNotFound) { test, signedIn in
            try await test.administer(signedIn.account.id) { $0.customClaims = #"{"admin":true}"# }
            try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            var new = NewAccount()
            new.id = signedIn.account.id.value
            new.email = "v@x.com"
            let created = try await test.engine.accounts.createAccount(new, in: test.scope)
            #expect(created.id == signedIn.account.id && created.customClaims == nil)
            await #expect(throws: AuthError.tokenExpired) { try await test.update(signedIn) { $0.displayName = "me again" } }
        }
    }

    @Test func `T116 nobody gets into a disabled account by any way`() async throws {
        try await TestEngine.run { test in
            let presented = PresentedIdentity.of(.google, "g", email: "v@gmail.com")
            let federated = try #require(try await test.present(presented).signedIn)
            let signedIn = try await test.link("v@gmail.com", to: federated)
            let before = try await test.administer(signedIn.account.id) { $0.isDisabled = true }
            await #expect(throws: AuthError.userDisabled) { try await test.signIn("v@gmail.com") }
            #expect(try await test.present(presented).collision?.refusal == .disabled)
            #expect(try await test.present(presented, autoCreate: false).collision?.refusal == .disabled)
            let joining = try await test.present(.of(.yahoo, "y", email: "v@gmail.com", .proven))
            #expect(joining.collision?.refusal == .disabled)
            await #expect(throws: AuthError.userDisabled) {
                try await test.present(.of(.acme, "a"), idToken: signedIn.tokens.idToken)
            }
            await #expect(throws: AuthError.userDisabled) { try await test.update(signedIn) { $0.displayName = "x" } }
            await #expect(throws: AuthError.userDisabled) {
                try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
            }
            #expect(try await test.account(signedIn.account.id) == before)
        }
    }

    @Test func `changes that are nobody's business end nothing`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let updated = try await test.update(signedIn) {
                $0.displayName = "V"
                $0.email = "V@x.com"
            }
            #expect(updated.tokens == nil)
            try await test.administer(signedIn.account.id) {
                $0.displayName = "W"
                $0.emailVerified = true
                $0.customClaims = "{}"
                $0.phoneNumber = "+16505550100"
                $0.isDisabled = false
            }
            _ = try await test.lookUp(signedIn)
            _ = try await test.refresh(signedIn)
        }
    }
}
