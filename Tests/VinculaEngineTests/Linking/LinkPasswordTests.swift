import Testing
import VinculaCore
import VinculaEngine

struct LinkPasswordTests {
    @Test func `a federated account gets a password, and what was proven stays proven`() async throws {
        try await TestEngine.run { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let linked = try await test.link("V@Gmail.com", to: signedIn)
            #expect(linked.account.id == signedIn.account.id)
            #expect(linked.account.emailVerified && linked.account.providers == [.password, .google])
            #expect(try await test.signIn("v@gmail.com").account.id == signedIn.account.id)
            // Nobody else could have had the account: its sessions go on.
            _ = try await test.refresh(signedIn)
        }
    }

    @Test func `another email is unproven`() async throws {
        try await TestEngine.run { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let linked = try await test.link("w@x.com", to: signedIn)
            #expect(linked.account.email?.value == "w@x.com" && !linked.account.emailVerified)
            #expect(linked.account.initialEmail?.value == "v@gmail.com")
        }
    }

    @Test func `with email privacy a proven email does not give way to an unproven one`() async throws {
        try await TestEngine.run(configure: { $0.emailPrivacy = true }) { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            await #expect(throws: AuthError.emailChangeNeedsVerification) { try await test.link("w@x.com", to: signedIn) }
            _ = try await test.link("v@gmail.com", to: signedIn)
        }
    }

    @Test func `links that are refused`() async throws {
        try await TestEngine.run { test in
            let owner = try await test.signUp("v@x.com")
            let anonymous = try await test.engine.signUpAnonymously(in: test.scope)
            await #expect(throws: AuthError.emailExists) { try await test.link("V@x.com", to: anonymous) }
            await #expect(throws: AuthError.providerAlreadyLinked) { try await test.link("w@x.com", to: owner) }
            await #expect(throws: AuthError.invalidEmail) { try await test.link("w", to: anonymous) }
            await #expect(throws: AuthError.weakPassword("Password should be at least 6 characters")) {
                try await test.link("w@x.com", "short", to: anonymous)
            }
            #expect(try await test.lookUp(anonymous).isAnonymous)
            try await test.administer(anonymous.account.id) { $0.isDisabled = true }
            await #expect(throws: AuthError.userDisabled) { try await test.link("w@x.com", to: anonymous) }
        }
    }

    @Test func `T035 everybody who could sign in again must have done so lately`() async throws {
        try await TestEngine.run { test in
            let federated = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let anonymous = try await test.engine.signUpAnonymously(in: test.scope)
            test.clock.advance(seconds: 301)
            await #expect(throws: AuthError.credentialTooOld) { try await test.link("v@gmail.com", to: federated) }
            _ = try await test.link("w@x.com", to: anonymous)
        }
    }
}
