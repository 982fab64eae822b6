import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Session cookies: who gets one, for how long, and what it is taken for.
@Suite("Attacks: session cookies", .tags(.attack))
struct SessionCookieAttackTests {
    private static let url = "https://session.firebase.google.com/example"

    private static func signIn(_ server: TestServer, _ uid: String = "ana") async throws -> HTTPAnswer {
        let token = try #require(server.serviceAccount).customToken(
            uid, now: server.engine.clock.now, ["claims": ["tier": "gold"]])
        return try await server.signIn(customToken: token)
    }

    @Test("A cookie has the token's claims, another issuer and signer, its own lifetime, and verifies with the published keys")
    func content() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true) { server in
            let idToken = try await Self.signIn(server).text("idToken")
            let now = server.engine.clock.now.seconds
            for (duration, lifetime) in [(nil, 1_209_600), ("3600", 3600), (300, 300), ("0", 1_209_600)] as [(JSONValue?, Int64)]
            {
                let answer = try await server.cookie(idToken, validDuration: duration)
                let cookie = try #require(JSONWebToken(try answer.text("sessionCookie")))
                let claims = try #require(JSONWebToken(idToken)).claims
                let expected = claims.with([
                    "iss": .string(Self.url), "iat": .integer(now), "exp": .integer(now + lifetime),
                ])
                #expect(cookie.claims == expected, "\(cookie.claims.text)")
                #expect(claims["tier"] == "gold" && cookie.algorithm == "RS256")
                let keys = try await HTTP.send("GET", "\(server.url)/v1/sessionCookiePublicKeys")
                let set = try #require(JSONWebKeySet(json: keys.data))
                let original = try #require(JSONWebToken(idToken))
                #expect(cookie.isSigned(by: set) && !original.isSigned(by: set))
                let certificates = try await HTTP.send("GET", "\(server.url)/identitytoolkit/v3/relyingparty/publicKeys")
                #expect(certificates[cookie.keyID ?? ""]?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
                let ofTokens = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
                let tokenKeys = try #require(JSONWebKeySet(json: ofTokens.data))
                #expect(!cookie.isSigned(by: tokenKeys))
            }
        }
    }

    @Test("T113 only an administrator of the project who may write gets one, of the project's person, within the bounds")
    func permission() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true) { server in
            let idToken = try await Self.signIn(server).text("idToken")
            let access = server.engine.serviceAccess
            let viewer = try await server.accessToken(
                try await access.createServiceAccount(named: "viewer", role: .viewer, of: server.project))
            let other = try await server.accessToken(
                try await access.createServiceAccount(named: "owner", role: .owner, of: "elsewhere"))
            #expect(try await server.cookie(idToken, bearer: viewer).status == 403)
            #expect(try await server.cookie(idToken, bearer: other).status == 403)
            #expect(try await server.cookie(idToken, bearer: other, project: "elsewhere").code == "INVALID_ID_TOKEN")
            for bearer in ["owner", idToken, "", "at_x"] {
                #expect(try await server.cookie(idToken, bearer: bearer).status == 401, "\(bearer.prefix(9))")
            }
            let path = "\(server.url)/v1/projects/\(server.project):createSessionCookie"
            let byKey = try await HTTP.post("\(path)?key=\(server.apiKey)", ["idToken": .string(idToken)])
            #expect(byKey.status == 401 && byKey["sessionCookie"] == nil)
            for duration in [1, 299, "299", 1_209_601, "1209601", -1, "9223372036854775807"] as [JSONValue] {
                let answer = try await server.cookie(idToken, validDuration: duration)
                #expect(answer.code == "INVALID_DURATION" && answer["sessionCookie"] == nil, "\(duration) \(answer.text)")
            }
            for duration in [.number(300.5), "1e3", .bool(true), .array([])] as [JSONValue] {
                #expect(try await server.cookie(idToken, validDuration: duration).status == 400, "\(duration)")
            }
            #expect(try await server.cookie("").code == "MISSING_ID_TOKEN")
            let tenant = try await server.admin(":createSessionCookie", [:])
            #expect(tenant.status == 404, "no other path: \(tenant.text)")
        }
    }

    @Test("T113 a cookie does not outlive its session's age")
    func age() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let signedIn = try await Self.signIn(server)
            // In use all the time, so that only its age ends it, after 400 days.
            for _ in 0..<5 {
                clock.advance(seconds: 79 * 24 * 3600)
                _ = try await server.refresh(try #require(signedIn["refreshToken"]))
                try await server.engine.upkeep.writeLastUses()
            }
            let fresh = try await server.refresh(try #require(signedIn["refreshToken"]))
            let idToken = try #require(fresh["id_token"], "\(fresh.text)")
            let cookie = try #require(JSONWebToken(try await server.cookie(idToken).text("sessionCookie")))
            #expect(cookie.claims["exp"]?.int == clock.now.seconds + 5 * 24 * 3600)
        }
    }

    @Test("T108 the feed keeps the end of a session as long as its longest token: two hours, or as long as a cookie")
    func feed() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            func entries() async throws -> [Revocation] {
                try await server.engine.accounts.listRevocations(after: .start, in: ProjectScope(project: server.project))
                    .revocations
            }
            func end(_ uid: String, _ cookie: Int64?) async throws -> Int64 {
                let signedIn = try await Self.signIn(server, uid)
                if let cookie {
                    _ = try await server.cookie(try signedIn.text("idToken"), validDuration: .string("\(cookie)"))
                }
                _ = try await server.admin("accounts:delete", ["localId": .string(uid)])
                let last = try #require(try await entries().last)
                return last.expiresAt.seconds - clock.now.seconds
            }
            #expect(try await end("ana", nil) == 2 * 3600)
            let short = try await end("bea", 300)
            #expect(short >= 300 + 3600 && short <= 27 * 3600, "\(short)")
            let long = try await end("cai", 14 * 24 * 3600)
            #expect(long >= 14 * 24 * 3600 && long <= 15 * 24 * 3600, "\(long)")
        }
    }

    @Test("T108 once second factors are MANDATORY, the feed ends the tokens without one that were issued before, cookies too")
    func mandatory() async throws {
        try await TestServer.with(isProduction: true) { server in
            func entries() async throws -> [Revocation.Target] {
                try await server.engine.accounts.listRevocations(after: .start, in: ProjectScope(project: server.project))
                    .revocations.map(\.target)
            }
            func set(_ state: JSONValue) async throws {
                let answer = try await server.configure("mfa.state", ["mfa": .object(["state": state])])
                #expect(answer.status == 200, "\(answer.text)")
            }
            try await set("ENABLED")
            #expect(try await entries().isEmpty)
            try await set("MANDATORY")
            try await set("MANDATORY")
            let found = try await entries()
            guard found.count == 1, case .everybodyWithoutSecondFactor(let time)? = found.first else {
                Issue.record("\(found)")
                return
            }
            #expect(abs(time - server.engine.clock.now.seconds) < 60)
            let answer = try await HTTP.send(
                "GET", "\(server.url)/v1/revocations",
                headers: ["Authorization": "Bearer \(try await server.administratorToken())"])
            #expect(answer.json["revocations"]?[0]?["withoutSecondFactor"] == true, "\(answer.text)")
            try await set("DISABLED")
            #expect(try await entries().count == 1)
            _ = try await server.configure("multiTenant.allowTenants", ["multiTenant": ["allowTenants": true]])
            let tenant = try #require(
                try await server.administerInProduction("POST", "tenants", ["displayName": "Acme"])["tenantId"])
            let patch: [String: JSONValue] = ["mfaConfig": ["state": "MANDATORY"]]
            let patched = try await server.administerInProduction(
                "PATCH", "tenants/\(tenant)?updateMask=mfaConfig.state", patch)
            #expect(patched.status == 200, "\(patched.text)")
            #expect(try await entries().count == 2)
        }
    }

    @Test("T083 a session cookie is not an ID token at any RPC, and makes no other cookie; an ID token is no cookie")
    func confusion() async throws {
        try await TestServer.with(isProduction: true) { server in
            let session = try await Self.signIn(server)
            let idToken = try session.text("idToken")
            let cookie = try await server.cookie(idToken).text("sessionCookie")
            for rpc in [
                "lookup", "update", "delete", "signUp", "signInWithIdp", "signInWithPhoneNumber", "sendOobCode",
                "signInWithEmailLink", "signInWithGameCenter",
            ] {
                var body: [String: JSONValue] = [
                    "idToken": .string(cookie), "requestType": "VERIFY_EMAIL", "email": "z@example.com",
                    "password": "violet river",
                    "requestUri": "http://localhost", "postBody": "providerId=google.com&id_token={}", "sessionInfo": "x",
                    "code": "123456", "displayName": "x",
                ]
                if rpc == "signInWithEmailLink" { body["oobCode"] = "x" }
                let answer = try await server.call("accounts:\(rpc)", body)
                #expect(answer.status == 400 && !answer.hasTokens, "\(rpc) \(answer.text)")
                if ["lookup", "update", "delete"].contains(rpc) { #expect(answer.code == "INVALID_ID_TOKEN", "\(answer.text)") }
            }
            for rpc in ["mfaEnrollment:start", "mfaEnrollment:finalize", "mfaEnrollment:withdraw"] {
                let body: [String: JSONValue] = [
                    "idToken": .string(cookie), "totpEnrollmentInfo": .object([:]), "mfaEnrollmentId": "x",
                    "totpVerificationInfo": ["sessionInfo": "x", "verificationCode": "123456"],
                ]
                #expect(try await server.call2("accounts/\(rpc)", body).code == "INVALID_ID_TOKEN", "\(rpc)")
            }
            for path in ["account/sessions", "account/sessions:end"] {
                let url = "\(server.url)/\(path)?key=\(server.apiKey)"
                let answer = try await HTTP.post(url, ["idToken": .string(cookie), "allOthers": true])
                #expect(answer.code == "INVALID_ID_TOKEN", "\(path) \(answer.text)")
            }
            #expect(try await server.cookie(cookie).code == "INVALID_ID_TOKEN")
            #expect(try await server.refresh(cookie).code == "INVALID_REFRESH_TOKEN")
            // Signed by the cookies' key, the ID token's own claims are nothing, and the other way round.
            let claims = try #require(JSONWebToken(idToken)).claims
            let forged = [
                try await server.stolenKey(.sessionCookie).sign(claims),
                try await server.stolenKey().sign(try #require(JSONWebToken(cookie)).claims),
            ]
            for text in forged {
                #expect(try await server.call("accounts:lookup", ["idToken": .string(text)]).code == "INVALID_ID_TOKEN")
                #expect(try await server.cookie(text).code == "INVALID_ID_TOKEN")
            }
            #expect(JSONWebToken(idToken)?.claims["iss"] != JSONWebToken(cookie)?.claims["iss"])
        }
    }

    @Test("T002 T108 T113 no cookie of a session that is over; a revocation is later than the cookies of before")
    func revocation() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            func expectNone(_ session: HTTPAnswer, _ code: String, _ what: String) async throws {
                let answer = try await server.cookie(try session.text("idToken"))
                #expect(answer.code == code && answer["sessionCookie"] == nil, "\(what): \(answer.text)")
            }
            let ended = try await Self.signIn(server)
            let kept = try await Self.signIn(server)
            let url = "\(server.url)/account/sessions:end?key=\(server.apiKey)"
            let end = try await HTTP.post(url, ["idToken": try kept.value("idToken"), "allOthers": true])
            #expect(end.status == 200, "\(end.text)")
            try await expectNone(ended, "TOKEN_EXPIRED", "ended")
            let cookie = try #require(JSONWebToken(try await server.cookie(try kept.text("idToken")).text("sessionCookie")))
                .claims
            clock.advance(seconds: 1)
            _ = try await server.admin(
                "accounts:update", ["localId": "ana", "validSince": .string(String(clock.now.seconds))])
            try await expectNone(kept, "TOKEN_EXPIRED", "revoked")
            // What an Admin SDK compares with `check_revoked`.
            let looked = try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0]
            let validSince = try #require(looked?["validSince"]?.string.flatMap { Int64($0) })
            let (issuedAt, authTime) = (try #require(cookie["iat"]?.int), try #require(cookie["auth_time"]?.int))
            #expect(issuedAt < validSince && authTime < validSince)
            clock.advance(seconds: 1)
            let fresh = try await Self.signIn(server)
            let later = try #require(JSONWebToken(try await server.cookie(try fresh.text("idToken")).text("sessionCookie")))
                .claims
            let issuedLater = try #require(later["iat"]?.int)
            #expect(issuedLater >= validSince)
            _ = try await server.admin("accounts:update", ["localId": "ana", "disableUser": true])
            try await expectNone(fresh, "USER_DISABLED", "disabled")
            _ = try await server.admin("accounts:delete", ["localId": "ana"])
            try await expectNone(fresh, "USER_NOT_FOUND", "deleted")
            let old = try await Self.signIn(server, "bob")
            clock.advance(seconds: 3600)
            try await expectNone(old, "TOKEN_EXPIRED", "expired")
        }
    }

    @Test("T113 cookies hold for as long as they say through a rotation, and end with the keys that leaked")
    func rotation() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let cookie = try await server.cookie(try await Self.signIn(server).text("idToken")).text("sessionCookie")
            let token = try #require(JSONWebToken(cookie))
            func isPublished() async throws -> Bool {
                let keys = try await HTTP.send("GET", "\(server.url)/v1/sessionCookiePublicKeys")
                return token.isSigned(by: try #require(JSONWebKeySet(json: keys.data)))
            }
            clock.advance(seconds: 1)
            _ = try await server.engine.signingKeys.rotate(immediately: true)
            clock.advance(seconds: 1_209_599)
            try await server.engine.signingKeys.tend()
            #expect(try await isPublished())
            _ = try await server.engine.signingKeys.rotate(immediately: true, revokingOld: true)
            #expect(try await !isPublished())
        }
    }
}
