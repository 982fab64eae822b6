import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Phones as second factors, by HTTP.
@Suite("Second factors by SMS")
struct PhoneFactorTests {
    private static let number = "+15550100001"
    private static let other = "+15550100002"

    private static func claims(_ token: String?) -> JSONValue? { token.flatMap { JSONWebToken($0)?.claims } }

    /// Begins to enrol a phone.
    private static func start(_ server: TestServer, _ number: String, _ idToken: String?) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(idToken ?? ""), "phoneEnrollmentInfo": .object(["phoneNumber": .string(number)])])
    }

    private static func finish(
        _ server: TestServer, _ sessionInfo: String, _ code: String, _ idToken: String?
    ) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaEnrollment:finalize",
            [
                "idToken": .string(idToken ?? ""), "displayName": "Mine",
                "phoneVerificationInfo": .object(["sessionInfo": .string(sessionInfo), "code": .string(code)]),
            ])
    }

    /// Enrols a phone, and returns the session that goes on.
    private static func enrol(_ server: TestServer, _ number: String, _ idToken: String?) async throws -> HTTPAnswer {
        let started = try await start(server, number, idToken)
        let session = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
        return try await finish(server, session, try await server.digits(of: session), idToken)
    }

    /// Somebody at Google, whose address is proven.
    private static func person(_ server: TestServer) async throws -> HTTPAnswer {
        try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
    }

    private static func startSignIn(_ server: TestServer, _ pending: String?, _ factor: String?) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["phoneSignInInfo": .object([:])]
        body["mfaPendingCredential"] = pending.map { .string($0) }
        body["mfaEnrollmentId"] = factor.map { .string($0) }
        return try await server.call2("accounts/mfaSignIn:start", body)
    }

    private static func finishSignIn(
        _ server: TestServer, _ pending: String?, _ sessionInfo: String, _ code: String
    ) async throws -> HTTPAnswer {
        try await server.call2(
            "accounts/mfaSignIn:finalize",
            [
                "mfaPendingCredential": .string(pending ?? ""),
                "phoneVerificationInfo": .object(["sessionInfo": .string(sessionInfo), "code": .string(code)]),
            ])
    }

    @Test("A phone is enrolled, told by mail, asked for at every sign-in, and removed")
    func wholeLife() async throws {
        try await TestServer.with { server in
            let ana = try await Self.person(server)
            let enrolled = try await Self.enrol(server, Self.number, ana["idToken"])
            #expect(enrolled.status == 200 && enrolled.json["phoneAuthInfo"]?["phoneNumber"]?.string == Self.number)
            let claims = Self.claims(enrolled["idToken"])?["firebase"]
            #expect(claims?["sign_in_second_factor"]?.string == "phone", "\(claims?.text ?? "-")")
            #expect(try await server.refresh(try #require(ana["refreshToken"])).status == 400, "the session without it ended")
            let mail = try await server.mail(.revertSecondFactorAddition, to: "ana@gmail.com")
            #expect(
                mail.mail.text.contains("A phone was added") && mail.mail.text.contains("Remove the phone"), "\(mail.mail.text)")
            let page = try await HTTP.send("GET", try #require(mail.link).url, headers: ["Accept": "text/html"])
            #expect(page.text.contains("<h1>Remove the phone?</h1>"), "\(page.text)")

            let awaited = try await Self.person(server)
            let info = try #require(awaited.json["mfaInfo"]?[0], "\(awaited.text)")
            #expect(awaited["idToken"] == nil && info["phoneInfo"]?.string == "+*******0001" && info["totpInfo"] == nil)
            #expect(info["displayName"]?.string == "Mine" && info["unobfuscatedPhoneInfo"] == nil, "\(info.text)")
            let factor = try #require(info["mfaEnrollmentId"]?.string)
            let started = try await Self.startSignIn(server, awaited["mfaPendingCredential"], factor)
            let session = try #require(started.json["phoneResponseInfo"]?["sessionInfo"]?.string, "\(started.text)")
            let code = try await server.digits(of: session)
            let wrong = try await Self.finishSignIn(server, awaited["mfaPendingCredential"], session, otherCode(than: code))
            #expect(wrong.message == "INVALID_CODE")
            let done = try await Self.finishSignIn(server, awaited["mfaPendingCredential"], session, code)
            #expect(Self.claims(done["idToken"])?["firebase"]?["second_factor_identifier"]?.string == factor, "\(done.text)")
            #expect(try await Self.finishSignIn(server, awaited["mfaPendingCredential"], session, code).status == 400, "once")
            let seen = try await server.call("accounts:lookup", ["idToken": .string(try #require(done["idToken"]))])
            let shown = seen.json["users"]?[0]?["mfaInfo"]?[0]
            #expect(shown?["phoneInfo"]?.string == Self.number, "\(seen.text)")
            #expect(shown?["unobfuscatedPhoneInfo"]?.string == Self.number, "\(seen.text)")
            #expect(seen.json["users"]?[0]?["phoneNumber"] == nil, "it is no way in")

            let removed = try await server.call2(
                "accounts/mfaEnrollment:withdraw",
                ["idToken": .string(try #require(done["idToken"])), "mfaEnrollmentId": .string(factor)])
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await server.mail(.secondFactorRemoved, to: "ana@gmail.com").mail.text.contains("A phone was removed"))
            #expect(try await Self.person(server)["idToken"] != nil)
        }
    }

    @Test("T123 a code for one purpose, account or sign-in is worth nothing for another")
    func purposes() async throws {
        try await TestServer.with { server in
            let ana = try await Self.person(server)
            let bob = try await server.fakeIdp("google.com", ["sub": "h", "email": "bob@gmail.com", "email_verified": true])
            // A code for signing in enrols nothing, and one for enrolling signs nobody in.
            let signIn = try await server.sendCode(to: Self.number)
            let code = try await server.digits(of: signIn)
            #expect(try await Self.finish(server, signIn, code, ana["idToken"]).message == "INVALID_SESSION_INFO")
            let started = try await Self.start(server, Self.number, ana["idToken"])
            let enrolment = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string)
            let digits = try await server.digits(of: enrolment)
            #expect(try await server.enter(digits, enrolment).message == "INVALID_SESSION_INFO")
            #expect(try await Self.finish(server, enrolment, digits, bob["idToken"]).message == "INVALID_SESSION_INFO")
            #expect(try await Self.finish(server, enrolment, digits, ana["idToken"]).status == 200)
            // A code for one account's factor finishes no other account's sign-in.
            #expect(try await Self.enrol(server, Self.other, bob["idToken"]).status == 200)
            let awaitedA = try await Self.person(server)
            let awaitedB = try await server.fakeIdp("google.com", ["sub": "h", "email": "bob@gmail.com", "email_verified": true])
            let factor = awaitedA.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string
            #expect(
                try await Self.startSignIn(server, awaitedB["mfaPendingCredential"], factor).message == "MFA_ENROLLMENT_NOT_FOUND"
            )
            let sent = try await Self.startSignIn(server, awaitedA["mfaPendingCredential"], factor)
            let session = try #require(sent.json["phoneResponseInfo"]?["sessionInfo"]?.string)
            let right = try await server.digits(of: session)
            #expect(
                try await Self.finishSignIn(server, awaitedB["mfaPendingCredential"], session, right).message
                    == "INVALID_SESSION_INFO")
            #expect(try await Self.finishSignIn(server, awaitedA["mfaPendingCredential"], session, right).status == 200)
            // Nor is it worth anything for the next sign-in of the same account.
            let next = try await Self.person(server)
            #expect(
                try await Self.finishSignIn(server, next["mfaPendingCredential"], session, right).message
                    == "INVALID_SESSION_INFO")
        }
    }

    @Test("T120 five wrong codes end a sign-in, however many messages are sent for it")
    func guesses() async throws {
        try await TestServer.with { server in
            let ana = try await Self.person(server)
            #expect(try await Self.enrol(server, Self.number, ana["idToken"]).status == 200)
            let awaited = try await Self.person(server)
            let factor = awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string
            for _ in 0..<5 {
                let sent = try await Self.startSignIn(server, awaited["mfaPendingCredential"], factor)
                let session = try #require(sent.json["phoneResponseInfo"]?["sessionInfo"]?.string)
                let wrong = otherCode(than: try await server.digits(of: session))
                #expect(
                    try await Self.finishSignIn(server, awaited["mfaPendingCredential"], session, wrong).message == "INVALID_CODE"
                )
            }
            let refused = try await Self.startSignIn(server, awaited["mfaPendingCredential"], factor)
            #expect(refused.message == "INVALID_MFA_PENDING_CREDENTIAL", "\(refused.text)")
        }
    }

    @Test("T005 what a phone needs before it is added, and what is refused")
    func refusals() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let unproven = try await server.call("accounts:signUp", ["email": "eve@example.com", "password": "violet river"])
            let refused = try await Self.start(server, Self.number, unproven["idToken"])
            #expect(refused.message?.hasPrefix("UNVERIFIED_EMAIL") == true, "\(refused.text)")
            let byPhone = try await server.signInByPhone(Self.other)
            #expect(
                try await Self.start(server, Self.number, byPhone["idToken"]).message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR")
                    == true)
            let ana = try await Self.person(server)
            #expect(try await Self.start(server, "123", ana["idToken"]).message == "INVALID_PHONE_NUMBER : Invalid format.")
            #expect(try await Self.start(server, "", ana["idToken"]).message == "MISSING_PHONE_NUMBER")
            #expect(try await Self.start(server, Self.number, nil).status == 400)
            let session = try await Self.enrol(server, Self.number, ana["idToken"])
            let twice = try await Self.start(server, Self.number, session["idToken"])
            #expect(twice.message?.hasPrefix("SECOND_FACTOR_EXISTS") == true, "\(twice.text)")
            clock.advance(seconds: 301)
            #expect(
                try await Self.start(server, Self.other, session["idToken"]).message == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let off = JSONValue.object(["state": "DISABLED"])
            #expect(try await server.configure("mfa.state", ["mfa": off]).status == 200)
            let bob = try await server.fakeIdp("google.com", ["sub": "h", "email": "bob@gmail.com", "email_verified": true])
            #expect(
                try await Self.start(server, Self.other, bob["idToken"]).message
                    == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
            #expect(try await Self.person(server)["mfaPendingCredential"] != nil, "one that is enrolled stays required")
        }
    }

    @Test("Beside an authenticator app, either finishes a sign-in; neither takes the other's code")
    func besideAnApp() async throws {
        try await TestServer.with { server in
            let ana = try await Self.person(server)
            let (app, session) = try await server.enrol(idToken: try #require(ana["idToken"]), now: SystemClock().now)
            #expect(try await Self.enrol(server, Self.number, session["idToken"]).status == 200)
            let awaited = try await Self.person(server)
            let infos = (0..<2).compactMap { awaited.json["mfaInfo"]?[$0] }
            let phone = try #require(infos.first { $0["phoneInfo"] != nil }?["mfaEnrollmentId"]?.string)
            let pending = awaited["mfaPendingCredential"]
            let byApp = try await Self.startSignIn(server, pending, app.id)
            #expect(byApp.message?.contains("authenticator app, so no code is sent") == true, "\(byApp.text)")
            #expect(
                try await server.finishSignIn(pending, factor: phone, code: app.code(at: SystemClock().now)).message
                    == "INVALID_CODE")
            let finished = try await server.finishSignIn(
                pending, factor: app.id, code: app.code(at: SystemClock().now, offset: 1))
            #expect(Self.claims(finished["idToken"])?["firebase"]?["sign_in_second_factor"]?.string == "totp", "\(finished.text)")
        }
    }

    @Test("The project's settings, as Google has them")
    func settings() async throws {
        try await TestServer.with { server in
            let off = JSONValue.object(["enabledProviders": .array([])])
            let set = try await server.configure("mfa.enabledProviders", ["mfa": off])
            #expect(set.json["mfa"]?["enabledProviders"] == .array([]) && set.json["mfa"]?["state"]?.string == "ENABLED")
            let on = JSONValue.object(["enabledProviders": .array(["PHONE_SMS"])])
            let again = try await server.configure("mfa.enabledProviders", ["mfa": on])
            #expect(again.json["mfa"]?["enabledProviders"] == .array(["PHONE_SMS"]), "\(again.text)")
            let bad = JSONValue.object(["enabledProviders": .array(["PROVIDER_UNSPECIFIED"])])
            #expect(try await server.configure("mfa.enabledProviders", ["mfa": bad]).status == 400)
        }
    }
}
