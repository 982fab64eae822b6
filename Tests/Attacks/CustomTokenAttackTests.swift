import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Custom tokens that are forged, old, somebody else's, or used for more than they are worth.
@Suite("Attacks: custom tokens", .tags(.attack))
struct CustomTokenAttackTests {
    private static func expectRefused(
        _ token: String, _ what: String, at server: TestServer, code: String = "INVALID_CUSTOM_TOKEN",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await server.signIn(customToken: token)
        #expect(
            answer.status == 400 && answer.code == code && !answer.hasTokens, "\(what): \(answer.text.prefix(200))",
            sourceLocation: sourceLocation)
    }

    /// Nobody was created by any of it.
    private static func expectNobody(_ server: TestServer, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let scope = ProjectScope(project: server.project)
        let accounts = try await server.engine.accounts.listAccounts(after: nil, limit: 10, in: scope)
        #expect(accounts.isEmpty, sourceLocation: sourceLocation)
    }

    @Test(
        "T003 a squatter whom the backend signs in by custom tokens keeps their account, and the address goes to its owner",
        arguments: ["provider", "link", "reset"])
    func squatter(way: String) async throws {
        try await TestServer.with { server in
            let mine = #"{"uid":"squatter"}"#
            let squatter = try await server.signIn(customToken: mine, more: ["returnSecureToken": true])
            let squatted = try await server.call(
                "accounts:signUp",
                [
                    "idToken": .string(try #require(squatter["idToken"])), "email": "victim@gmail.com",
                    "password": "attacker's own", "returnSecureToken": true,
                ])
            #expect(squatted["localId"] == "squatter", "\(squatted.text)")

            let victim: HTTPAnswer
            switch way {
            case "provider":
                victim = try await server.fakeIdp(
                    "google.com", ["sub": "v", "email": "victim@gmail.com", "email_verified": true])
            case "link": victim = try await server.signInByLink("victim@gmail.com")
            default:
                let reset = try await server.resetByMail("victim@gmail.com", to: "victim's own")
                #expect(reset.code == "INVALID_OOB_CODE", "\(reset.text)")
                victim = try await server.call(
                    "accounts:signUp",
                    ["email": "victim@gmail.com", "password": "victim's own", "returnSecureToken": true])
            }
            let id = try #require(victim["localId"], "\(victim.text)")
            #expect(id != "squatter")
            // The squatter is still who they were, without the address.
            let again = try await server.signIn(customToken: mine, more: ["returnSecureToken": true])
            let uid = again["idToken"].flatMap { JSONWebToken($0)?.claims["sub"]?.string }
            #expect(uid == "squatter" && again.json["isNewUser"] == false, "\(again.text)")
            let known = try await server.admin("accounts:lookup", ["localId": ["squatter"]])
            let account = known.json["users"]?[0]
            #expect(
                account?["email"] == nil && account?["initialEmail"] == nil && account?["passwordHash"] == nil, "\(known.text)")
            let old = try await server.call(
                "accounts:signInWithPassword", ["email": "victim@gmail.com", "password": "attacker's own"])
            #expect(old.status == 400, "\(old.text)")
            #expect(try await server.refresh(try #require(squatted["refreshToken"])).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T075 a custom token that nobody signed, by any spelling of none, or as the emulator's JSON")
    func unsigned() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let good = try credentials.customToken("ana", now: server.engine.clock.now)
            let segments = good.split(separator: ".").map(String.init)
            for algorithm in ["none", "None", "nOnE", "NONE", "", "RS256", "HS256"] as [JSONValue] {
                for kid in [JSONValue.string(credentials.keyID), nil] {
                    let header = JSONValue.object(["alg": algorithm, "typ": "JWT"]).with(["kid": kid])
                    for tail in [".", "", ".AA", algorithm == "RS256" ? "." : ".\(segments[2])"] {
                        let text = Data(header.text.utf8).base64URL + ".\(segments[1])" + tail
                        try await Self.expectRefused(text, "\(algorithm) \(tail.prefix(3))", at: server)
                    }
                }
            }
            let payload = try #require(JSONWebToken(good)?.claims.text)
            for text in [#"{"uid":"ana"}"#, payload, "\(segments[0]).\(segments[1]).", "garbage", "..", "é"] {
                try await Self.expectRefused(text, text, at: server)
            }
            try await Self.expectNobody(server)
            #expect(try await server.signIn(customToken: good).status == 200)
        }
    }

    @Test("T076 T078 the public key as an HMAC secret, a key that the token brings, another key under our kid")
    func keys() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = server.engine.clock.now
            let email = credentials.serviceAccount.email
            let good = try #require(JSONWebToken(try credentials.customToken("ana", now: now)))
            let certificate = try #require(
                try await server.engine.serviceAccess.serviceAccountCertificates(of: email)[credentials.keyID])
            let base64 = certificate.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
            for secret in [Data(certificate.utf8), try #require(Data(base64Encoded: base64)), Data(email.utf8), Data()] {
                for algorithm in ["HS256", "RS256"] as [JSONValue] {
                    let text = compactToken(header: good.header.with(["alg": algorithm]), claims: good.claims) {
                        Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret)))
                    }
                    try await Self.expectRefused(text, "HMAC", at: server)
                }
            }
            let stranger = TestKey.other
            for header in [
                ["kid": .string(credentials.keyID)], ["kid": nil], ["kid": "other"], ["kid": ""],
                ["kid": "other", "jwk": stranger.published], ["jku": "http://127.0.0.1:9/keys"], ["x5u": "http://127.0.0.1:9/k"],
                ["kid": "../../../../dev/null"], ["kid": "' OR 1=1 --"], ["crit": ["exp"]],
            ] as [[String: JSONValue?]] {
                let text = try compactToken(header: good.header.with(header), claims: good.claims) { try stranger.key.sign($0) }
                try await Self.expectRefused(text, "\(header)", at: server)
            }
            // Another algorithm by the right key.
            for algorithm in ["RS384", "RS512", "PS256", "ES256"] as [JSONValue] {
                let text = try credentials.customToken("ana", now: now, header: ["alg": algorithm])
                try await Self.expectRefused(text, "\(algorithm)", at: server)
            }
            try await Self.expectRefused(
                try credentials.customToken("ana", now: now, header: ["kid": .string(credentials.keyID + "0")]), "kid", at: server
            )
            try await Self.expectNobody(server)
        }
    }

    @Test("T079 T114 each claim is checked: audience, issuer, subject, times, uid, claims, tenant")
    func claims() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = server.engine.clock.now
            let at = { (seconds: Int64) in JSONValue.integer(now.seconds + seconds) }
            let other: JSONValue = "owner@other.iam.gserviceaccount.com"
            for (change, code) in [
                (["aud": "example"], "INVALID_CUSTOM_TOKEN"), (["aud": nil], "INVALID_CUSTOM_TOKEN"),
                (["aud": [.string(CustomTokenRules.audience), "x"]], "INVALID_CUSTOM_TOKEN"),
                (["aud": .string("\(server.url)/token")], "INVALID_CUSTOM_TOKEN"),
                (["iss": other, "sub": other], "INVALID_CUSTOM_TOKEN"), (["sub": other], "INVALID_CUSTOM_TOKEN"),
                (["sub": nil], "INVALID_CUSTOM_TOKEN"), (["sub": "ana"], "INVALID_CUSTOM_TOKEN"),
                (["exp": at(3601)], "INVALID_CUSTOM_TOKEN"), (["exp": at(0)], "INVALID_CUSTOM_TOKEN"),
                (["exp": at(31_536_000)], "INVALID_CUSTOM_TOKEN"), (["exp": nil], "INVALID_CUSTOM_TOKEN"),
                (["iat": at(61), "exp": at(3600)], "INVALID_CUSTOM_TOKEN"), (["iat": nil], "INVALID_CUSTOM_TOKEN"),
                (["iat": at(-7200), "exp": at(-3600)], "INVALID_CUSTOM_TOKEN"),
                (["uid": ""], "MISSING_IDENTIFIER"), (["uid": nil], "MISSING_IDENTIFIER"),
                (["uid": nil, "user_id": "ana"], "MISSING_IDENTIFIER"), (["uid": 1], "INVALID_CUSTOM_TOKEN"),
                (["uid": .string(String(repeating: "x", count: 129))], "INVALID_CUSTOM_TOKEN"),
                (["claims": ["sub": "boss"]], "FORBIDDEN_CLAIM"), (["claims": ["firebase": .object([:])]], "FORBIDDEN_CLAIM"),
                (["claims": .array([])], "INVALID_CLAIMS"),
                (["claims": ["a": .string(String(repeating: "x", count: 1000))]], "CLAIMS_TOO_LARGE"),
                (["tenant_id": "t"], "TENANT_ID_MISMATCH"),
            ] as [([String: JSONValue?], String)] {
                let token = try credentials.customToken("ana", now: now, change)
                try await Self.expectRefused(token, "\(change)", at: server, code: code)
            }
            try await Self.expectNobody(server)
            // An hour, and a minute for clocks, hold.
            for change in [["iat": at(60), "exp": at(3660)], ["iat": at(-3599), "exp": at(1)]] as [[String: JSONValue?]] {
                #expect(try await server.signIn(customToken: try credentials.customToken("ana", now: now, change)).status == 200)
            }
        }
    }

    @Test("T114 a disabled, deleted or reading account, a deleted key, another project's account: none signs anybody in")
    func signers() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true) { server in
            let access = server.engine.serviceAccess
            let now = server.engine.clock.now
            let owner = try #require(server.serviceAccount)
            let viewer = try await access.createServiceAccount(named: "viewer", role: .viewer, of: server.project)
            try await Self.expectRefused(try viewer.customToken("ana", now: now), "a viewer", at: server)
            let other = try await access.createServiceAccount(named: "owner", role: .owner, of: "elsewhere")
            try await Self.expectRefused(
                try other.customToken("ana", now: now), "another project's", at: server, code: "CREDENTIAL_MISMATCH")
            // Its key signs for nobody else.
            try await Self.expectRefused(
                try other.customToken(
                    "ana", now: now, ["iss": .string(owner.serviceAccount.email), "sub": .string(owner.serviceAccount.email)]),
                "another account's name", at: server)
            let token = try owner.customToken("ana", now: now)
            _ = try await access.setServiceAccount("owner", isDisabled: true, in: server.project)
            try await Self.expectRefused(token, "a disabled account", at: server)
            // Not by a foreign key under its name either.
            let key = try ForeignPublicKey(privateKeyPEM: other.privateKey, id: other.keyID)
            let email = owner.serviceAccount.email
            #expect(try await access.addCustomTokenKeys([key], of: email, in: server.project).count == 1)
            let smuggled = try other.customToken("ana", now: now, ["iss": .string(email), "sub": .string(email)])
            try await Self.expectRefused(smuggled, "a foreign key of a disabled account", at: server)
            _ = try await access.deleteCustomTokenKeys(nil, of: email, in: server.project)
            _ = try await access.setServiceAccount("owner", isDisabled: false, in: server.project)
            let second = try await access.createServiceAccountKey(of: "owner", in: server.project)
            try await access.deleteServiceAccountKey(owner.keyID, of: "owner", in: server.project)
            try await Self.expectRefused(token, "a deleted key", at: server)
            try await Self.expectNobody(server)
            #expect(try await server.signIn(customToken: try second.customToken("ana", now: now)).status == 200)
            _ = try await access.deleteServiceAccount("owner", in: server.project)
            try await Self.expectRefused(try second.customToken("ana", now: now), "a deleted account", at: server)
        }
    }

    @Test("T083 other tokens are not custom tokens, and a custom token is none of them")
    func otherKinds() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = server.engine.clock.now
            let custom = try credentials.customToken("ana", now: now)
            let session = try await server.signIn(customToken: custom)
            let idToken = try session.text("idToken")
            let cookie = try await server.cookie(idToken).text("sessionCookie")
            for (what, text) in [
                ("ID token", idToken), ("session cookie", cookie), ("refresh token", try session.text("refreshToken")),
                ("assertion", try credentials.assertion(server.claims(of: credentials))),
                ("access token", try await server.accessToken(credentials)),
            ] { try await Self.expectRefused(text, what, at: server) }
            for rpc in ["accounts:lookup", "accounts:update", "accounts:delete"] {
                #expect(try await server.call(rpc, ["idToken": .string(custom)]).code == "INVALID_ID_TOKEN")
            }
            #expect(try await server.refresh(custom).code == "INVALID_REFRESH_TOKEN")
            #expect(try await server.exchange(custom)["error"] == "invalid_grant")
            #expect(try await server.cookie(idToken, bearer: custom).status == 401)
            #expect(try await server.cookie(custom).code == "INVALID_ID_TOKEN")
        }
    }

    @Test("T041 T122 a custom token signs in past a factor, as documented, but its session adds, removes and changes nothing")
    func secondFactor() async throws {
        try await Target.run { target in
            let server = target.server
            let person = try await target.verifiedPerson("v@x.example")
            let (app, _) = try await target.enrol(person)
            let owner = try await server.engine.serviceAccess.createServiceAccount(
                named: "owner", role: .owner, of: server.project)
            let uid = try person.text("localId")
            let signedIn = try await server.signIn(customToken: try owner.customToken(uid, now: target.clock.now))
            let firebase = JSONWebToken(try signedIn.text("idToken"))?.claims["firebase"]
            #expect(firebase?["sign_in_second_factor"] == nil && firebase?["sign_in_provider"] == "custom")
            let idToken = try signedIn.value("idToken")
            let enrolled = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": .object([:])])
            #expect(enrolled.code == "UNSUPPORTED_FIRST_FACTOR", "\(enrolled.text)")
            let withdrawn = try await server.call2(
                "accounts/mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": .string(app.id)])
            #expect(withdrawn.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(withdrawn.text)")
            for change in [
                ["password": "a new river"], ["deleteProvider": ["password"]], ["deleteAttribute": ["PASSWORD"]],
                ["email": "thief@x.example"],
            ] as [[String: JSONValue]] {
                let answer = try await server.call("accounts:update", change.merging(["idToken": idToken]) { $1 })
                // Under email privacy an address changes by mail only.
                let code = change["email"] == nil ? "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" : "OPERATION_NOT_ALLOWED"
                #expect(answer.code == code, "\(change) \(answer.text)")
            }
            let mailed = try await server.call(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "thief@x.example", "idToken": idToken])
            #expect(mailed.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(mailed.text)")
            let linked = try await target.idp(Target.openID, ["sub": "v"], idToken: try signedIn.text("idToken"))
            #expect(linked.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(linked.text)")
            #expect(try await target.providers(uid) == ["password"])
            #expect(try await target.signIn("v@x.example").awaitsSecondFactor)
            // Without a factor on the account, none can be added in such a session either.
            let plain = try await server.signIn(customToken: try owner.customToken("new", now: target.clock.now))
            _ = try await server.admin(
                "accounts:update", ["localId": "new", "email": "new@x.example", "emailVerified": true])
            let start = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try plain.value("idToken"), "totpEnrollmentInfo": .object([:])])
            #expect(start.code == "UNSUPPORTED_FIRST_FACTOR" || start.code == "TOKEN_EXPIRED", "\(start.text)")
        }
    }

    @Test("T116 a disabled account is not opened, and nothing is written")
    func disabled() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let token = try credentials.customToken("ana", now: server.engine.clock.now)
            let session = try await server.signIn(customToken: token)
            _ = try await server.admin("accounts:update", ["localId": "ana", "disableUser": true])
            let before = try await server.admin("accounts:lookup", ["localId": ["ana"]]).text
            try await Self.expectRefused(token, "disabled", at: server, code: "USER_DISABLED")
            #expect(try await server.admin("accounts:lookup", ["localId": ["ana"]]).text == before)
            #expect(try await server.refresh(try session.text("refreshToken")).code == "USER_DISABLED")
        }
    }

    @Test("T114 sixteen sign-ins at once create the person once")
    func race() async throws {
        try await TestServer.with(isProduction: true) { server in
            let token = try #require(server.serviceAccount).customToken("ana", now: server.engine.clock.now)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<16 { group.addTask { try await server.signIn(customToken: token) } }
                return try await group.reduce(into: [HTTPAnswer]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(answers.count { $0.json["isNewUser"] == true } == 1)
        }
    }

    @Test("T096 attempts are limited like every other sign-in, by address and by account")
    func limits() async throws {
        try await TestServer.with(clock: TestClock(), isProduction: true, limits: true) { server in
            let credentials = try #require(server.serviceAccount)
            let token = try credentials.customToken("ana", now: server.engine.clock.now)
            var codes: [String?] = []
            for _ in 0..<31 { codes.append(try await server.signIn(customToken: token).code) }
            #expect(codes.prefix(30).allSatisfy { $0 == nil } && codes.last == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(codes)")
            let other = try credentials.customToken("bob", now: server.engine.clock.now)
            #expect(try await server.signIn(customToken: other).status == 200)
            var refusal: String?
            for _ in 0..<100 where refusal != "TOO_MANY_ATTEMPTS_TRY_LATER" {
                refusal = try await server.signIn(customToken: "garbage").code
            }
            #expect(refusal == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }
}
