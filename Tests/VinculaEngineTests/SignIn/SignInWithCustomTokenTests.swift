import Foundation
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

struct SignInWithCustomTokenTests {
    private func token(_ uid: String, by credentials: ServiceAccountCredentials, _ test: TestEngine) throws -> String {
        let now = test.clock.now.seconds
        let email = JSONValue.string(credentials.serviceAccount.email)
        let claims: [String: JSONValue] = [
            "iss": email, "sub": email, "aud": .string(CustomTokenRules.audience), "uid": .string(uid), "iat": .integer(now),
            "exp": .integer(now + 3600), "claims": .object(["tier": "gold"]),
        ]
        let base64 = credentials.privateKey.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        return try JSONWebToken.sign(
            claims: JSONValue.object(claims).text, keyID: credentials.keyID,
            with: RSASigningKey(der: try #require(Data(base64Encoded: base64))))
    }

    private func owner(_ test: TestEngine) async throws -> ServiceAccountCredentials {
        try await test.engine.serviceAccess.createServiceAccount(named: "owner", role: .owner, of: test.scope.project)
    }

    @Test func `T114 a key that is deleted while its signature is checked signs nobody in`() async throws {
        try await TestEngine.runHooked { test, store in
            let credentials = try await owner(test)
            let token = try token("ana", by: credentials, test)
            let access = test.engine.serviceAccess
            store.beforeNextWrite {
                try await access.deleteServiceAccountKey(credentials.keyID, of: "owner", in: TestEngine.scope.project)
            }
            await #expect(throws: AuthError.self) { try await test.engine.signInWithCustomToken(token, in: test.scope) }
            #expect(try await test.account(AccountID("ana")) == nil)
        }
    }

    @Test func `the account is the backend's, and its tokens of before are not those of an earlier namesake`() async throws {
        try await TestEngine.run { test in
            let token = try token("ana", by: try await owner(test), test)
            let (signedIn, isNew) = try await test.engine.signInWithCustomToken(token, in: test.scope)
            #expect(isNew && signedIn.account.hasCustomToken && !signedIn.account.isAnonymous)
            #expect(signedIn.account.validSince == test.clock.now.seconds && signedIn.account.lastSignInAt == test.clock.now)
            let session = try await test.session(of: signedIn)
            #expect(session.signInProvider == .custom && session.claims?.text == #"{"tier":"gold"}"#)
            #expect(session.authTime == test.clock.now && session.secondFactor == nil)
        }
    }

    @Test func `a recent sign-in, as any other, and no longer than any other`() async throws {
        try await TestEngine.run { test in
            let token = try token("ana", by: try await owner(test), test)
            let (signedIn, _) = try await test.engine.signInWithCustomToken(token, in: test.scope)
            test.clock.advance(seconds: 301)
            await #expect(throws: AuthError.credentialTooOld) {
                _ = try await test.engine.linkPassword(
                    PasswordSignUp(email: "ana@example.com", password: "secret 1", displayName: nil),
                    idToken: signedIn.tokens.idToken, in: test.scope)
            }
            let (again, isNew) = try await test.engine.signInWithCustomToken(token, in: test.scope)
            #expect(!isNew)
            _ = try await test.engine.linkPassword(
                PasswordSignUp(email: "ana@example.com", password: "secret 1", displayName: nil), idToken: again.tokens.idToken,
                in: test.scope)
            // A link of a backend's person ends nothing, unlike an anonymous one's.
            _ = try await test.refresh(signedIn)
        }
    }

    @Test func `whom a backend hands over keeps the backend's claims`() async throws {
        try await TestEngine.run(configure: { $0.authorizedDomains = ["app.example"] }) { test in
            let token = try token("ana", by: try await owner(test), test)
            let (signedIn, _) = try await test.engine.signInWithCustomToken(token, in: test.scope)
            let url = try await test.engine.handOver(
                HandoverOrder(
                    refreshToken: signedIn.tokens.refreshToken, continueURL: "https://app.example/in",
                    codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", state: nil), in: test.scope)
            let code = URLComponents(string: url)?.queryItems?.first?.value
            let taken = try await test.engine.redeemHandover(
                code, verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", in: test.scope)
            #expect(JSONWebToken(taken.tokens.idToken)?.claims["tier"] == "gold")
        }
    }
}
