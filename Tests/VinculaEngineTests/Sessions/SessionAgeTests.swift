import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The end of sessions by age, and the deletion of their rows.
struct SessionAgeTests {
    private static let day: Int64 = 24 * 3600

    @Test func `a session that nobody used for 90 days is over`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 90 * Self.day + SessionLife.coarseness + 1)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(signedIn) }
        }
    }

    @Test func `a session that is used all the time is over after 400 days`() async throws {
        try await TestEngine.run { test in
            var signedIn = try await test.signUp("v@x.com")
            for _ in 0..<5 {
                test.clock.advance(seconds: 80 * Self.day)
                signedIn = try await test.refresh(signedIn)
                try await test.engine.upkeep.writeLastUses()
            }
            test.clock.advance(seconds: 1)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(signedIn) }
            // Signing in again begins anew.
            _ = try await test.refresh(try await test.signIn("v@x.com"))
        }
    }

    @Test func `by what a stale session added, and nobody was told of, one can sign in for longer than 400 days`() async throws {
        try await TestEngine.run { test in
            let owner = try #require(try await test.present(.of(.acme, "owner")).signedIn)
            test.clock.advance(seconds: 301)
            _ = try await test.present(.of(.facebook, "owner"), idToken: owner.tokens.idToken)
            for _ in 0..<2 {
                test.clock.advance(seconds: 399 * Self.day)
                let signedIn = try #require(try await test.present(.of(.facebook, "owner")).signedIn)
                #expect(signedIn.account.id == owner.account.id)
                // As old as the session that added it, and yet there for a while.
                test.clock.advance(seconds: 2 * Self.day)
                let refreshed = try await test.refresh(signedIn)
                await #expect(throws: AuthError.credentialTooOld) {
                    try await test.engine.deleteOwnAccount(idToken: refreshed.tokens.idToken, in: test.scope)
                }
            }
        }
    }

    @Test func `who unlinks what a stale session added ends the sessions that were opened by it, and no others`() async throws {
        try await TestEngine.run { test in
            let stolen = try #require(try await test.present(.of(.acme, "owner")).signedIn)
            let quick = try #require(try await test.present(.of(.google, "owner"), idToken: stolen.tokens.idToken).signedIn)
            test.clock.advance(seconds: 301)
            let linked = try #require(try await test.present(.of(.facebook, "thief"), idToken: stolen.tokens.idToken).signedIn)
            let inside = try #require(try await test.present(.of(.facebook, "thief")).signedIn)
            let owner = try #require(try await test.present(.of(.acme, "owner")).signedIn)
            _ = try await test.refresh(inside)
            _ = try await test.update(owner) { $0.deleteProviders = [.facebook, .google] }
            for session in [linked, inside] {
                await #expect(throws: AuthError.tokenExpired) { try await test.refresh(session) }
            }
            for session in [quick, owner] { _ = try await test.refresh(session) }
        }
    }

    @Test func `rows of sessions that are over go, in small portions, and no others`() async throws {
        try await TestEngine.run { test in
            let idle = try await test.signUp("idle@x.com")
            let revoked = try await test.signUp("revoked@x.com")
            var used = try await test.signUp("used@x.com")
            let copied = try await test.signUp("copied@x.com")
            let session = try await test.session(of: copied)
            try await test.store.write { try $0.update(refresh: .ended, usedAt: session.lastUsedAt, ofSession: session.id) }
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(copied) }
            try await test.administer(revoked.account.id) { $0.isDisabled = true }
            test.clock.advance(seconds: 29 * Self.day)
            #expect(try await sweep(test) == 4, "their clients have not heard yet")
            for _ in 0..<2 {
                test.clock.advance(seconds: 31 * Self.day)
                used = try await test.refresh(used)
                try await test.engine.upkeep.writeLastUses()
            }
            #expect(try await sweep(test) == 2)
            test.clock.advance(seconds: SessionLife.coarseness + 1)
            _ = try await test.refresh(used)
            try await test.engine.upkeep.writeLastUses()
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(idle) }
            test.clock.advance(seconds: 30 * Self.day)
            #expect(try await sweep(test) == 1)
            await #expect(throws: AuthError.userNotFound) { try await test.refresh(idle) }
        }
    }

    /// Looks through all sessions by threes.
    ///
    /// - Returns: How many there are afterwards.
    private func sweep(_ test: TestEngine) async throws -> Int {
        var last = Data()
        repeat { last = try await test.engine.upkeep.deleteForgettableSessions(after: last, count: 3) } while !last.isEmpty
        return try await test.store.read { try $0.sessions(after: Data(), limit: 1000).count }
    }
}
