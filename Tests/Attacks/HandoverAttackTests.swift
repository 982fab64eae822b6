import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Attacks on the way from the account page to a web app (T183).
@Suite("Hand-over", .tags(.attack))
struct HandoverAttackTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge: JSONValue = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private static func run(
        emailPrivacy: Bool = true, _ body: @escaping @Sendable (Target) async throws -> Void
    ) async throws {
        try await Target.run(
            project: {
                $0.authorizedDomains = ["app.example", "localhost"]
                $0.emailPrivacy = emailPrivacy
            }, body)
    }

    private static func handOver(
        _ target: Target, _ person: HTTPAnswer, to url: String = "https://app.example/in", more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        let body: [String: JSONValue] = [
            "refreshToken": try person.value("refreshToken"), "continueUrl": .string(url), "codeChallenge": challenge,
        ]
        return try await target.server.account("handover", body.merging(more) { $1 })
    }

    private static func code(_ answer: HTTPAnswer) throws -> String {
        try #require(URLComponents(string: try answer.text("url"))?.queryItems?.first { $0.name == "code" }?.value)
    }

    private static func redeem(
        _ target: Target, _ code: String, verifier: String = verifier, headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await target.server.account(
            "token", ["code": .string(code), "codeVerifier": .string(verifier)], headers: headers)
    }

    @Test(
        "T183 a code goes only to a host that the project lists itself",
        arguments: [
            "https://evil.example/", "http://app.example/in", "https://sub.app.example/", "https://app.example.evil.example/",
            "https://app.example@evil.example/", "https://evil.example\\@app.example/", "https://localhost/",
            "http://localhost:3000/", "javascript:alert(1)//app.example", "https://app.example/#in",
            "https://app.example/?code=mine", "https://app.example/?a&st%61te=mine", "", "//app.example/",
        ])
    func openRedirect(url: String) async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let answer = try await Self.handOver(target, person, to: url)
            #expect(answer.status == 400 && !answer.text.contains("code="), "\(answer.text)")
            #expect(
                ["UNAUTHORIZED_DOMAIN", "INVALID_CONTINUE_URI", "MISSING_CONTINUE_URI"].contains(answer.code), "\(answer.text)")
        }
    }

    @Test("T183 an ID token, which every backend sees, hands nobody over; nor does a refresh token that is worth nothing")
    func idTokenAlone() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let other = try await target.verifiedPerson("w@example.com")
            let idToken = try person.value("idToken")
            for (tokens, code) in [
                (["refreshToken": .null], "MISSING_REFRESH_TOKEN"), (["refreshToken": idToken], "INVALID_REFRESH_TOKEN"),
                (["refreshToken": "rt_AAAA"], "INVALID_REFRESH_TOKEN"),
            ] as [([String: JSONValue], String)] {
                let answer = try await Self.handOver(target, person, more: tokens.merging(["idToken": idToken]) { $1 })
                #expect(answer.status == 400 && !answer.text.contains("code="), "\(answer.text)")
                // Whether `idToken` is passed over or refused by name, it counts for nothing.
                let plain = try await Self.handOver(target, person, more: tokens)
                #expect(plain.code == code, "\(plain.text)")
            }
            let ended = try await target.server.account(
                "sessions:end", ["idToken": try target.signIn("v@example.com").value("idToken"), "allOthers": true])
            #expect(ended.status == 200, "\(ended.text)")
            #expect(try await Self.handOver(target, person).code == "TOKEN_EXPIRED")
            _ = try await target.server.admin(
                "accounts:update", ["localId": try other.value("localId"), "disableUser": true])
            #expect(try await Self.handOver(target, other).code == "USER_DISABLED")
        }
    }

    @Test("T183 a handed-over session is listed with the place of whoever redeemed it, and can be ended by itself")
    func ownPlace() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let code = try Self.code(try await Self.handOver(target, person))
            let firefox = "Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0"
            let taken = try await Self.redeem(target, code, headers: ["User-Agent": firefox])
            let listed = try await target.server.account("sessions", ["idToken": try person.value("idToken")])
            guard case .array(let sessions)? = listed.json["sessions"] else { throw AuthError.invalidIDToken }
            let apps = sessions.filter { $0["device"] == "Firefox, Windows" }
            #expect(apps.count == 1 && sessions.count == 2 && apps[0]["current"] == false, "\(listed.text)")
            let ended = try await target.server.account(
                "sessions:end", ["idToken": try person.value("idToken"), "handles": .array([apps[0]["handle"] ?? ""])])
            #expect(ended.status == 200, "\(ended.text)")
            #expect(try await target.server.refresh(try taken.text("refreshToken")).code == "TOKEN_EXPIRED")
            #expect(try await target.server.refresh(try person.text("refreshToken")).status == 200)
        }
    }

    @Test("T183 a code from a log or a history is worth nothing without the app's verifier, and a wrong one uses it up")
    func stolenCode() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let answer = try await Self.handOver(target, person, more: ["state": "st"])
            #expect(answer["url"]?.hasSuffix("&state=st") == true && !answer.hasTokens, "\(answer.text)")
            let code = try Self.code(answer)
            #expect(code.utf8.count == 43)
            // The challenge is no verifier of itself.
            for verifier in [try #require(Self.challenge.string), Self.verifier] {
                let refused = try await Self.redeem(target, code, verifier: verifier)
                #expect(refused.code == "INVALID_HANDOVER_CODE" && !refused.hasTokens, "\(refused.text)")
            }
        }
    }

    @Test("T183 a code works once, for two minutes")
    func replay() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let code = try Self.code(try await Self.handOver(target, person))
            let taken = try await Self.redeem(target, code, headers: ["Origin": "https://app.example"])
            #expect(taken.status == 200 && taken["localId"] == person["localId"] && taken.json["isNewUser"] == false)
            #expect(taken["expiresIn"] == "3600" && taken.headers["access-control-allow-credentials"] == nil)
            #expect(taken.headers["access-control-allow-origin"] == "https://app.example")
            #expect(try await Self.redeem(target, code).code == "INVALID_HANDOVER_CODE")
            // What the replay does not do is sign out whoever came first.
            #expect(try await target.server.refresh(try taken.text("refreshToken")).status == 200)
            let late = try Self.code(try await Self.handOver(target, person))
            target.clock.advance(seconds: 120)
            #expect(try await Self.redeem(target, late).code == "INVALID_HANDOVER_CODE")
        }
    }

    @Test("T183 an old session hands over no fresh one, and none outlives what ends the account's sessions")
    func noFresher() async throws {
        // So that an address may be changed without a mail.
        try await Self.run(emailPrivacy: false) { target in
            let stolen = try await target.verifiedPerson("v@example.com")
            target.clock.advance(seconds: 301)
            let taken = try await Self.redeem(target, try Self.code(try await Self.handOver(target, stolen)))
            for (rpc, change) in [
                ("accounts:update", ["password": "the thief's"]), ("accounts:update", ["email": "t@example.com"]),
                ("accounts:delete", [:]),
            ] as [(String, [String: JSONValue])] {
                let answer = try await target.server.call(rpc, change.merging(["idToken": try taken.value("idToken")]) { $1 })
                #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(answer.text)")
            }
            let pending = try Self.code(try await Self.handOver(target, stolen))
            let owner = try await target.signIn("v@example.com")
            let changed = try await target.server.call(
                "accounts:update", ["idToken": try owner.value("idToken"), "password": "quiet harbour"])
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await Self.redeem(target, pending).code == "INVALID_HANDOVER_CODE")
            #expect(try await target.server.refresh(try taken.text("refreshToken")).code == "TOKEN_EXPIRED")
            try await target.expectInvariants()
        }
    }

    @Test("T183 a second factor that the giver gave is the app's too, and one that was not given is not")
    func secondFactor() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            let plain = try await Self.redeem(target, try Self.code(try await Self.handOver(target, person)))
            let enrolled = try await target.enrol(person)
            let strong = try await Self.redeem(target, try Self.code(try await Self.handOver(target, enrolled.session)))
            func factor(_ answer: HTTPAnswer) throws -> JSONValue? {
                let claims = try #require(try answer.text("idToken").split(separator: ".").dropFirst().first)
                return JSONValue.parse(try #require(Data(base64URL: claims)))?["firebase"]?["sign_in_second_factor"]
            }
            #expect(try factor(plain) == nil && factor(strong) == "totp")
            // The enrolment ended the first.
            #expect(try await target.server.refresh(try plain.text("refreshToken")).code == "TOKEN_EXPIRED")
        }
    }

    @Test("T183 a code of one project is none of another's")
    func otherProject() async throws {
        try await TestServer.with(isProduction: true) { server in
            var settings = try await server.admin("accounts", ["email": "v@example.com", "password": "violet river 77"])
            #expect(settings.status == 200, "\(settings.text)")
            settings = try await server.configure("authorizedDomains", ["authorizedDomains": .array(["app.example"])])
            #expect(settings.status == 200, "\(settings.text)")
            let person = try await server.call(
                "accounts:signInWithPassword", ["email": "v@example.com", "password": "violet river 77"])
            let answer = try await server.account(
                "handover",
                [
                    "refreshToken": try person.value("refreshToken"), "continueUrl": "https://app.example/",
                    "codeChallenge": Self.challenge,
                ])
            let code = JSONValue.string(try Self.code(answer))
            let foreign = try await server.engine.serviceAccess.createAPIKey(label: "other", of: "another-project").key
            let body: [String: JSONValue] = ["code": code, "codeVerifier": .string(Self.verifier)]
            #expect(try await server.account("token", body, key: foreign).code == "INVALID_HANDOVER_CODE")
            #expect(try await server.account("token", body).status == 200)
        }
    }

    @Test("T183 challenges, states and verifiers have one form")
    func form() async throws {
        try await Self.run { target in
            let person = try await target.verifiedPerson("v@example.com")
            for more in [
                ["codeChallenge": ""], ["codeChallenge": .null], ["codeChallenge": .string(Self.verifier + "=")],
                ["state": "a b"], ["state": .string(String(repeating: "s", count: 513))], ["state": "é"],
            ] as [[String: JSONValue]] {
                let answer = try await Self.handOver(target, person, more: more)
                #expect(answer.status == 400 && !answer.text.contains("code="), "\(more): \(answer.text)")
            }
            for body in [
                [:], ["code": "x"], ["code": "x", "codeVerifier": "short"], ["codeVerifier": .string(Self.verifier)],
            ] as [[String: JSONValue]] {
                #expect(try await target.server.account("token", body).status == 400, "\(body)")
            }
        }
    }
}
