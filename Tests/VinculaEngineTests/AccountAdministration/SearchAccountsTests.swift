import Testing
import VinculaCore
import VinculaEngine

struct SearchAccountsTests {
    private static func create(_ name: String?, _ email: String? = nil, id: String, in scope: ProjectScope, _ test: TestEngine)
        async throws
    {
        var new = NewAccount()
        (new.id, new.displayName, new.email) = (id, name, email)
        _ = try await test.engine.accounts.createAccount(new, in: scope)
    }

    /// Everybody that a search finds, page by page.
    private static func all(
        _ text: String, limit: Int = 2, provider: ProviderID? = nil, in scope: ProjectScope, _ test: TestEngine
    ) async throws -> [String] {
        var listing = AccountListing(limit: limit)
        (listing.text, listing.provider) = (text, provider)
        var found: [String] = []
        for _ in 0..<50 {
            let page = try await test.engine.accounts.listPage(listing, in: scope)
            #expect(page.accounts.count <= limit + 1)
            found += page.accounts.map(\.id.value)
            guard let next = page.next else { return found }
            listing.cursor = next
        }
        Issue.record("The list does not end.")
        return found
    }

    @Test func `a name's beginning finds people after those whose email begins so, and everybody once`() async throws {
        try await TestEngine.run { test in
            for (id, name, email) in [
                ("1", "Ana Berg", "ana.berg@example.com"), ("2", "ANA Cole", "z@example.com"), ("3", "ana", nil),
                ("4", "Anabel", "anabel@example.com"), ("5", "Bo Ana", nil), ("6", nil, "anax@example.com"),
                ("7", "Ana Berg", nil),
                ("8", "Ána", nil),
            ] as [(String, String?, String?)] {
                try await Self.create(name, email, id: id, in: test.scope, test)
            }
            for limit in [1, 2, 3, 50] {
                let found = try await Self.all("ANA", limit: limit, in: test.scope, test)
                #expect(found == ["1", "4", "6", "3", "7", "2"], "\(limit)")
                #expect(try await Self.all("ana b", limit: limit, in: test.scope, test) == ["1", "7"])
            }
            #expect(try await Self.all("án", in: test.scope, test) == ["8"])
            #expect(try await Self.all("berg", in: test.scope, test) == [])
            // An id comes first, once, and only on the first page.
            try await Self.create("3", nil, id: "9", in: test.scope, test)
            #expect(try await Self.all("3", in: test.scope, test) == ["3", "9"])
        }
    }

    @Test func `a provider and a name are searched for together, and no cursor leads elsewhere`() async throws {
        try await TestEngine.run { test in
            let found = try #require(try await test.present(.of(.google, "g", email: "ada@gmail.com")).signedIn).account.id
            try await test.administer(found) { $0.displayName = "Countess" }
            try await Self.create("Countess too", nil, id: "9", in: test.scope, test)
            #expect(try await Self.all("count", provider: .google, in: test.scope, test) == [found.value])
            #expect(try await Self.all("count", in: test.scope, test).count == 2)
            for cursor in ["\u{1F}", "\u{1F}x", "\u{1F}\u{1F}", "\u{1F}9\u{1F}zzz", "\u{1F}9\u{1F}a"] {
                var listing = AccountListing(limit: 5)
                (listing.text, listing.cursor) = ("count", cursor)
                let page = try await test.engine.accounts.listPage(listing, in: test.scope)
                #expect(page.accounts.allSatisfy { ($0.displayName ?? "").hasPrefix("Countess") }, "\(cursor)")
            }
        }
    }
}
