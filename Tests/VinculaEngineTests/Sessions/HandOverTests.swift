import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct HandOverTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private static func run(_ body: (TestEngine) async throws -> Void) async throws {
        try await TestEngine.run(configure: { $0.authorizedDomains = ["app.example"] }, body)
    }

    /// Hands a person over, and returns the code.
    private func code(_ signedIn: SignedIn, _ test: TestEngine, challenge: String = challenge) async throws -> String {
        let url = try await test.engine.handOver(
            HandoverOrder(
                refreshToken: signedIn.tokens.refreshToken, continueURL: "https://app.example/in", codeChallenge: challenge,
                state: "s"), in: test.scope)
        let items = try #require(URLComponents(string: url)?.queryItems)
        #expect(url.hasPrefix("https://app.example/in?") && items.map(\.name) == ["code", "state"])
        return try #require(items.first?.value)
    }

    private func redeem(
        _ code: String, _ test: TestEngine, verifier: String = verifier, in scope: ProjectScope = TestEngine.scope
    ) async throws -> SignedIn {
        try await test.engine.redeemHandover(code, verifier: verifier, in: scope)
    }

    @Test func `the app's session is worth what the giver's is`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 1000)
            let taken = try await redeem(try await code(giver, test), test)
            let (old, new) = (try await test.session(of: giver), try await test.session(of: taken))
            #expect(new.id != old.id && new.account == old.account && new.generation == old.generation)
            #expect(new.authTime == old.authTime && new.openedAt == old.openedAt && new.signInProvider == old.signInProvider)
            #expect(new.lastUsedAt == test.clock.now)
            let claims = try #require(JSONWebToken(taken.tokens.idToken)).claims
            #expect(claims["auth_time"]?.int == old.authTime.seconds && claims["iat"]?.int == test.clock.now.seconds)
            // Not fresher: what needs a recent sign-in still does.
            await #expect(throws: AuthError.credentialTooOld) { try await test.update(taken) { $0.password = "another one" } }
            #expect(try await test.ownSessions(taken).count == 2)
            #expect(try await test.account(giver.account.id)?.lastSignInAt == ManualClock.start)
            // It lives on its own.
            try await test.end(giver, by: giver)
            _ = try await test.refresh(taken)
            let records = try await test.engine.auditLog.entries(AuditQuery(action: .sessionHandOver, limit: 9))
            #expect(records.map(\.facts.details.text) == [#"{"host":"app.example"}"#])
        }
    }

    @Test func `handing over on and on does not outlive the first sign-in`() async throws {
        try await Self.run { test in
            var held = try await test.signUp("v@x.com")
            for _ in 0..<8 {
                test.clock.advance(seconds: 50 * 24 * 3600)
                held = try await test.refresh(held)
                held = try await redeem(try await code(held, test), test)
            }
            test.clock.advance(seconds: 50 * 24 * 3600)
            await #expect(throws: AuthError.tokenExpired) { try await test.refresh(held) }
        }
    }

    @Test func `a code works once, for two minutes, in its project`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            let used = try await code(giver, test)
            await #expect(throws: AuthError.invalidHandoverCode) {
                try await redeem(used, test, in: ProjectScope(project: "other"))
            }
            _ = try await redeem(used, test)
            await #expect(throws: AuthError.invalidHandoverCode) { try await redeem(used, test) }
            let late = try await code(giver, test)
            let inTime = try await code(giver, test)
            test.clock.advance(seconds: 119)
            _ = try await redeem(inTime, test)
            test.clock.advance(seconds: 1)
            await #expect(throws: AuthError.invalidHandoverCode) { try await redeem(late, test) }
            await #expect(throws: AuthError.invalidHandoverCode) { try await redeem("invented", test) }
            await #expect(throws: AuthError.missingCode) { try await redeem("", test) }
        }
    }

    @Test func `a wrong verifier uses the code up`() async throws {
        try await Self.run { test in
            let code = try await code(try await test.signUp("v@x.com"), test)
            await #expect(throws: AuthError.invalidHandoverCode) {
                try await redeem(code, test, verifier: String(repeating: "a", count: 43))
            }
            await #expect(throws: AuthError.invalidHandoverCode) { try await redeem(code, test) }
        }
    }

    @Test func `many at once: one gets the session`() async throws {
        try await Self.run { test in
            let code = try await code(try await test.signUp("v@x.com"), test)
            let engine = test.engine
            let wins = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (try? await engine.redeemHandover(code, verifier: Self.verifier, in: TestEngine.scope)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(wins == 1)
        }
    }

    @Test func `what ended the giver's session ends the hand-over`() async throws {
        let ends: [@Sendable (TestEngine, SignedIn) async throws -> Void] = [
            { test, giver in try await test.end(giver, by: giver) },
            { test, giver in _ = try await test.update(giver) { $0.password = "another secret" } },
            { test, giver in try await test.administer(giver.account.id) { $0.isDisabled = true } },
            { test, giver in try await test.administer(giver.account.id) { $0.validSince = test.clock.now.seconds + 1 } },
            { test, giver in
                let scope = test.scope
                _ = try await test.store.write { try $0.delete(giver.account.id, in: scope) }
            },
        ]
        for (number, end) in ends.enumerated() {
            try await Self.run { test in
                let giver = try await test.signUp("v@x.com")
                let code = try await code(giver, test)
                try await end(test, giver)
                await #expect(throws: AuthError.invalidHandoverCode, "\(number)") { try await redeem(code, test) }
            }
        }
    }

    @Test func `a session that has ended hands nobody over`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            try await test.end(giver, by: giver)
            await #expect(throws: AuthError.tokenExpired) { try await code(giver, test) }
        }
    }

    /// The answer to a hand-over with this instead of a refresh token.
    private func refusal(_ token: String?, _ test: TestEngine, in scope: ProjectScope = TestEngine.scope) async -> AuthError? {
        let order = HandoverOrder(
            refreshToken: token, continueURL: "https://app.example/in", codeChallenge: Self.challenge, state: nil)
        do {
            _ = try await test.engine.handOver(order, in: scope)
            return nil
        } catch { return error as? AuthError }
    }

    @Test func `only the session's refresh token hands over; what is wrong with one is said as by a refresh`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            let token = giver.tokens.refreshToken
            for none in [nil, ""] { #expect(await refusal(none, test) == .missingRefreshToken) }
            for wrong in [giver.tokens.idToken, "x", String(token.dropLast(2)) + "AA", token + "x"] {
                #expect(await refusal(wrong, test) == .invalidRefreshToken)
            }
            #expect(await refusal(token, test, in: ProjectScope(project: "other")) == .invalidRefreshToken)
            #expect(await refusal(token, test, in: try await test.makeTenant("t")) == .tenantIDMismatch)
            #expect(await refusal(token, test) == nil)
            // It is not exchanged.
            #expect(try await test.refresh(giver).tokens.refreshToken == token)
            try await test.administer(giver.account.id) { $0.isDisabled = true }
            #expect(await refusal(token, test) == .userDisabled)
            try await test.administer(giver.account.id) { $0.isDisabled = false }
            #expect(await refusal(token, test) == .tokenExpired)
            let scope = test.scope
            _ = try await test.store.write { try $0.delete(giver.account.id, in: scope) }
            #expect(await refusal(token, test) == .userNotFound)
        }
    }

    @Test func `a session that is over because of its age hands nobody over`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            test.clock.advance(seconds: 91 * 24 * 3600)
            #expect(await refusal(giver.tokens.refreshToken, test) == .tokenExpired)
        }
    }

    @Test func `where tokens rotate, a copied one hands nobody over, and ends the session`() async throws {
        try await Self.run { test in
            try await test.rotate(true)
            let first = try await test.signUp("v@x.com")
            let second = try await test.refresh(first)
            let third = try await test.refresh(second)
            // Another tab has the first one still.
            for held in [first, second, third] { #expect(await refusal(held.tokens.refreshToken, test) == nil) }
            test.clock.advance(seconds: 3601)
            #expect(await refusal(first.tokens.refreshToken, test) == .tokenExpired)
            #expect(await refusal(third.tokens.refreshToken, test) == .tokenExpired)
            #expect(try await test.engine.auditLog.entries(AuditQuery(action: .sessionReuse, limit: 9)).count == 1)
        }
    }

    @Test func `the form of a request`() async throws {
        try await Self.run { test in
            let giver = try await test.signUp("v@x.com")
            await #expect(throws: AuthError.self) { try await code(giver, test, challenge: "short") }
            for (url, error) in [
                (nil, .missingContinueURI), ("https://evil.example/", .unauthorizedDomain("evil.example")),
                ("https://sub.app.example/", .unauthorizedDomain("sub.app.example")),
            ] as [(String?, AuthError)] {
                let order = HandoverOrder(
                    refreshToken: giver.tokens.refreshToken, continueURL: url, codeChallenge: Self.challenge, state: nil)
                await #expect(throws: error) { try await test.engine.handOver(order, in: test.scope) }
            }
            for verifier in [nil, "", "short", Self.verifier + "!"] {
                await #expect(throws: AuthError.self) {
                    try await test.engine.redeemHandover("c", verifier: verifier, in: test.scope)
                }
            }
        }
    }
}
