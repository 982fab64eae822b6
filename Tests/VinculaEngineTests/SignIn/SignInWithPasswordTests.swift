import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SignInWithPasswordTests {
    @Test("any spelling of the same address", arguments: ["v@x.com", "V@X.COM"])
    func signsIn(email: String) async throws {
        try await TestEngine.run { test in
            let signedUp = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 5)
            let signedIn = try await test.signIn(email)
            #expect(signedIn.account.id == signedUp.account.id)
            #expect(try await test.account(signedUp.account.id)?.lastSignInAt == test.clock.now)
            // Both devices stay signed in.
            _ = try await test.refresh(signedUp)
            _ = try await test.refresh(signedIn)
        }
    }

    @Test func `without email privacy the answer says what is wrong`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("v@x.com")
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com", "wrong one") }
            await #expect(throws: AuthError.emailNotFound) { try await test.signIn("w@x.com") }
        }
    }

    @Test func `with email privacy it does not`() async throws {
        try await TestEngine.run(configure: { $0.emailPrivacy = true }) { test in
            try await test.signUp("v@x.com")
            let federated = try #require(try await test.present(.of(.google, "g", email: "g@gmail.com")).signedIn)
            let disabled = try await test.signUp("d@x.com")
            try await test.administer(disabled.account.id) { $0.isDisabled = true }
            #expect(federated.account.password == nil)
            for email in ["v@x.com", "w@x.com", "g@gmail.com", "d@x.com"] {
                await #expect(throws: AuthError.invalidLoginCredentials) { try await test.signIn(email, "wrong one") }
                let long = String(repeating: "x", count: 5000)
                await #expect(throws: AuthError.invalidLoginCredentials) { try await test.signIn(email, long) }
            }
        }
    }

    @Test func `T116 only somebody with the password learns that an account is disabled`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            try await test.administer(signedIn.account.id) { $0.isDisabled = true }
            await #expect(throws: AuthError.userDisabled) { try await test.signIn("v@x.com") }
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com", "wrong one") }
        }
    }

    @Test(
        "invalid sign-ins",
        arguments: [
            (nil, "secret 1", .missingEmail), ("", "secret 1", .invalidEmail), ("a@b", "secret 1", .invalidEmail),
            ("v@x.com", nil, .missingPassword), ("v@x.com", "", .missingPassword),
        ] as [(String?, String?, AuthError)])
    func unusable(email: String?, password: String?, error: AuthError) async throws {
        try await TestEngine.run { test in
            await #expect(throws: error) {
                try await test.engine.signInWithPassword(email: email, password: password, in: test.scope)
            }
        }
    }

    @Test func `T151 the password is compared byte for byte`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("v@x.com", "caf\u{E9} \u{0} x")
            _ = try await test.signIn("v@x.com", "caf\u{E9} \u{0} x")
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com", "cafe\u{301} \u{0} x") }
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com", "caf\u{E9} \u{0} y") }
        }
    }

    @Test func `a hash of earlier parameters is renewed at the next chance`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let id = signedIn.account.id
            let scope = test.scope
            let old = try Argon2id.hash("secret 1", parameters: Argon2id.Parameters(memory: 32, passes: 1, lanes: 1))
            try await test.store.write { transaction in
                let account = try #require(try transaction.account(id, in: scope))
                var changed = account
                changed.password?.hash = old
                try transaction.update(changed, from: account, in: scope)
            }
            await #expect(throws: AuthError.invalidPassword) { try await test.signIn("v@x.com", "wrong one") }
            #expect(try await test.account(id)?.password?.hash == old)
            _ = try await test.signIn("v@x.com")
            let renewed = try #require(try await test.account(id)?.password?.hash)
            #expect(!Argon2id.isOutdated(renewed, parameters: TestEngine.hashParameters))
            _ = try await test.signIn("v@x.com")
            // Nobody was signed out by it.
            _ = try await test.refresh(signedIn)
        }
    }

    /// Another person's action while a correct password is being hashed, and the error that its holder gets; `nil` for a session.
    struct Meanwhile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: AuthError?
        let act: @Sendable (TestEngine, AccountID) async throws -> Void
    }

    private static let meanwhile = [
        Meanwhile(testDescription: "an administrator revokes sessions", answer: nil) { test, id in
            try await test.administer(id) { $0.validSince = test.clock.now.seconds }
        },
        Meanwhile(testDescription: "the owner links a provider", answer: nil) { test, _ in
            let signedIn = try await test.signIn("v@x.com")
            _ = try await test.present(.of(.facebook, "1"), idToken: signedIn.tokens.idToken)
        },
        Meanwhile(testDescription: "the hash is renewed", answer: nil) { test, id in
            try await test.rehash(id, parameters: Argon2id.Parameters(memory: 32, passes: 1, lanes: 1))
        },
        Meanwhile(testDescription: "the hash is renewed and sessions are revoked", answer: nil) { test, id in
            try await test.rehash(id, parameters: Argon2id.Parameters(memory: 32, passes: 1, lanes: 1))
            try await test.administer(id) { $0.validSince = test.clock.now.seconds }
        },
        Meanwhile(testDescription: "the same password is set again", answer: nil) { test, id in
            try await test.administer(id) { $0.password = "secret 1" }
        },
        Meanwhile(testDescription: "another password is set", answer: .invalidPassword) { test, id in
            try await test.administer(id) { $0.password = "secret 2" }
        },
        Meanwhile(testDescription: "the account is disabled", answer: .userDisabled) { test, id in
            try await test.administer(id) { $0.isDisabled = true }
        },
        Meanwhile(testDescription: "the address changes", answer: .emailNotFound) { test, id in
            try await test.administer(id) { $0.email = "w@x.com" }
        },
        Meanwhile(testDescription: "the account is deleted", answer: .emailNotFound) { test, id in
            try await test.engine.accounts.deleteAccount(id.value, in: test.scope)
        },
    ]

    @Test(
        "A right password is right whatever else happens while it is hashed, as long as it stays the password",
        arguments: meanwhile)
    func race(_ meanwhile: Meanwhile) async throws {
        try await TestEngine.runHooked { test, store in
            let id = try await test.signUp("v@x.com").account.id
            store.beforeNextWrite { try await meanwhile.act(test, id) }
            do {
                let signedIn = try await test.signIn("v@x.com")
                #expect(meanwhile.answer == nil)
                _ = try await test.lookUp(signedIn)
                _ = try await test.refresh(signedIn)
            } catch let error as AuthError {
                #expect(error == meanwhile.answer)
            }
        }
    }
}

extension TestEngine {
    /// Stores another hash of the password of everybody in these tests, as a sign-in does whose hash is outdated.
    fileprivate func rehash(_ id: AccountID, parameters: Argon2id.Parameters) async throws {
        let (scope, hash) = (scope, try Argon2id.hash("secret 1", parameters: parameters))
        try await store.write { transaction in
            let account = try #require(try transaction.account(id, in: scope))
            var changed = account
            changed.password?.hash = hash
            try transaction.update(changed, from: account, in: scope)
        }
    }
}
