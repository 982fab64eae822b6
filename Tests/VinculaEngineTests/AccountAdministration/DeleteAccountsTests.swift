import Testing
import VinculaCore
import VinculaEngine

struct DeleteAccountsTests {
    @Test func `a batch deletes disabled accounts, or all by force`() async throws {
        try await TestEngine.run { test in
            let a = try await test.signUp("a@x.com").account.id
            let b = try await test.signUp("b@x.com").account.id
            try await test.administer(a) { $0.isDisabled = true }
            let ids = [a.value, "nobody", b.value]
            let errors = try await test.engine.accounts.deleteAccounts(ids, force: false, in: test.scope)
            #expect(errors.map(\.index) == [2] && errors.map(\.id) == [b.value])
            try await test.expectAccounts(1)
            #expect(try await test.engine.accounts.deleteAccounts(ids, force: true, in: test.scope).isEmpty)
            try await test.expectAccounts(0)
        }
    }

    @Test("a batch names 1 to 1000", arguments: [0, 1001])
    func limits(count: Int) async throws {
        try await TestEngine.run { test in
            let ids = (0..<count).map(String.init)
            await #expect(throws: AuthError.localIDListExceedsLimit) {
                try await test.engine.accounts.deleteAccounts(ids, force: true, in: test.scope)
            }
        }
    }

    @Test func `all accounts of one project`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("a@x.com")
            let other = try await test.engine.signUpAnonymously(in: ProjectScope(project: "other"))
            try await test.engine.accounts.deleteAllAccounts(in: test.scope)
            try await test.expectAccounts(0)
            await test.expectDead(signedIn, .userNotFound, refresh: .userNotFound)
            _ = try await test.engine.refreshSession(other.tokens.refreshToken, in: ProjectScope(project: "other"))
            await #expect(throws: AuthError.userNotFound) {
                try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            }
        }
    }
}
