import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Projects that require second factors (`mfa.state: MANDATORY`), by HTTP.
@Suite("Mandatory second factors")
struct MandatoryFactorTests {
    static let refusal = "OPERATION_NOT_ALLOWED : This project requires a second factor. Enrol one first."

    static func require(_ server: TestServer, _ state: String = "MANDATORY") async throws {
        let answer = try await server.configure("mfa.state", ["mfa": .object(["state": .string(state)])])
        #expect(answer.json["mfa"]?["state"]?.string == state, "\(answer.text)")
    }

    /// Indicates whether a token allows nothing but enrolling a second factor.
    static func isForEnrollment(_ idToken: String?) -> Bool {
        let claims = idToken.flatMap { JSONWebToken($0)?.claims }
        let isRestricted = claims?["aud"] == "vincula:second-factor-enrollment:example"
        #expect(isRestricted || claims?["aud"] == "example", "\(claims?.text ?? "-")")
        #expect((claims?["firebase"]?["second_factor_required"] == true) == isRestricted, "\(claims?.text ?? "-")")
        return isRestricted
    }

    static func person(_ server: TestServer, _ name: String = "ana") async throws -> HTTPAnswer {
        try await server.fakeIdp(
            "google.com", ["sub": .string(name), "email": .string("\(name)@gmail.com"), "email_verified": true])
    }

