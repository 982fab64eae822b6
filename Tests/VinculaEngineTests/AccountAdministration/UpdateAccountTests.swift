import Testing
import VinculaCore
import VinculaEngine

struct UpdateAccountTests {
    private func run(_ body: (TestEngine, AccountID) async throws -> Void) async throws {
        try await TestEngine.run { test in try await body(test, try await test.signUp("v@x.com").account.id) }
    }

    @Test func `an administrator changes everything but the id`() async throws {
        try await run { test, id in
            let account = try await test.administer(id) {
                $0.displayName = "V"
                $0.photoURL = "https://x.test"
                $0.email = "W@x.com"
                $0.emailVerified = true
                $0.phoneNumber = "+16505550100"
                $0.password = "secret 2"
                $0.customClaims = #"{"a":1}"#
                $0.createdAt = 1000
                $0.lastSignInAt = 2000
            }
            #expect(account.id == id && account.email?.value == "w@x.com" && account.emailVerified)
            #expect(account.phone?.value == "+16505550100" && account.customClaims?.text == #"{"a":1}"#)
            #expect(account.createdAt.milliseconds == 1000 && account.lastSignInAt?.milliseconds == 2000)
            #expect(try await test.account(id) == account)
            _ = try await test.signIn("w@x.com", "secret 2")
        }
    }

    @Test func `emptiness removes, and the last way in may go`() async throws {
        try await run { test, id in
            try await test.administer(id) {
                $0.displayName = "V"
                $0.customClaims = #"{"a":1}"#
                $0.phoneNumber = "+16505550100"
            }
            let account = try await test.administer(id) {
                $0.displayName = ""
                $0.customClaims = ""
                $0.deleteProviders = [.phone, .password]
            }
            #expect(account.displayName == nil && account.customClaims == nil && account.isAnonymous)
        }
    }

    @Test func `verifying an email that is not there verifies nothing`() async throws {
        try await run { test, id in
            let account = try await test.administer(id) {
                $0.deleteAttributes = [.email]
                $0.emailVerified = true
            }
            #expect(account.email == nil && !account.emailVerified)
        }
    }

    @Test func `a new email is unproven unless the administrator vouches for it`() async throws {
        try await run { test, id in
            try await test.administer(id) { $0.emailVerified = true }
            #expect(try await test.administer(id) { $0.email = "w@x.com" }.emailVerified == false)
        }
    }

    @Test func `other accounts' data stays theirs`() async throws {
        try await run { test, id in
            let other = try #require(try await test.present(.of(.google, "g", email: "o@gmail.com")).signedIn)
            try await test.administer(other.account.id) { $0.phoneNumber = "+16505550100" }
            let before = try #require(try await test.account(id))
            await #expect(throws: AuthError.emailExists) { try await test.administer(id) { $0.email = "O@gmail.com" } }
            await #expect(throws: AuthError.phoneNumberExists) {
                try await test.administer(id) { $0.phoneNumber = "+16505550100" }
            }
            await #expect(throws: AuthError.federatedUserIDAlreadyLinked) {
                try await test.administer(id) {
                    $0.displayName = "changed?"
                    $0.linkIdentity = .init(provider: .google, subject: "g")
                }
            }
            #expect(try await test.account(id) == before)
            await #expect(throws: AuthError.userNotFound) {
                try await test.administer(AccountID("nobody")) { $0.displayName = "x" }
            }
        }
    }

    @Test func `an identity linked by hand signs in`() async throws {
        try await run { test, id in
            let account = try await test.administer(id) {
                $0.linkIdentity = .init(provider: .google, subject: "g")
                $0.linkIdentity?.email = "G@gmail.com"
                $0.linkIdentity?.displayName = "G"
            }
            #expect(account.identities.map(\.email?.value) == ["g@gmail.com"])
            #expect(try await test.present(.of(.google, "g")).signedIn?.account.id == id)
            let replaced = try await test.administer(id) {
                $0.linkIdentity = .init(provider: .google, subject: "h")
            }
            #expect(replaced.identities.map(\.key.subject) == ["h"])
        }
    }

    @Test("T019 a subject has 1 to 256 bytes", arguments: ["", String(repeating: "s", count: 257), "a\u{0}b"])
    func subjects(subject: String) async throws {
        try await run { test, id in
            await #expect(throws: AuthError.self) {
                try await test.administer(id) {
                    $0.linkIdentity = .init(provider: .google, subject: subject)
                }
            }
        }
    }

    @Test func `validSince in the past ends nothing by itself`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let before = test.clock.now.seconds - 100
            try await test.administer(signedIn.account.id) { $0.validSince = before }
            _ = try await test.refresh(signedIn)
            test.clock.advance(seconds: 10)
            let middle = test.clock.now.seconds - 5
            try await test.administer(signedIn.account.id) { $0.validSince = middle }
            await test.expectDead(signedIn)
            _ = try await test.refresh(try await test.signIn("v@x.com"))
        }
    }

    @Test(
        "an invalid value",
        arguments: [
            { $0.email = "x" }, { $0.phoneNumber = "123" }, { $0.password = "short" }, { $0.customClaims = "[]" },
            { $0.displayName = String(repeating: "x", count: 1025) },
        ] as [@Sendable (inout AccountUpdate) -> Void])
    func unusable(change: @Sendable (inout AccountUpdate) -> Void) async throws {
        try await run { test, id in
            let before = try await test.account(id)
            await #expect(throws: AuthError.self) { try await test.administer(id, change) }
            #expect(try await test.account(id) == before)
        }
    }
}
