import Testing
import VinculaCore
import VinculaEngine

struct CreateAccountTests {
    private func new(_ change: (inout NewAccount) -> Void) -> NewAccount {
        var new = NewAccount()
        change(&new)
        return new
    }

    @Test func `an account as it was asked for`() async throws {
        // Doors that are closed to end users are open to administrators.
        try await TestEngine.run(configure: { $0.disabledUserSignUp = true }) { test in
            let account = try await test.engine.accounts.createAccount(
                new {
                    $0.id = "my-id"
                    $0.email = "V@x.com"
                    $0.emailVerified = true
                    $0.password = "secret 1"
                    $0.phoneNumber = "+16505550100"
                    $0.displayName = "V"
                }, in: test.scope)
            #expect(account.id.value == "my-id" && account.emailVerified && account.lastSignInAt == nil)
            #expect(try await test.account(account.id) == account)
            #expect(try await test.signIn("v@x.com").account.id == account.id)
        }
    }

    @Test func `an account of nothing, with an id of its own`() async throws {
        try await TestEngine.run { test in
            let account = try await test.engine.accounts.createAccount(new { $0.emailVerified = true }, in: test.scope)
            #expect(account.isAnonymous && !account.emailVerified && account.id.value.utf8.count == 28)
        }
    }

    @Test func `taken or invalid values create nothing`() async throws {
        try await TestEngine.run { test in
            let taken = new {
                $0.id = "taken"
                $0.email = "taken@x.com"
                $0.phoneNumber = "+16505550100"
            }
            _ = try await test.engine.accounts.createAccount(taken, in: test.scope)
            let cases: [(NewAccount, AuthError)] = [
                (new { $0.id = "taken" }, .duplicateLocalID), (new { $0.email = "Taken@X.com" }, .emailExists),
                (new { $0.phoneNumber = "+16505550100" }, .phoneNumberExists), (new { $0.id = "" }, .invalidLocalID),
                (new { $0.id = String(repeating: "x", count: 129) }, .invalidLocalID),
                (new { $0.id = "a\u{0}" }, .invalidLocalID), (new { $0.email = "x" }, .invalidEmail),
                (new { $0.phoneNumber = "1" }, .invalidPhoneNumber),
                (new { $0.password = "short" }, .weakPassword("Password should be at least 6 characters")),
            ]
            for (account, error) in cases {
                await #expect(throws: error) { try await test.engine.accounts.createAccount(account, in: test.scope) }
            }
            try await test.expectAccounts(1)
        }
    }
}
