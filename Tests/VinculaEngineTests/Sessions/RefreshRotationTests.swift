import Foundation
import Testing
import VinculaCore
import VinculaEngine

/// Tokens that change with each exchange, in projects that ask for it.
struct RefreshRotationTests {
    private static let hour: Int64 = 3600

    /// Runs a test in a project whose tokens rotate.
    private static func run(_ body: (TestEngine) async throws -> Void) async throws {
        try await TestEngine.run(configure: { $0.sessions.setRefreshRotation(true, now: Timestamp(seconds: 0)) }, body)
    }

    @Test func `each use gives the next token and an ID token of the same session`() async throws {
        try await Self.run { test in
            let signedIn = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            let first = try await test.refresh(signedIn)
            test.clock.advance(seconds: 3000)
            let second = try await test.refresh(first)
            #expect(Set([signedIn, first, second].map(\.tokens.refreshToken)).count == 3)
            #expect(try await test.lookUp(second).lastRefreshAt == test.clock.now)
            #expect(try await test.session(of: second).lastUsedAt == test.clock.now)
        }
    }

    @Test func `no ancestor younger than an hour ends a session, however many came after it`() async throws {
        try await Self.run { test in
            var tokens = [try await test.signUp("v@x.com").tokens.refreshToken]
            for _ in 0..<20 {
                test.clock.advance(seconds: 150)
                tokens.append(try await test.refresh(try #require(tokens.last)).tokens.refreshToken)
            }
            let active = try #require(tokens.last)
            // The first was exchanged 2850 seconds ago.
            test.clock.advance(seconds: Self.hour - 2850)
            for token in tokens.dropLast() {
                let answer = try await test.refresh(token).tokens.refreshToken
                #expect(answer == active)
            }
            _ = try await test.refresh(active)
        }
    }

    @Test func `T105 T107 an older one ends the session, for good, and no other session`() async throws {
        try await Self.run { test in
            let first = try await test.signUp("v@x.com")
            let elsewhere = try await test.signIn("v@x.com")
            let second = try await test.refresh(first)
            let third = try await test.refresh(second)
            test.clock.advance(seconds: Self.hour + 1)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(first) }
            for token in [first, second, third] {
                await #expect(throws: AuthError.tokenExpired) { try await test.refresh(token) }
            }
            _ = try await test.refresh(elsewhere)
        }
    }

    @Test func `T106 the parent within the hour gets the same child`() async throws {
        try await Self.run { test in
            let first = try await test.signUp("v@x.com")
            let child = try await test.refresh(first)
            test.clock.advance(seconds: Self.hour)
            let again = try await test.refresh(first)
            #expect(again.tokens.refreshToken == child.tokens.refreshToken)
            _ = try await test.refresh(child)
        }
    }

    @Test func `one lost answer never signs anybody out, however late they come back`() async throws {
        try await Self.run { test in
            let first = try await test.signUp("v@x.com")
            let lost = try await test.refresh(first)
            test.clock.advance(seconds: 90 * 24 * 3600)
            let found = try await test.refresh(first)
            #expect(found.tokens.refreshToken != lost.tokens.refreshToken)
            // Lost once more, right after, and late again.
            #expect(try await test.refresh(first).tokens.refreshToken == found.tokens.refreshToken)
            test.clock.advance(seconds: Self.hour)
            #expect(try await test.refresh(first).tokens.refreshToken == found.tokens.refreshToken)
            let next = try await test.refresh(found)
            _ = try await test.refresh(next)
        }
    }

    @Test func `who did receive the child has an hour to follow, and then ends the session`() async throws {
        for (wait, isOver) in [(Self.hour, false), (Self.hour + 1, true)] {
            try await Self.run { test in
                let first = try await test.signUp("v@x.com")
                let child = try await test.refresh(first)
                test.clock.advance(seconds: Self.hour + 1)
                let grandchild = try await test.refresh(first)
                #expect(grandchild.tokens.refreshToken != child.tokens.refreshToken)
                let next = try await test.refresh(grandchild)
                test.clock.advance(seconds: wait)
                if isOver {
                    await #expect(throws: AuthError.tokenExpired) { try await test.refresh(child) }
                    await #expect(throws: AuthError.tokenExpired) { try await test.refresh(next) }
                } else {
                    #expect(try await test.refresh(child).tokens.refreshToken == next.tokens.refreshToken)
                }
            }
        }
    }

    @Test func `switching rotation on signs nobody out, and off neither`() async throws {
        try await TestEngine.run { test in
            let stable = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 5000)
            _ = try await test.refresh(stable)
            try await test.rotate(true)
            // Copies of a token that kept its value until now.
            let first = try await test.refresh(stable)
            #expect(first.tokens.refreshToken != stable.tokens.refreshToken)
            test.clock.advance(seconds: Self.hour)
            #expect(try await test.refresh(stable).tokens.refreshToken == first.tokens.refreshToken)
            let second = try await test.refresh(first)
            test.clock.advance(seconds: 600)
            try await test.rotate(false)
            // Tokens that were valid then stay valid, and all lead to the one token.
            for _ in 0..<2 {
                for copy in [first, second] {
                    #expect(try await test.refresh(copy).tokens.refreshToken == second.tokens.refreshToken)
                }
                test.clock.advance(seconds: 30 * 24 * 3600)
            }
            // On again: the copies that slept have their hour from then on.
            try await test.rotate(true)
            let third = try await test.refresh(second)
            test.clock.advance(seconds: Self.hour)
            for copy in [first, second] {
                #expect(try await test.refresh(copy).tokens.refreshToken == third.tokens.refreshToken)
            }
            test.clock.advance(seconds: 1)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(first) }
        }
    }

    /// Many tabs with copies, some of which sleep: a model of clients, for the real server.
    @Test("tabs that never sleep for an hour stay signed in, whatever they do", arguments: [1, 2, 3, 4] as [UInt64])
    func tabs(seed: UInt64) async throws {
        try await Self.run { test in
            var generator = SplitMix64(seed: seed)
            let first = try await test.signUp("v@x.com").tokens.refreshToken
            var tabs = [(token: String, woke: Int64)](repeating: (first, test.clock.now.seconds), count: 5)
            for _ in 0..<400 {
                test.clock.advance(seconds: Int64([0, 1, 60, 300, 700].randomElement(using: &generator) ?? 0))
                let now = test.clock.now.seconds
                // Each tab comes before it has slept for an hour; now and then one copies another's token, or loses an answer.
                let due = tabs.indices.filter { now - tabs[$0].woke > Self.hour - 700 }
                for index in due + [Int.random(in: 0..<5, using: &generator)] {
                    let answer = try await test.refresh(tabs[index].token).tokens.refreshToken
                    if Int.random(in: 0..<10, using: &generator) > 0 || due.contains(index) {
                        tabs[index] = (answer, now)
                    }
                }
                let (from, to) = (Int.random(in: 0..<5, using: &generator), Int.random(in: 0..<5, using: &generator))
                if Int.random(in: 0..<20, using: &generator) == 0 { tabs[to] = tabs[from] }
            }
            let active = try await test.refresh(tabs[0].token).tokens.refreshToken
            #expect(!active.isEmpty)
        }
    }
}
