import Testing
import VinculaCore
import VinculaEngine

struct UpdateOwnAccountTests {
    @Test func `the profile is set and removed`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let set = try await test.update(signedIn) {
                $0.displayName = "V"
                $0.photoURL = "https://x.test/v.png"
            }
            #expect(set.account.displayName == "V" && set.account.photoURL == "https://x.test/v.png")
            let emptied = try await test.update(signedIn) { $0.displayName = "" }
            #expect(emptied.account.displayName == nil && emptied.account.photoURL != nil)
            let removed = try await test.update(signedIn) { $0.deleteAttributes = [.photoURL, .rawUserInfo, .unspecified] }
            #expect(removed.account.photoURL == nil)
            #expect(try await test.lookUp(signedIn) == removed.account)
        }
    }

    @Test(
        "invalid profiles",
        arguments: [
            (String(repeating: "x", count: 1025), nil), ("a\u{0}b", nil), (nil, String(repeating: "x", count: 2049)),
            (nil, "https://x\r\n.test"),
        ] as [(String?, String?)])
    func profile(name: String?, url: String?) async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            await #expect(throws: AuthError.self) {
                try await test.update(signedIn) {
                    $0.displayName = name
                    $0.photoURL = url
                }
            }
            let account = try await test.account(signedIn.account.id)
            #expect(account == signedIn.account)
        }
    }

    @Test func `T035 password, email and the removal of any way in want a recent sign-in, the rest does not`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            _ = try await test.present(.of(.acme, "a"), idToken: signedIn.tokens.idToken)
            test.clock.advance(seconds: 301)
            let changes: [@Sendable (inout OwnAccountUpdate) -> Void] = [
                { $0.password = "secret 2" }, { $0.email = "w@x.com" }, { $0.deleteAttributes = [.email] },
                { $0.deleteAttributes = [.password] }, { $0.deleteProviders = [.acme] }, { $0.deleteProviders = [.password] },
            ]
            // T036: a refresh makes no sign-in recent.
            for stale in [signedIn, try await test.refresh(signedIn)] {
                for change in changes {
                    await #expect(throws: AuthError.credentialTooOld) { try await test.update(stale, change) }
                }
                await #expect(throws: AuthError.credentialTooOld) {
                    try await test.engine.deleteOwnAccount(idToken: stale.tokens.idToken, in: test.scope)
                }
                _ = try await test.update(stale) { $0.displayName = "V" }
                _ = try await test.update(stale) { $0.email = "v@x.com" }
            }
            let fresh = try await test.signIn("v@x.com")
            #expect(try await test.update(fresh) { $0.deleteProviders = [.acme] }.account.providers == [.password])
            _ = try await test.update(fresh) { $0.password = "secret 2" }
        }
    }

    @Test func `T013 a new email is unproven, and the first one is remembered`() async throws {
        try await TestEngine.run { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "a@gmail.com")).signedIn)
            let first = try await test.update(signedIn) { $0.email = "B@x.com" }
            #expect(first.account.email?.value == "b@x.com" && !first.account.emailVerified)
            #expect(first.newEmail?.value == "b@x.com" && first.account.initialEmail?.value == "a@gmail.com")
            let tokens = try #require(first.tokens)
            let second = try await test.engine.updateOwnAccount(
                change { $0.email = "c@x.com" }, idToken: tokens.idToken, in: test.scope)
            #expect(second.account.initialEmail?.value == "a@gmail.com")
            // Somebody who proves the new address takes the account from whoever wrote it down.
            let owner = try #require(try await test.present(.of(.yahoo, "y", email: "c@x.com", .proven)).signedIn)
            #expect(owner.account.id == signedIn.account.id && owner.account.identities.map(\.key.provider) == [.yahoo])
        }
    }

    private func change(_ change: (inout OwnAccountUpdate) -> Void) -> OwnAccountUpdate {
        var update = OwnAccountUpdate()
        change(&update)
        return update
    }

    @Test func `T013 with email privacy a new email must be proven first`() async throws {
        try await TestEngine.run(configure: { $0.emailPrivacy = true }) { test in
            try await test.signUp("taken@x.com")
            let signedIn = try await test.signUp("v@x.com")
            // Taken or not, the answer is the same.
            for email in ["taken@x.com", "free@x.com"] {
                await #expect(throws: AuthError.emailChangeNeedsVerification) {
                    try await test.update(signedIn) { $0.email = email }
                }
            }
            _ = try await test.update(signedIn) { $0.email = "v@x.com" }
        }
    }

    @Test func `what cannot be set changes nothing`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("taken@x.com")
            let signedIn = try await test.signUp("v@x.com")
            let anonymous = try await test.engine.signUpAnonymously(in: test.scope)
            await #expect(throws: AuthError.emailExists) { try await test.update(signedIn) { $0.email = "Taken@x.com" } }
            await #expect(throws: AuthError.invalidEmail) { try await test.update(signedIn) { $0.email = "x" } }
            await #expect(throws: AuthError.weakPassword("Password should be at least 6 characters")) {
                try await test.update(signedIn) {
                    $0.displayName = "changed?"
                    $0.password = "short"
                }
            }
            await #expect(throws: AuthError.missingEmail) { try await test.update(anonymous) { $0.password = "secret 2" } }
            #expect(try await test.account(signedIn.account.id) == signedIn.account)
            #expect(try await test.account(anonymous.account.id) == anonymous.account)
            _ = try await test.refresh(signedIn)
        }
    }

    // MARK: Unlinking

    @Test func `T034 the last way in stays where the project says so`() async throws {
        try await TestEngine.run(configure: { $0.allowUnlinkingLastMethod = false }) { test in
            let signedIn = try await test.signUp("v@gmail.com")
            for providers in [[ProviderID.password], [.password, .google]] {
                await #expect(throws: AuthError.lastSignInMethod) {
                    try await test.update(signedIn) { $0.deleteProviders = providers }
                }
            }
            for attribute in [AccountAttribute.email, .password] {
                await #expect(throws: AuthError.lastSignInMethod) {
                    try await test.update(signedIn) { $0.deleteAttributes = [attribute] }
                }
            }
            _ = try await test.present(.of(.google, "g", email: "v@gmail.com"), idToken: signedIn.tokens.idToken)
            let without = try await test.update(signedIn) { $0.deleteProviders = [.password] }
            // The identity carries the same email.
            #expect(without.account.email?.value == "v@gmail.com" && without.account.emailVerified)
            #expect(without.account.providers == [.google])
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@gmail.com") }
        }
    }

    @Test func `T034 where it may go, the address stays taken`() async throws {
        try await TestEngine.run { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            let without = try await test.update(signedIn) { $0.deleteProviders = [.google] }
            #expect(without.account.providers.isEmpty && without.account.emailVerified)
            await #expect(throws: AuthError.emailExists) { try await test.signUp("v@gmail.com") }
            let back = try await test.present(.of(.google, "g", email: "v@gmail.com"))
            #expect(back.signedIn?.account.id == signedIn.account.id && !back.isNewUser)
        }
    }

    @Test func `an identity that was unlinked is free for others`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("first@x.com")
            let second = try await test.signUp("second@x.com")
            _ = try await test.present(.of(.acme, "s"), idToken: first.tokens.idToken)
            #expect(try await test.present(.of(.acme, "s"), idToken: second.tokens.idToken).collision != nil)
            _ = try await test.update(first) { $0.deleteProviders = [.acme] }
            #expect(try await test.present(.of(.acme, "s"), idToken: second.tokens.idToken).signedIn != nil)
        }
    }

    @Test func `removing the email removes the password with it`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let removed = try await test.update(signedIn) { $0.deleteAttributes = [.email] }
            #expect(removed.account.email == nil && removed.account.password == nil && removed.account.isAnonymous)
            try await test.signUp("v@x.com")
        }
    }
}
