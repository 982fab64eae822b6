import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SignUpWithPasswordTests {
    @Test func `an account with an unproven email and a password`() async throws {
        try await TestEngine.run { test in
            let request = PasswordSignUp(email: "V@X.com", password: "secret 1", displayName: "V")
            let signedIn = try await test.engine.signUpWithPassword(request, in: test.scope)
            let account = try #require(try await test.account(signedIn.account.id))
            #expect(account.email?.value == "v@x.com" && !account.emailVerified)
            #expect(account.displayName == "V")
            #expect(account.createdAt == test.clock.now && account.lastSignInAt == test.clock.now)
            #expect(account.providers == [.password])
            #expect(account.id.value.utf8.count == 28)
            #expect(account.password?.hash.contains("secret") == false)
            #expect(try await test.lookUp(signedIn) == account)
            #expect(try await test.signIn("v@x.com").account.id == account.id)
        }
    }

    @Test("T145 one address is one account", arguments: ["v@x.com", "V@X.com", "v@x.COM"])
    func taken(email: String) async throws {
        try await TestEngine.run { test in
            try await test.signUp("v@x.com")
            await #expect(throws: AuthError.emailExists) { try await test.signUp(email, "another") }
            try await test.expectAccounts(1)
        }
    }

    @Test func `T148 plus tags are other addresses, and other projects other people`() async throws {
        try await TestEngine.run { test in
            try await test.signUp("v@gmail.com")
            try await test.signUp("v+1@gmail.com")
            let request = PasswordSignUp(email: "v@gmail.com", password: "secret 1", displayName: nil)
            _ = try await test.engine.signUpWithPassword(request, in: ProjectScope(project: "other"))
            _ = try await test.engine.signUpWithPassword(request, in: try await test.makeTenant("t"))
            try await test.expectAccounts(2)
        }
    }

    @Test(
        "what cannot be used makes nothing",
        arguments: [
            (nil, "secret 1", .missingEmail), ("v@x.com", nil, .missingPassword), ("v@x.com", "", .missingPassword),
            ("", "secret 1", .invalidEmail), ("a@b", "secret 1", .invalidEmail), ("v@x.com\u{0}", "secret 1", .invalidEmail),
            ("v@x.com", "12345", .weakPassword("Password should be at least 6 characters")),
            ("v@x.com", String(repeating: "x", count: 4097), .passwordTooLong),
        ] as [(String?, String?, AuthError)])
    func unusable(email: String?, password: String?, error: AuthError) async throws {
        try await TestEngine.run { test in
            let request = PasswordSignUp(email: email, password: password, displayName: nil)
            await #expect(throws: error) { try await test.engine.signUpWithPassword(request, in: test.scope) }
            try await test.expectAccounts(0)
        }
    }

    @Test func `closed doors`() async throws {
        try await TestEngine.run(configure: { $0.disabledUserSignUp = true }) { test in
            await #expect(throws: AuthError.adminOnlyOperation) { try await test.signUp("v@x.com") }
            await #expect(throws: AuthError.adminOnlyOperation) { try await test.engine.signUpAnonymously(in: test.scope) }
            let outcome = try await test.present(.of(.google, "new"))
            #expect(outcome.collision?.refusal == .signUpNotAllowed)
            try await test.expectAccounts(0)
        }
        try await TestEngine.run(configure: { $0 = .production }) { test in
            await #expect(throws: AuthError.operationNotAllowed(nil)) { try await test.signUp("v@x.com") }
            await #expect(throws: AuthError.adminOnlyOperation) { try await test.engine.signUpAnonymously(in: test.scope) }
            await #expect(throws: AuthError.passwordLoginDisabled) { try await test.signIn("v@x.com") }
        }
    }

    @Test func `doors that close while the password is hashed are closed`() async throws {
        try await TestEngine.runHooked { test, store in
            store.beforeNextWrite {
                var settings = ProjectSettings.development
                settings.disabledUserSignUp = true
                let closed = settings
                try await test.store.write { try $0.save(closed, of: TestEngine.scope.project) }
            }
            await #expect(throws: AuthError.adminOnlyOperation) { try await test.signUp("v@x.com") }
            try await test.expectAccounts(0)
        }
    }

    @Test func `the project's password policy holds for new passwords`() async throws {
        try await TestEngine.run(configure: {
            $0.passwordPolicy.isEnforced = true
            $0.passwordPolicy.needsNumeric = true
        }) { test in
            let broken = AuthError.passwordRequirements(["Password must contain a numeric character"])
            await #expect(throws: broken) { try await test.signUp("v@x.com", "secret") }
            let signedIn = try await test.signUp("v@x.com", "secret 1")
            await #expect(throws: broken) { try await test.update(signedIn) { $0.password = "secrets" } }
            await #expect(throws: broken) { try await test.administer(signedIn.account.id) { $0.password = "secrets" } }
        }
    }
}
