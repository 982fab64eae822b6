import Testing
import VinculaCore
import VinculaEngine

struct FindAccountsTests {
    @Test func `every term adds to the result, and everybody comes once`() async throws {
        try await TestEngine.run { test in
            let a = try await test.signUp("a@x.com").account.id
            let b = try #require(try await test.present(.of(.google, "g", email: "b@gmail.com")).signedIn).account.id
            let c = try await test.signUp("c@x.com").account.id
            try await test.administer(c) {
                $0.phoneNumber = "+16505550100"
                $0.email = "c2@x.com"
            }
            var search = AccountSearch()
            search.ids = [c.value, "nobody", c.value]
            search.emails = ["A@X.com", "not an email"]
            search.phoneNumbers = ["+16505550100", "1"]
            search.initialEmails = ["c@x.com"]
            search.federatedIDs = [.init(provider: .google, subject: "g"), .init(provider: .apple, subject: "g")]
            let found = try await test.engine.accounts.findAccounts(search, in: test.scope)
            #expect(found.map(\.id) == [c, a, b])
            #expect(try await test.engine.accounts.findAccounts(search, in: ProjectScope(project: "other")).isEmpty)
            search.ids = (0..<1001).map(String.init)
            let tooMany = search
            await #expect(throws: AuthError.self) { try await test.engine.accounts.findAccounts(tooMany, in: test.scope) }
        }
    }

    @Test func `pages in the order of the ids`() async throws {
        try await TestEngine.run { test in
            for id in ["c", "a", "d", "b"] {
                var new = NewAccount()
                new.id = id
                _ = try await test.engine.accounts.createAccount(new, in: test.scope)
            }
            let first = try await test.engine.accounts.listAccounts(after: nil, limit: 3, in: test.scope)
            #expect(first.map(\.id.value) == ["a", "b", "c"])
            #expect(try await test.engine.accounts.listAccounts(after: "c", limit: 3, in: test.scope).map(\.id.value) == ["d"])
            let query = AccountQuery(sortBy: .id, descending: true, limit: 2, offset: 1)
            #expect(try await test.engine.accounts.queryAccounts(query, in: test.scope).map(\.id.value) == ["c", "b"])
            #expect(try await test.engine.projects.listProjects() == ["demo"])
            for step in 1...5 {
                #expect(try await test.engine.accounts.countAccounts(in: test.scope, step: step) == 4, "\(step)")
            }
        }
    }
}
