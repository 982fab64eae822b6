import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaServer

/// Sessions that are bound to a key, through the public face.
@Suite("Bound sessions")
struct BoundSessionTests {
    private static func run(
        _ body: @escaping @Sendable (BoundClient, TestServer, TestClock) async throws -> Void
    ) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            try await body(BoundClient(server, clock), server, clock)
        }
    }

    private static func keys(_ keys: String, _ more: [String: JSONValue] = [:]) -> [String: JSONValue] {
        ["vincula": .object(["sessions": .object(["keys": .string(keys)].merging(more) { $1 })])]
    }

    @Test("T350 a copied refresh token is worth nothing elsewhere, and its owner's is worth what it was")
    func copied() async throws {
        try await Self.run { owner, server, clock in
            let thief = BoundClient(server, clock)
            let signedUp = try await owner.signUp()
            let token = try #require(signedUp["refreshToken"], "\(signedUp.text)")
            #expect(signedUp.boundTo == owner.thumbprint)
            for _ in 0..<2 {
                let bare = try await thief.refresh(token, .nothing)
                #expect(bare.status == 400 && bare.code == "TOKEN_EXPIRED", "\(bare.text)")
                #expect(bare.reason == "SESSION_KEY_REQUIRED", "\(bare.text)")
                let other = try await thief.refresh(token)
                #expect(other.code == "TOKEN_EXPIRED" && other.reason == "SESSION_KEY_MISMATCH", "\(other.text)")
            }
            let next = try await owner.refresh(token)
            #expect(next.status == 200 && next.boundTo == owner.thumbprint && next["refresh_token"] == token, "\(next.text)")
            let records = try await server.engine.auditLog.entries(AuditQuery(action: .sessionKeyRefuse, limit: 9))
            #expect(records.map(\.account) == [AccountID(try #require(signedUp["localId"]))])
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains(#"vincula_session_keys_refused_total{proof="missing"} 2"#))
            #expect(metrics.contains(#"vincula_session_keys_refused_total{proof="other"} 2"#))
            // Another hour, another record.
            clock.advance(seconds: 3600)
            _ = try await thief.refresh(token, .nothing)
            #expect(try await server.engine.auditLog.entries(AuditQuery(action: .sessionKeyRefuse, limit: 9)).count == 2)
            #expect(try await owner.refresh(token).status == 200)
        }
    }

    @Test("T351 T356 whatever changes the account or sends something needs the key, and reading does not")
    func changes() async throws {
        try await Self.run { owner, server, clock in
            let other = BoundClient(server, clock)
            let signedUp = try await owner.signUp()
            let idToken = JSONValue.string(try #require(signedUp["idToken"]))
            let refreshToken = JSONValue.string(try #require(signedUp["refreshToken"]))
            let calls: [(String, [String: JSONValue])] = [
                ("/v1/accounts:update", ["displayName": "Ana"]), ("/v1/accounts:delete", [:]),
                ("/v1/accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"]),
                ("/v1/accounts:signUp", ["email": "b@example.com", "password": "correct horse"]),
                (
                    "/v1/accounts:signInWithIdp",
                    [
                        "postBody": "providerId=google.com&id_token={\"sub\":\"g\",\"email\":\"g@example.com\"}",
                        "requestUri": "http://localhost", "returnSecureToken": true,
                    ]
                ),
                ("/v2/accounts/mfaEnrollment:start", ["totpEnrollmentInfo": [:]]), ("/account/sessions", [:]),
                ("/account/sessions:end", ["allOthers": true]), ("/account/recovery-codes", [:]),
                ("/identitytoolkit/v3/relyingparty/setAccountInfo", ["displayName": "Ana"]),
            ]
            for (path, body) in calls {
                let body = body.merging(["idToken": idToken]) { $1 }
                for carries in [BoundClient.Carries.nothing, .proof] {
                    let refused = try await other.send(path, body, carries)
                    #expect(refused.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(path): \(refused.text)")
                    #expect(refused.reason?.hasPrefix("SESSION_KEY_") == true, "\(path): \(refused.text)")
                }
            }
            let handover = try await owner.send("/account/handover", ["refreshToken": refreshToken], .nothing)
            #expect(handover.code == "TOKEN_EXPIRED" && handover.reason == "SESSION_KEY_REQUIRED", "\(handover.text)")
            #expect(try await owner.call("accounts:lookup", ["idToken": idToken], .nothing).status == 200)
            #expect(try await owner.call("accounts:lookup", ["idToken": idToken]).status == 200)
            let wrong = try await owner.call("accounts:lookup", ["idToken": idToken], .header("nonsense"))
            #expect(wrong.code == "INVALID_DPOP_PROOF" && wrong.reason == "INVALID_DPOP_PROOF", "\(wrong.text)")
            let updated = try await owner.call(
                "accounts:update", ["idToken": idToken, "password": "a better horse", "returnSecureToken": true])
            #expect(updated.boundTo == owner.thumbprint, "\(updated.text)")
        }
    }

    @Test("T354 T357 each proof counts once, for one address and method, and now")
    func proofs() async throws {
        try await Self.run { owner, server, clock in
            let token = try #require(try await owner.signUp()["refreshToken"])
            let address = server.url + "/v1/token"
            let proof = owner.proof(address)
            #expect(try await owner.refresh(token, .header(proof)).status == 200)
            let again = try await owner.refresh(token, .header(proof))
            #expect(again.message == "INVALID_DPOP_PROOF : The proof was used before.", "\(again.text)")
            for seconds in [-121, 61] {
                let refused = try await owner.refresh(token, .header(owner.proof(address, seconds: Int64(seconds))))
                #expect(refused.code == "INVALID_DPOP_PROOF", "\(refused.text)")
                let now = refused.json["error"]?["details"]?[0]?["metadata"]?["now"]?.string
                #expect(now == "\(clock.now.seconds)", "\(refused.text)")
            }
            for seconds in [-120, 60] {
                #expect(try await owner.refresh(token, .header(owner.proof(address, seconds: Int64(seconds)))).status == 200)
            }
            let wrong = [
                owner.proof(address, method: "GET"), owner.proof(server.url + "/v1/accounts:signUp"),
                owner.proof(address, token: "a.b.c"),
                String(repeating: "A", count: 4097), "",
            ]
            for proof in wrong {
                let refused = try await owner.refresh(token, .header(proof))
                #expect(refused.code == "INVALID_DPOP_PROOF", "\(refused.text)")
            }
            let body = "grant_type=refresh_token&refresh_token=\(token)"
            let raw = try await RawConnection.exchange(
                server.url,
                """
                POST /v1/token?key=\(server.apiKey) HTTP/1.1\r\nHost: \(server.url.dropFirst("http://".count))\r\n\
                Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\
                DPoP: \(owner.proof(address))\r\nDPoP: \(owner.proof(address))\r\n\r\n\(body)
                """)
            #expect(raw?.contains("There is more than one DPoP header.") == true, "\(raw ?? "-")")
            #expect(try await owner.refresh(token).status == 200)
        }
    }

    @Test("T357 a proof for another server is refused, except under --dev, where a server has no name of its own")
    func elsewhere() async throws {
        for isProduction in [false, true] {
            let clock = TestClock()
            try await TestServer.with(clock: clock, isProduction: isProduction) { server in
                let owner = BoundClient(server, clock)
                let token = try #require(try await owner.signUp()["refreshToken"])
                let named = try await owner.refresh(token, .header(owner.proof("https://other.example/v1/token")))
                #expect(named.status == (isProduction ? 400 : 200), "\(named.text)")
                #expect(!isProduction || named.code == "INVALID_DPOP_PROOF", "\(named.text)")
                let elsewhere = owner.proof("https://other.example/v1/accounts:signUp")
                #expect(try await owner.refresh(token, .header(elsewhere)).code == "INVALID_DPOP_PROOF")
            }
        }
    }

    @Test("Every layout of the API takes proofs of its own address")
    func layouts() async throws {
        try await Self.run { owner, _, _ in
            let paths = [
                "/v1/accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:signUp",
                "/identitytoolkit/v3/relyingparty/signupNewUser",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser",
            ]
            for path in paths {
                let answer = try await owner.send(path, ["returnSecureToken": true])
                #expect(answer.status == 200 && answer.boundTo == owner.thumbprint, "\(path): \(answer.text)")
            }
            let token = try #require(try await owner.signUp()["refreshToken"])
            let refreshed = try await owner.send(
                "/securetoken.googleapis.com/v1/token", ["grantType": "refresh_token", "refreshToken": .string(token)])
            #expect(refreshed.boundTo == owner.thumbprint, "\(refreshed.text)")
        }
    }

    @Test("A client without a key has what it had, also where sessions of others are bound")
    func unbound() async throws {
        try await Self.run { client, _, _ in
            let signedUp = try await client.signUp("ana@example.com", .nothing)
            let (idToken, token) = (signedUp["idToken"] ?? "", signedUp["refreshToken"] ?? "")
            #expect(signedUp.status == 200 && signedUp.boundTo == nil, "\(signedUp.text)")
            // Nor does a newer version of the app bind what an older one may go on using.
            #expect(try await client.refresh(token).boundTo == nil)
            let linked = try await client.call(
                "accounts:update", ["idToken": .string(idToken), "password": "a better horse", "returnSecureToken": true])
            #expect(linked.status == 200 && linked.boundTo == nil, "\(linked.text)")
            #expect(try await client.refresh(linked["refreshToken"] ?? "", .nothing).status == 200)
        }
    }

    @Test("A project that does not want keys binds no new sessions, and still checks proofs")
    func off() async throws {
        try await Self.run { owner, server, _ in
            let bound = try await owner.signUp()
            let set = try await server.configure("vincula.sessions.keys", Self.keys("off"))
            #expect(set.json["vincula"]?["sessions"]?["keys"] == "off", "\(set.text)")
            #expect(try await owner.signIn().boundTo == nil)
            #expect(try await owner.signIn("ana@example.com", .header("x")).code == "INVALID_DPOP_PROOF")
            let token = try #require(bound["refreshToken"])
            #expect(try await owner.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await owner.refresh(token).boundTo == owner.thumbprint)
        }
    }

    @Test("T358 a project that begins to require keys: sessions without one end at once or later, and get one")
    func required() async throws {
        try await Self.run { client, server, clock in
            let old = try #require(try await client.signUp("ana@example.com", .nothing)["refreshToken"])
            let other = try #require(try await client.signIn("ana@example.com", .nothing)["refreshToken"])
            let until = Timestamp(seconds: clock.now.seconds + 3600)
            let mask = "vincula.sessions.keys,vincula.sessions.unboundUntil"
            let set = try await server.configure(mask, Self.keys("required", ["unboundUntil": .string(until.rfc3339)]))
            let shown = set.json["vincula"]?["sessions"]?["unboundUntil"]?.string
            #expect(shown == until.rfc3339.replacing(".000Z", with: "Z"), "\(set.text)")
            let refused = try await client.signIn("ana@example.com", .nothing)
            #expect(refused.code == "OPERATION_NOT_ALLOWED" && refused.reason == "SESSION_KEY_REQUIRED_BY_PROJECT")
            #expect(try await client.signIn().boundTo == client.thumbprint)
            // Meanwhile both go on, and whoever has a key is bound to it, once.
            #expect(try await client.refresh(old, .nothing).boundTo == nil)
            #expect(try await client.refresh(other, .nothing).status == 200)
            #expect(try await client.refresh(other).boundTo == client.thumbprint)
            #expect(try await client.refresh(other, .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await BoundClient(server, clock).refresh(other).reason == "SESSION_KEY_MISMATCH")
            clock.advance(seconds: 3601)
            let late = try await client.refresh(old, .nothing)
            #expect(late.reason == "SESSION_KEY_REQUIRED_BY_PROJECT" && late.code == "OPERATION_NOT_ALLOWED", "\(late.text)")
            let key = try await client.refresh(old)
            #expect(key.code == "TOKEN_EXPIRED", "\(key.text)")
            let cleared = try await server.configure(mask, Self.keys("optional", ["unboundUntil": .null]))
            #expect(cleared.status == 200, "\(cleared.text)")
            #expect(cleared.json["vincula"]?["sessions"]?["unboundUntil"] == nil, "\(cleared.text)")
        }
    }

    @Test(
        "A project's values for sessions are checked, and refused by name",
        arguments: [
            ("keys", "sometimes"), ("unboundUntil", "soon"), ("unboundUntil", "2027-02-30T00:00:00Z"), ("idleDays", 0),
            ("idleDays", .number(30.5)), ("keyNonce", "yes"),
        ] as [(String, JSONValue)])
    func values(name: String, value: JSONValue) async throws {
        try await TestServer.with { server in
            let refused = try await server.configure(
                "vincula.sessions.\(name)", ["vincula": .object(["sessions": .object([name: value])])])
            // A wrong type is named by its place in the body.
            let words = refused.message?.replacing("/", with: ".")
            #expect(refused.status == 400 && words?.contains("vincula.sessions.\(name)") == true, "\(refused.text)")
        }
    }

    @Test("T357 a project asks for nonces: each answer has the newest, which is good for five to ten minutes")
    func nonces() async throws {
        try await Self.run { owner, server, clock in
            let token = try #require(try await owner.signUp()["refreshToken"])
            _ = try await server.configure(
                "vincula.sessions.keyNonce", ["vincula": .object(["sessions": .object(["keyNonce": true])])])
            let asked = try await owner.refresh(token)
            #expect(asked.status == 400 && asked.message == "USE_DPOP_NONCE" && asked.reason == "USE_DPOP_NONCE", "\(asked.text)")
            let nonce = try #require(asked.headers["dpop-nonce"])
            let body: [String: JSONValue] = ["grant_type": "refresh_token", "refresh_token": .string(token)]
            let origin = ["Origin": "https://app.example.com"]
            let given = try await owner.send("/v1/token", body, nonce: nonce, headers: origin)
            #expect(given.status == 200 && given.headers["dpop-nonce"] == nonce, "\(given.text)")
            #expect(given.headers["access-control-expose-headers"] == "DPoP-Nonce")
            #expect(try await owner.send("/v1/token", body, nonce: nonce + "x").message == "USE_DPOP_NONCE")
            clock.advance(seconds: 300)
            #expect(try await owner.send("/v1/token", body, nonce: nonce).status == 200)
            clock.advance(seconds: 300)
            let stale = try await owner.send("/v1/token", body, nonce: nonce)
            #expect(stale.message == "USE_DPOP_NONCE" && stale.headers["dpop-nonce"] != nonce, "\(stale.text)")
            // A client without a key is not asked.
            #expect(try await owner.signIn("ana@example.com", .nothing).headers["dpop-nonce"] == nil)
        }
    }

    @Test("T355 whoever gives the second factor holds the key that came with the first")
    func secondFactor() async throws {
        try await Self.run { owner, server, clock in
            let other = BoundClient(server, clock)
            let signedUp = try await owner.signUp()
            _ = try await server.admin("accounts:update", ["localId": .string(signedUp["localId"] ?? ""), "emailVerified": true])
            let idToken = try #require(try await owner.signIn()["idToken"])
            let started = try await owner.call2(
                "accounts/mfaEnrollment:start", ["idToken": .string(idToken), "totpEnrollmentInfo": .object([:])])
            let info = try #require(started.json["totpSessionInfo"], "\(started.text)")
            let app = Authenticator(id: "", secret: info["sharedSecretKey"]?.string ?? "")
            let enrolled = try await owner.call2(
                "accounts/mfaEnrollment:finalize",
                [
                    "idToken": .string(idToken),
                    "totpVerificationInfo": .object([
                        "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(app.code(at: clock.now)),
                    ]),
                ])
            #expect(enrolled.boundTo == owner.thumbprint, "\(enrolled.text)")
            let awaited = try await owner.signIn()
            let pending = try #require(awaited["mfaPendingCredential"], "\(awaited.text)")
            clock.advance(seconds: 60)
            let body: [String: JSONValue] = [
                "mfaPendingCredential": .string(pending),
                "mfaEnrollmentId": awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
                "totpVerificationInfo": .object(["verificationCode": .string(app.code(at: clock.now))]),
            ]
            let bare = try await owner.call2("accounts/mfaSignIn:finalize", body, .nothing)
            #expect(bare.reason == "SESSION_KEY_REQUIRED" && bare.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(bare.text)")
            #expect(try await other.call2("accounts/mfaSignIn:finalize", body).reason == "SESSION_KEY_MISMATCH")
            let done = try await owner.call2("accounts/mfaSignIn:finalize", body)
            #expect(done.status == 200 && done.boundTo == owner.thumbprint, "\(done.text)")
        }
    }

    @Test("A session that is handed over is bound to the key of whoever redeems the code, if to any; a cookie to none")
    func handOver() async throws {
        try await Self.run { owner, server, clock in
            let app = BoundClient(server, clock)
            let signedUp = try await owner.signUp()
            let verifier = String(repeating: "v", count: 43)
            for (carries, key) in [(BoundClient.Carries.proof, app.thumbprint), (.nothing, nil)] as [(_, String?)] {
                let made = try await owner.send(
                    "/account/handover",
                    [
                        "refreshToken": .string(signedUp["refreshToken"] ?? ""), "continueUrl": "http://localhost/app",
                        "codeChallenge": .string(Data(verifier.utf8).sha256.base64URL),
                    ])
                let url = try #require(made["url"], "\(made.text)")
                let code = try #require(URLComponents(string: url)?.queryItems?.first { $0.name == "code" }?.value, "\(url)")
                let taken = try await app.send(
                    "/account/token", ["code": .string(code), "codeVerifier": .string(verifier)], carries)
                #expect(taken.status == 200 && taken.boundTo == key, "\(taken.text)")
            }
            let cookie = try await server.cookie(signedUp["idToken"] ?? "")
            let claims = cookie["sessionCookie"].flatMap { JSONWebToken($0)?.claims }
            #expect(claims?["sub"] != nil && claims?["cnf"] == nil, "\(cookie.text)")
        }
    }

    @Test("T359 nobody but the server says which key a token is bound to")
    func claims() async throws {
        try await Self.run { owner, server, _ in
            let signedUp = try await owner.signUp("ana@example.com", .nothing)
            let refused = try await server.admin(
                "accounts:update",
                ["localId": .string(signedUp["localId"] ?? ""), "customAttributes": #"{"cnf":{"jkt":"x"}}"#])
            #expect(refused.code == "FORBIDDEN_CLAIM", "\(refused.text)")
            #expect(signedUp.boundTo == nil)
        }
    }

    @Test("T352 of many requests with one proof, one is served")
    func once() async throws {
        try await Self.run { owner, server, _ in
            let token = try #require(try await owner.signUp()["refreshToken"])
            let proof = owner.proof(server.url + "/v1/token")
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<8 { group.addTask { try await owner.refresh(token, .header(proof)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.message == "INVALID_DPOP_PROOF : The proof was used before." } == 7)
        }
    }
}