    static func token(_ answer: HTTPAnswer) throws -> JSONValue {
        .string(try #require(answer["idToken"] ?? answer["id_token"], "\(answer.text)"))
    }

    // MARK: The table of requests

    /// Makes a request in every form that it has.
    private static func make(
        _ request: SignedInRequest, _ name: String, _ person: HTTPAnswer, _ server: TestServer
    ) async throws -> [HTTPAnswer] {
        let idToken = try token(person)
        func call(_ rpc: String, _ body: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
            try await server.call(rpc, body.merging(["idToken": idToken]) { $1 })
        }
        switch request {
        case .refresh: return [try await server.refresh(try #require(person["refreshToken"]))]
        case .lookUp: return [try await call("accounts:lookup")]
        case .enrollSecondFactor:
            return [
                try await server.call2("accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": .object([:])]),
                try await server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": idToken, "phoneEnrollmentInfo": .object(["phoneNumber": "+15550100001"])]),
            ]
        case .withdrawSecondFactor:
            return [try await server.call2("accounts/mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": "x"])]
        case .proveAddress: return [try await call("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"])]
        case .changeAddress:
            let new = JSONValue.string("\(name).new@example.com")
            return [
                try await call("accounts:sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": new]),
                try await call("accounts:update", ["email": new]),
            ]
        case .applyMailedCode: return [try await call("accounts:update", ["oobCode": "123456"])]
        case .updateAccount:
            return [
                try await call("accounts:update", ["displayName": "Ana"]),
                try await call("accounts:update", ["password": "violet river"]),
                try await call("accounts:update", ["email": .string("\(name).too@example.com"), "password": "violet river"]),
                try await call("accounts:update", ["deleteAttribute": .array(["EMAIL"])]),
                try await call("accounts:update", ["deleteProvider": .array(["google.com"])]),
            ]
        case .deleteAccount: return [try await call("accounts:delete")]
        case .linkPassword:
            return [try await call("accounts:signUp", ["email": .string("\(name).pw@example.com"), "password": "violet river"])]
        case .linkEmailLink: return [try await server.signInByLink("\(name).link@example.com", idToken: idToken.string)]
        case .linkIdentity:
            return [
                try await server.fakeIdp("facebook.com", ["sub": .string(name)], idToken: idToken.string),
                try await server.signInByPhone("+15550100002", ["idToken": idToken]),
                try await server.signInByPhone("+15550100002", ["idToken": idToken, "operation": "LINK"]),
            ]
        case .reauthenticate:
            return [
                try await server.fakeIdp(
                    "google.com", ["sub": .string(name)], idToken: idToken.string, more: ["autoCreate": false])
            ]
        case .listSessions: return [try await server.account("sessions", ["idToken": idToken])]
        case .endSessions: return [try await server.account("sessions:end", ["idToken": idToken, "allOthers": true])]
        case .handOver:
            return [
                try await server.account(
                    "handover",
                    [
                        "refreshToken": .string(try #require(person["refreshToken"])), "continueUrl": "http://localhost/",
                        "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                    ])
            ]
        case .revokeProviderToken:
            return [
                try await server.call2(
                    "accounts:revokeToken",
                    ["idToken": idToken, "providerId": "apple.com", "token": "t", "tokenType": "ACCESS_TOKEN"])
            ]
        case .other: return []
        }
    }

    @Test("T210 every request of a session that has to enrol a factor: open or refused, as the table says")
    func table() async throws {
        try await TestServer.with { server in
            try await Self.require(server)
            for (index, request) in SignedInRequest.allCases.enumerated() {
                let proven = try await Self.person(server, "p\(index)")
                #expect(Self.isForEnrollment(proven["idToken"]), "\(proven.text)")
                for answer in try await Self.make(request, "p\(index)", proven, server) {
                    if request.opening == .always {
                        // What is refused for reasons of its own: there is no such code, and no key for Apple.
                        let others = [
                            "INVALID_OOB_CODE", "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
                        ]
                        #expect(answer.status == 200 || others.contains(answer.message ?? ""), "\(request): \(answer.text)")
                    } else {
                        #expect(answer.message == Self.refusal, "\(request): \(answer.text)")
                    }
                }
                // Before the address is proven, it can be changed as well.
                let unproven = try await server.call(
                    "accounts:signUp", ["email": .string("u\(index)@example.com"), "password": "violet river"])
                #expect(Self.isForEnrollment(unproven["idToken"]), "\(unproven.text)")
                for answer in try await Self.make(request, "u\(index)", unproven, server) {
                    #expect((answer.message == Self.refusal) == (request.opening == .never), "\(request): \(answer.text)")
                }
            }
        }
    }

    @Test("T210 nothing that was refused has happened")
    func noTrace() async throws {
        try await TestServer.with { server in
            try await Self.require(server)
            let ana = try await Self.person(server)
            let before = try await server.call("accounts:lookup", ["idToken": try Self.token(ana)])
            for request in SignedInRequest.allCases where request.opening != .always {
                _ = try await Self.make(request, "ana", ana, server)
            }
            let after = try await server.call("accounts:lookup", ["idToken": try Self.token(ana)])
            #expect(before.json["users"] == after.json["users"], "\(after.text)")
            // The number and the identity are still anybody's.
            #expect(try await server.fakeIdp("facebook.com", ["sub": "ana"])["localId"] != ana["localId"])
        }
    }

    @Test("An enrolment token becomes no session cookie; a custom token is the backend's word, and is let by")
    func cookiesAndCustomTokens() async throws {
        try await TestServer.with { server in
            let before = try await server.call(
                "accounts:signUp", ["email": "ben@example.com", "password": "violet river", "returnSecureToken": true])
            #expect(try await server.cookie(try #require(before["idToken"]))["sessionCookie"] != nil)
            try await Self.require(server)
            let late = try await server.cookie(try #require(before["idToken"]))
            #expect(late.message?.contains("This project requires a second factor.") == true, "\(late.text)")
            let made = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "returnSecureToken": true])
            let token = try #require(made["idToken"])
            #expect(Self.isForEnrollment(token))
            let refused = try await server.cookie(token)
            #expect(refused.message?.contains("This project requires a second factor.") == true, "\(refused.text)")

            let byBackend = try await server.signIn(
                customToken: #"{"uid":"robot"}"#, more: ["returnSecureToken": true])
            let idToken = try #require(byBackend["idToken"], "\(byBackend.text)")
            #expect(!Self.isForEnrollment(idToken))
            let refreshed = try await server.refresh(try #require(byBackend["refreshToken"]))
            #expect(refreshed.status == 200 && !Self.isForEnrollment(refreshed["id_token"]), "\(refreshed.text)")
            let cookie = try await server.cookie(idToken)
            #expect(cookie["sessionCookie"] != nil, "\(cookie.text)")
        }
    }

    // MARK: Stories

    @Test("Sign up, confirm the address, enrol, go on; the next sign-in asks for the factor", arguments: [true, false])
    func story(byPhone: Bool) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            try await Self.require(server)
            let made = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "returnSecureToken": true])
            #expect(Self.isForEnrollment(made["idToken"]), "\(made.text)")
            let early = try await server.call2(
                "accounts/mfaEnrollment:start", ["idToken": try Self.token(made), "totpEnrollmentInfo": .object([:])])
            #expect(early.message?.hasPrefix("UNVERIFIED_EMAIL") == true, "\(early.text)")
            let asked = try await server.call(
                "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": try Self.token(made)])
            #expect(asked.status == 200, "\(asked.text)")
            let code = try await server.code(.verifyEmail, to: "ana@example.com")
            #expect(try await server.call("accounts:update", ["oobCode": code]).json["emailVerified"] == true)
            let refreshed = try await server.refresh(try #require(made["refreshToken"]))
            #expect(Self.isForEnrollment(refreshed["id_token"]), "\(refreshed.text)")

            let idToken = try #require(refreshed["id_token"])
            var app: Authenticator?
            let enrolled: HTTPAnswer
            if byPhone {
                enrolled = try await Self.enrolPhone(server, idToken)
            } else {
                let (new, session) = try await server.enrol(idToken: idToken, now: clock.now)
                (app, enrolled) = (new, session)
            }
            #expect(!Self.isForEnrollment(enrolled["idToken"]), "\(enrolled.text)")
            let changed = try await server.call("accounts:update", ["idToken": try Self.token(enrolled), "displayName": "Ana"])
            #expect(changed.status == 200, "\(changed.text)")
            let next = try await server.refresh(try #require(enrolled["refreshToken"]))
            #expect(!Self.isForEnrollment(next["id_token"]), "\(next.text)")
            #expect(try await server.refresh(try #require(made["refreshToken"])).message == "TOKEN_EXPIRED", "it gave no factor")

            let awaited = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "violet river"])
            #expect(awaited["mfaPendingCredential"] != nil && awaited["idToken"] == nil, "\(awaited.text)")
            guard let app else { return }
            clock.advance(seconds: 30)
            let done = try await server.finishSignIn(
                awaited["mfaPendingCredential"], factor: app.id, code: app.code(at: clock.now))
            #expect(!Self.isForEnrollment(done["idToken"]), "\(done.text)")
        }
    }

    private static func enrolPhone(_ server: TestServer, _ idToken: String) async throws -> HTTPAnswer {
        let started = try await server.call2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(idToken), "phoneEnrollmentInfo": .object(["phoneNumber": "+15550100003"])])
        let info = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
        return try await server.call2(
            "accounts/mfaEnrollment:finalize",
            [
                "idToken": .string(idToken),
                "phoneVerificationInfo": .object([
                    "sessionInfo": .string(info), "code": .string(try await server.digits(of: info)),
                ]),
            ])
    }

    @Test("T210 switched on, it counts from the next refresh; switched off again, too", arguments: [true, false])
    func switching(rotates: Bool) async throws {
        try await TestServer.with { server in
            if rotates {
                let sessions = JSONValue.object(["sessions": .object(["refreshRotation": true])])
                let set = try await server.configure("vincula.sessions.refreshRotation", ["vincula": sessions])
                #expect(set.status == 200, "\(set.text)")
            }
            let ana = try await Self.person(server)
            #expect(!Self.isForEnrollment(ana["idToken"]))
            try await Self.require(server)
            let still = try await server.call("accounts:update", ["idToken": try Self.token(ana), "displayName": "Ana"])
            #expect(still.status == 200, "an ID token counts until it expires: \(still.text)")
            let restricted = try await server.refresh(try #require(ana["refreshToken"]))
            #expect(Self.isForEnrollment(restricted["id_token"]), "\(restricted.text)")
            // A link with the ID token from before opens a session as the project has it now.
            let linked = try await server.fakeIdp("facebook.com", ["sub": "f"], idToken: ana["idToken"])
            #expect(Self.isForEnrollment(linked["idToken"]), "\(linked.text)")
            try await Self.require(server, "ENABLED")
            let refused = try await server.call(
                "accounts:update", ["idToken": .string(try #require(restricted["id_token"])), "displayName": "A"])
            #expect(refused.message == Self.refusal, "\(refused.text)")
            let free = try await server.refresh(try #require(restricted["refresh_token"]))
            #expect(!Self.isForEnrollment(free["id_token"]), "\(free.text)")
        }
    }

    @Test("T210 a hand-over from before is worth what its session is worth now")
    func handover() async throws {
        try await TestServer.with { server in
            let ana = try await Self.person(server)
            let answer = try await server.account(
                "handover",
                [
                    "refreshToken": .string(try #require(ana["refreshToken"])), "continueUrl": "http://localhost/",
                    "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                ])
            let code = try #require(URLComponents(string: answer["url"] ?? "")?.queryItems?.first { $0.name == "code" }?.value)
            try await Self.require(server)
            let opened = try await server.account(
                "token", ["code": .string(code), "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"])
            #expect(Self.isForEnrollment(opened["idToken"]), "\(opened.text)")
        }
    }

    @Test("T210 first factors that no second one goes with: guests are refused, a phone opens a session that can get an address")
    func firstFactors() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let guest = try await server.call("accounts:signUp", ["returnSecureToken": true])
            try await Self.require(server)
            let refused = try await server.call("accounts:signUp", ["returnSecureToken": true])
            #expect(refused.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(refused.text)")
            let known = try await server.refresh(try #require(guest["refreshToken"]))
            #expect(Self.isForEnrollment(known["id_token"]), "\(known.text)")

            let byPhone = try await server.signInByPhone("+15550100004")
            #expect(Self.isForEnrollment(byPhone["idToken"]), "\(byPhone.text)")
            for token in [known["id_token"], byPhone["idToken"]] {
                let start = try await server.call2(
                    "accounts/mfaEnrollment:start",
                    ["idToken": .string(try #require(token)), "totpEnrollmentInfo": .object([:])])
                #expect(start.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(start.text)")
            }
            let asked = try await server.call(
                "accounts:sendOobCode",
                [
                    "requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "ana@example.com", "idToken": try Self.token(byPhone),
                ])
            #expect(asked.status == 200, "\(asked.text)")
            let code = try await server.code(.verifyAndChangeEmail, to: "ana@example.com")
            #expect(try await server.call("accounts:update", ["oobCode": code]).status == 200)
            let byLink = try await server.signInByLink("ana@example.com")
            #expect(byLink["localId"] == byPhone["localId"] && Self.isForEnrollment(byLink["idToken"]), "\(byLink.text)")
            let (_, session) = try await server.enrol(idToken: try #require(byLink["idToken"]), now: clock.now)
            #expect(!Self.isForEnrollment(session["idToken"]))
            let opened = try await server.signInByPhone("+15550100004")
            #expect(opened.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(opened.text)")
        }
    }

    @Test("T210 whoever removes the last factor has to enrol another one; after an administrator's removal, at the next sign-in")
    func lastFactor() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            try await Self.require(server)
            let ana = try await Self.person(server)
            let (app, session) = try await server.enrol(idToken: try #require(ana["idToken"]), now: clock.now)
            let withdrawn = try await server.call2(
                "accounts/mfaEnrollment:withdraw", ["idToken": try Self.token(session), "mfaEnrollmentId": .string(app.id)])
            #expect(Self.isForEnrollment(withdrawn["idToken"]), "\(withdrawn.text)")
            clock.advance(seconds: 30)
            let (_, again) = try await server.enrol(idToken: try #require(withdrawn["idToken"]), now: clock.now)
            #expect(!Self.isForEnrollment(again["idToken"]))
            let cleared = try await server.admin(
                "accounts:update", ["localId": .string(try #require(ana["localId"])), "mfa": .object([:])])
            #expect(cleared.status == 200, "\(cleared.text)")
            #expect(try await server.refresh(try #require(again["refreshToken"])).message == "TOKEN_EXPIRED")
            #expect(Self.isForEnrollment(try await Self.person(server)["idToken"]))
        }
    }

    @Test("The project's settings: what cannot be is refused by name")
    func settings() async throws {
        try await TestServer.with { server in
            func set(_ mask: String, _ mfa: JSONValue) async throws -> HTTPAnswer {
                try await server.configure(mask, ["mfa": mfa])
            }
            let app = { (state: JSONValue) in
                JSONValue.object(["state": state, "totpProviderConfig": .object(["adjacentIntervals": 3])])
            }
            let full = try await set(
                "mfa", .object(["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"], "providerConfigs": []]))
            #expect(full.json["mfa"]?["state"] == "MANDATORY" && full.json["mfa"]?["enabledProviders"] == ["PHONE_SMS"])
            #expect(full.json["mfa"]?["providerConfigs"]?[0]?["state"] == "DISABLED", "\(full.text)")
            let read = try await server.administer("GET", "config")
            #expect(read.json["mfa"] == full.json["mfa"], "\(read.text)")
            for (mask, bad, words) in [
                ("mfa.enabledProviders", .object(["enabledProviders": []]), "MANDATORY"),
                ("mfa.providerConfigs", .object(["providerConfigs": .array([app("MANDATORY")])]), "providerConfigs.state"),
                (
                    "mfa.state,mfa.enabledProviders", .object(["state": "DISABLED", "enabledProviders": ["PHONE_SMS"]]),
                    "DISABLED"
                ),
                ("mfa", .object(["state": "DISABLED", "providerConfigs": .array([app("ENABLED")])]), "DISABLED"),
                ("mfa", .object(["state": "ENABLED", "providerConfigs": [], "enabledProviders": []]), "no kind"),
                ("mfa", .object(["state": "MANDATORY", "providerConfigs": .array([app("DISABLED")])]), "no kind"),
            ] as [(String, JSONValue, String)] {
                let answer = try await set(mask, bad)
                #expect(answer.code == "INVALID_CONFIG" && answer.message?.contains(words) == true, "\(bad.text) \(answer.text)")
            }
            #expect(try await server.administer("GET", "config").json["mfa"] == full.json["mfa"], "nothing was changed")
            let on = try await set("mfa.providerConfigs", .object(["providerConfigs": .array([app("ENABLED")])]))
            #expect(on.json["mfa"]?["state"] == "MANDATORY", "\(on.text)")
            #expect(on.json["mfa"]?["providerConfigs"]?[0]?["totpProviderConfig"]?["adjacentIntervals"] == 3)
            let phones = try await set("mfa", .object(["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]))
            #expect(phones.json["mfa"]?["providerConfigs"]?[0]?["state"] == "DISABLED", "only what was named: \(phones.text)")
        }
    }
}
