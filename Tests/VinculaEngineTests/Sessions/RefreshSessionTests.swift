import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct RefreshSessionTests {
    @Test func `each use gives the next token and an ID token of the same session`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            let first = try await test.refresh(signedIn)
            test.clock.advance(seconds: 3000)
            let second = try await test.refresh(first)
            #expect(Set([signedIn, first, second].map(\.tokens.refreshToken)).count == 3)
            let claims = try [signedIn, first, second].map { try #require(JSONWebToken($0.tokens.idToken)).claims }
            // T036: when the person signed in does not change.
            #expect(Set(claims.map { $0["auth_time"] }).count == 1)
            #expect(claims[2]["iat"]?.int == test.clock.now.seconds)
            #expect(try await test.lookUp(second).lastRefreshAt == test.clock.now)
        }
    }

    @Test func `T105 a token that was used, and its child too, ends the session`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            let elsewhere = try await test.signIn("v@x.com")
            let second = try await test.refresh(first)
            let third = try await test.refresh(second)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(first) }
            for token in [first, second, third] {
                await #expect(throws: AuthError.tokenExpired) { try await test.refresh(token) }
            }
            // Other sessions of the account go on.
            _ = try await test.refresh(elsewhere)
        }
    }

    @Test func `T107 the end of the session outlives the error that tells of it`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 12)
            let second = try await test.refresh(first)
            test.clock.advance(seconds: 12)
            let third = try await test.refresh(second)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(first) }
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(third) }
        }
    }

    @Test func `T106 the parent within a minute gets the same child`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            let child = try await test.refresh(first)
            test.clock.advance(seconds: 60)
            let again = try await test.refresh(first)
            #expect(again.tokens.refreshToken == child.tokens.refreshToken)
            _ = try await test.refresh(child)
        }
    }

    @Test func `one lost answer never signs anybody out, however late they come back`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            let lost = try await test.refresh(first)
            test.clock.advance(seconds: 90 * 24 * 3600)
            let found = try await test.refresh(first)
            #expect(found.tokens.refreshToken != lost.tokens.refreshToken)
            // Lost once more, right after.
            let again = try await test.refresh(first)
            #expect(again.tokens.refreshToken == found.tokens.refreshToken)
            let next = try await test.refresh(found)
            _ = try await test.refresh(next)
        }
    }

    @Test func `who comes with a child that was voided ends the session`() async throws {
        try await TestEngine.run { test in
            let first = try await test.signUp("v@x.com")
            let voided = try await test.refresh(first)
            test.clock.advance(seconds: 61)
            let child = try await test.refresh(first)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(voided) }
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(child) }
        }
    }

    @Test func `T110 what was never a token here is told apart from what is over`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let token = signedIn.tokens.refreshToken
            let foreign = RefreshTokens(key: SecureRandom.bytes(32))
            for text in ["", "x", token + "A", String(token.dropLast()), foreign.text(foreign.first()), signedIn.tokens.idToken] {
                await #expect(throws: AuthError.invalidRefreshToken) { try await test.refresh(text) }
                #expect(!test.engine.isRefreshToken(text))
            }
            #expect(test.engine.isRefreshToken(token))
            await #expect(throws: AuthError.invalidRefreshToken) {
                try await test.engine.refreshSession(token, project: "other")
            }
            _ = try await test.refresh(token)
        }
    }

    @Test func `what is kept is no token`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let raw = try #require(Data(base64URL: signedIn.tokens.refreshToken.dropFirst(3)))
            let session = try #require(try await test.store.read { try $0.session(raw.prefix(16)) })
            #expect(session.account == signedIn.account.id && session.refresh.active.count == 32)
            #expect(raw.range(of: session.refresh.active) == nil)
        }
    }
}
