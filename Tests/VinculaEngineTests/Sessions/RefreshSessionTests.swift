import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Tokens that keep their value, as every project has them that does not ask for rotation.
struct RefreshSessionTests {
    @Test func `a token keeps its value, and each use gives an ID token of the same session`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 3000)
            let first = try await test.refresh(signedIn)
            test.clock.advance(seconds: 3000)
            let second = try await test.refresh(signedIn)
            #expect(Set([signedIn, first, second].map(\.tokens.refreshToken)).count == 1)
            let claims = try [signedIn, first, second].map { try #require(JSONWebToken($0.tokens.idToken)).claims }
            // T036: when the person signed in does not change.
            #expect(Set(claims.map { $0["auth_time"] }).count == 1)
            #expect(claims[2]["iat"]?.int == test.clock.now.seconds)
        }
    }

    @Test func `copies of a token work on side by side, for months`() async throws {
        try await TestEngine.run { test in
            let copies = [String](repeating: try await test.signUp("v@x.com").tokens.refreshToken, count: 3)
            for _ in 0..<4 {
                test.clock.advance(seconds: 80 * 24 * 3600)
                for token in copies { #expect(try await test.refresh(token).tokens.refreshToken == token) }
                try await test.engine.upkeep.writeLastUses()
            }
        }
    }

    @Test func `a refresh writes nothing`() async throws {
        try await TestEngine.runOnFile { test in
            let signedIn = try await test.signUp("v@x.com")
            let before = try await test.session(of: signedIn)
            test.clock.advance(seconds: 50 * 24 * 3600)
            for _ in 0..<3 { _ = try await test.refresh(signedIn) }
            #expect(try await test.session(of: signedIn) == before)
            #expect(try await test.account(signedIn.account.id)?.lastRefreshAt == nil)
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
                try await test.engine.refreshSession(token, in: ProjectScope(project: "other"))
            }
            _ = try await test.refresh(token)
        }
    }

    @Test func `the stored value is not a token`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let raw = try #require(Data(base64URL: signedIn.tokens.refreshToken.dropFirst(3)))
            let session = try await test.session(of: signedIn)
            #expect(session.account == signedIn.account.id && session.refresh.active.count == 32)
            #expect(raw.range(of: session.refresh.active) == nil)
        }
    }

    @Test func `the session's hash decides: a token that only has a tag of ours ends it`() async throws {
        try await TestEngine.run { test in
            let signedIn = try await test.signUp("v@x.com")
            let session = try await test.session(of: signedIn)
            try await test.store.write {
                try $0.update(refresh: RefreshChain(active: Data([1])), usedAt: session.lastUsedAt, ofSession: session.id)
            }
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(signedIn) }
            #expect(try await test.session(of: signedIn).refresh.isEnded)
        }
    }
}

extension TestEngine {
    /// The session of a refresh token, as it stands in the store.
    func session(of signedIn: SignedIn) async throws -> Session {
        let raw = try #require(Data(base64URL: signedIn.tokens.refreshToken.dropFirst(3)))
        return try #require(try await store.read { try $0.session(raw.prefix(16)) })
    }

    /// Switches the rotation of refresh tokens.
    func rotate(_ isOn: Bool) async throws {
        let now = clock.now
        _ = try await engine.projects.updateSettings(of: scope.project) { $0.sessions.setRefreshRotation(isOn, now: now) }
    }
}
