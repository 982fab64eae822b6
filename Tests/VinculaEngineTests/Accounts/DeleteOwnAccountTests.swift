import Testing
import VinculaCore
import VinculaEngine

struct DeleteOwnAccountTests {
    @Test func `the account goes with all that hangs on it, and its names are free`() async throws {
        try await TestEngine.run { test in
            let signedIn = try #require(try await test.present(.of(.google, "g", email: "v@gmail.com")).signedIn)
            try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
            try await test.expectAccounts(0)
            await test.expectDead(signedIn, .userNotFound, refresh: .userNotFound)
            let again = try await test.present(.of(.google, "g", email: "v@gmail.com"))
            #expect(again.isNewUser && again.signedIn?.account.id != signedIn.account.id)
        }
    }

    @Test func `where the project says so only administrators delete`() async throws {
        try await TestEngine.run(configure: { $0.disabledUserDeletion = true }) { test in
            let signedIn = try await test.signUp("v@x.com")
            await #expect(throws: AuthError.adminOnlyOperation) {
                try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
            }
            try await test.engine.accounts.deleteAccount(signedIn.account.id.value, in: test.scope)
            try await test.expectAccounts(0)
        }
    }

    @Test func `an anonymous person may always leave`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.engine.signUpAnonymously(in: test.scope)
            test.clock.advance(seconds: 3000)
            try await test.engine.deleteOwnAccount(idToken: signedIn.tokens.idToken, in: test.scope)
            try await test.expectAccounts(0)
            await #expect(throws: AuthError.missingIDToken) {
                try await test.engine.deleteOwnAccount(idToken: nil, in: test.scope)
            }
        }
    }
}
