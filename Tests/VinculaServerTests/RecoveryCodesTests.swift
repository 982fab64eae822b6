import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Recovery codes, by HTTP.
@Suite("Recovery codes by HTTP")
struct RecoveryCodesTests {
    private static let email = "ana@gmail.com"
    private static let number = "+15550100001"

    /// Somebody at Google, whose address is proven.
    private static func signIn(_ server: TestServer) async throws -> HTTPAnswer {
        try await server.fakeIdp("google.com", ["sub": "g", "email": .string(email), "email_verified": true])
    }

    private static func claims(_ answer: HTTPAnswer) -> JSONValue? {
        answer["idToken"].flatMap { JSONWebToken($0)?.claims["firebase"] }
    }

    /// Checks that a session was opened with a recovery code, and returns it.
    @discardableResult
    private static func expectRecovery(_ answer: HTTPAnswer) -> HTTPAnswer {
        #expect(claims(answer)?["sign_in_second_factor"]?.string == "recovery", "\(answer.text)")
        #expect(answer["refreshToken"] != nil)
        return answer
    }

    /// A server, an authenticator app, and the session that enrolled it.
    private static func run(
        clock: TestClock = TestClock(),
        _ body: @escaping @Sendable (TestServer, Authenticator, HTTPAnswer) async throws -> Void
    ) async throws {
        try await TestServer.with(clock: clock) { server in
            let person = try await signIn(server)
            let (app, session) = try await server.enrol(idToken: try #require(person["idToken"]), now: clock.now)
            try await body(server, app, session)
        }
    }

    private static func audit(_ action: AuditAction, _ server: TestServer) async throws -> [AuditEntry] {
        try await server.engine.auditLog.entries(AuditQuery(action: action, limit: 20))
    }

    @Test("Ten codes are made, told of, used up one by one, told of again, and end with the last factor")
    func wholeLife() async throws {
        try await Self.run { server, app, session in
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == nil)
            let made = try await server.makeRecoveryCodes(session["idToken"])
            let codes = made.recoveryCodes
            #expect(Set(codes).count == 10 && codes.allSatisfy { RecoveryCode(typed: $0)?.text == $0 }, "\(made.text)")
            #expect(made["idToken"] == nil && made["refreshToken"] == nil, "the session goes on")
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 10)
            let told = try await server.mail(.recoveryCodesMade, to: Self.email).mail.text
            #expect(told.contains("Remove the recovery codes") && told.contains("Network address: 127.0.0.1"), "\(told)")
            #expect(codes.allSatisfy { !told.contains($0) })

            let typed = [codes[0].lowercased(), codes[1].replacingOccurrences(of: "-", with: " "), " \(codes[2])\n"]
            var last = session
            for (number, code) in typed.enumerated() {
                let awaited = try await Self.signIn(server)
                #expect(awaited["idToken"] == nil && !awaited.text.contains("recovery"), "\(awaited.text)")
                last = Self.expectRecovery(
                    try await server.finishSignIn(awaited["mfaPendingCredential"], recoveryCode: code))
                #expect(try await server.recoveryCodesLeft(last["idToken"]) == Int64(9 - number))
            }
            let used = try await server.mail(.recoveryCodeUsed, to: Self.email)
            #expect(used.mail.text.contains("Recovery codes left: 7.") && used.mail.text.contains("Time: "), "\(used.mail.text)")
            #expect(used.link == nil && !used.mail.text.contains(codes[2]))
            #expect(try await Self.audit(.recoveryCodesCreate, server).count == 1)
            let uses = try await Self.audit(.recoveryCodesUse, server)
            // Each also has the id of its request.
            #expect(uses.map(\.facts.details) == (7...9).map { ["left": .integer($0)] }, "newest first")
            #expect(uses.allSatisfy { $0.facts.request != nil })

            let seen = try await server.call("accounts:lookup", ["idToken": .string(last["idToken"] ?? "")])
            #expect(seen.json["users"]?[0]?["mfaInfo"]?[1] == nil && !seen.text.contains("recovery"), "\(seen.text)")
            let fresh = try await server.refresh(try #require(last["refreshToken"]))
            let claims = JSONWebToken(fresh["id_token"] ?? "")?.claims["firebase"]
            #expect(claims?["sign_in_second_factor"]?.string == "recovery", "\(fresh.text)")

            let removed = try await server.call2(
                "accounts/mfaEnrollment:withdraw",
                ["idToken": .string(last["idToken"] ?? ""), "mfaEnrollmentId": .string(app.id)])
            #expect(removed.status == 200, "\(removed.text)")
            #expect(Self.claims(removed)?["sign_in_second_factor"] == nil)
            #expect(try await server.recoveryCodesLeft(removed["idToken"]) == nil)
            #expect(try await Self.signIn(server)["idToken"] != nil)
            #expect(try await Self.audit(.recoveryCodesRemove, server).count == 1)
        }
    }

    @Test("A lost phone: the session of a code enrols another app and removes the old one, and the codes stay")
    func lostPhone() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock) { server, old, session in
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let pending = try await Self.signIn(server)["mfaPendingCredential"]
            let recovered = Self.expectRecovery(try await server.finishSignIn(pending, recoveryCode: codes[0]))
            let (app, enrolled) = try await server.enrol(idToken: try #require(recovered["idToken"]), now: clock.now)
            let removed = try await server.call2(
                "accounts/mfaEnrollment:withdraw",
                ["idToken": .string(enrolled["idToken"] ?? ""), "mfaEnrollmentId": .string(old.id)])
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await server.recoveryCodesLeft(removed["idToken"]) == 9)
            let again = try await Self.signIn(server)["mfaPendingCredential"]
            #expect(try await server.finishSignIn(again, factor: old.id, code: codes[1]).message == "MFA_ENROLLMENT_NOT_FOUND")
            Self.expectRecovery(try await server.finishSignIn(again, factor: app.id, code: codes[1]))
        }
    }

    @Test("A client that knows nothing of recovery codes sends one where an app's digits go, or a message's")
    func unmodifiedClients() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock) { server, app, session in
            let token = JSONValue.string(session["idToken"] ?? "")
            let started = try await server.call2(
                "accounts/mfaEnrollment:start",
                ["idToken": token, "phoneEnrollmentInfo": .object(["phoneNumber": .string(Self.number)])])
            let info = try #require(started.json["phoneSessionInfo"]?["sessionInfo"]?.string, "\(started.text)")
            let both = try await server.call2(
                "accounts/mfaEnrollment:finalize",
                [
                    "idToken": token,
                    "phoneVerificationInfo": .object([
                        "sessionInfo": .string(info), "code": .string(try await server.digits(of: info)),
                    ]),
                ])
            let codes = try await server.makeRecoveryCodes(both["idToken"]).recoveryCodes
            let byApp = try await Self.signIn(server)["mfaPendingCredential"]
            Self.expectRecovery(try await server.finishSignIn(byApp, factor: app.id, code: codes[0]))

            let awaited = try await Self.signIn(server)
            let pending = JSONValue.string(awaited["mfaPendingCredential"] ?? "")
            let factors = (0..<2).compactMap { awaited.json["mfaInfo"]?[$0] }
            let phone = try #require(factors.first { $0["phoneInfo"] != nil }?["mfaEnrollmentId"])
            func send() async throws -> JSONValue {
                let sent = try await server.call2(
                    "accounts/mfaSignIn:start",
                    ["mfaPendingCredential": pending, "mfaEnrollmentId": phone, "phoneSignInInfo": .object([:])])
                return try #require(sent.json["phoneResponseInfo"]?["sessionInfo"], "\(sent.text)")
            }
            func type(_ code: String, _ session: JSONValue) async throws -> HTTPAnswer {
                try await server.call2(
                    "accounts/mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": pending,
                        "phoneVerificationInfo": .object(["sessionInfo": session, "code": .string(code)]),
                    ])
            }
            let sent = try await send()
            #expect(try await type(codes[0], sent).message == "INVALID_CODE", "used before")
            #expect(try await type(codes[1], "made up").message == "INVALID_SESSION_INFO")
            #expect(try await type(codes[1], .string(info)).message == "INVALID_SESSION_INFO", "the enrolment's")
            Self.expectRecovery(try await type(codes[1], sent))
            #expect(try await server.recoveryCodesLeft(both["idToken"]) == 8)
        }
    }

    @Test("A new set replaces the old one; whoever signed in with one of its codes goes on in another session")
    func replaced() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock) { server, app, session in
            let first = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let pending = try await Self.signIn(server)["mfaPendingCredential"]
            let recovered = Self.expectRecovery(try await server.finishSignIn(pending, recoveryCode: first[0]))
            let renewed = try await server.makeRecoveryCodes(recovered["idToken"])
            Self.expectRecovery(renewed)
            #expect(renewed.recoveryCodes.count == 10 && Set(renewed.recoveryCodes).isDisjoint(with: first))
            #expect(try await server.recoveryCodesLeft(renewed["idToken"]) == 10)
            // The session before has no second factor any more, nor has its next token.
            let refreshed = try await server.refresh(try #require(recovered["refreshToken"]))
            for token in [recovered["idToken"], refreshed["id_token"]] {
                let refused = try await server.makeRecoveryCodes(token)
                #expect(refused.message == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(refused.text)")
            }
            let claims = JSONWebToken(refreshed["id_token"] ?? "")?.claims["firebase"]
            #expect(claims?["sign_in_second_factor"] == nil && claims?["second_factor_identifier"] == nil)
            let again = try await Self.signIn(server)["mfaPendingCredential"]
            for code in first { #expect(try await server.finishSignIn(again, recoveryCode: code).status == 400, "\(code)") }
            let fresh = try await Self.signIn(server)["mfaPendingCredential"]
            Self.expectRecovery(try await server.finishSignIn(fresh, recoveryCode: renewed.recoveryCodes[0]))
            // The person may go on to remove what was lost.
            let removed = try await server.call2(
                "accounts/mfaEnrollment:withdraw",
                ["idToken": .string(renewed["idToken"] ?? ""), "mfaEnrollmentId": .string(app.id)])
            #expect(removed.status == 200, "\(removed.text)")
        }
    }

    @Test("What is refused, and how")
    func refusals() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let person = try await Self.signIn(server)
            #expect(try await server.makeRecoveryCodes(person["idToken"]).message == "MFA_ENROLLMENT_NOT_FOUND")
            #expect(try await server.makeRecoveryCodes(nil).status == 400)
            #expect(try await server.makeRecoveryCodes("x").message == "INVALID_ID_TOKEN")
            #expect(try await server.account("recovery-codes", ["idToken": "x"]).message == "INVALID_ID_TOKEN")
            let (app, session) = try await server.enrol(idToken: try #require(person["idToken"]), now: clock.now)
            let pending = try await Self.signIn(server)["mfaPendingCredential"]
            #expect(try await server.finishSignIn(nil, recoveryCode: "K7QM2-9XTRD").code == "MISSING_MFA_PENDING_CREDENTIAL")
            #expect(try await server.finishSignIn(pending, recoveryCode: "").message == "MISSING_CODE")
            #expect(try await server.finishSignIn(pending, recoveryCode: "K7QM2-9XTRD").message == "INVALID_CODE", "none made")
            #expect(try await server.finishSignIn(pending, recoveryCode: "123456").message == "INVALID_CODE")
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let mixed = try await server.call2(
                "accounts/mfaSignIn:finalize",
                [
                    "mfaPendingCredential": .string(pending ?? ""), "mfaEnrollmentId": .string(app.id),
                    "recoveryCode": .string(codes[0]), "totpVerificationInfo": .object(["verificationCode": "123456"]),
                ])
            #expect(mixed.status == 400 && mixed.message?.contains("recoveryCode") == true, "\(mixed.text)")
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 10)
            clock.advance(seconds: 301)
            #expect(try await server.makeRecoveryCodes(session["idToken"]).message == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await server.recoveryCodesLeft(session["idToken"]) == 10, "asking needs no recent sign-in")
        }
    }

    @Test("An administrator who removes or replaces all factors ends the codes; one who keeps a factor does not")
    func administrators() async throws {
        try await Self.run { server, app, session in
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let id = JSONValue.string(try #require(JSONWebToken(session["idToken"] ?? "")?.claims["sub"]?.string))
            func set(_ factors: [JSONValue]) async throws {
                let set = try await server.admin(
                    "accounts:update", ["localId": id, "mfa": .object(["enrollments": .array(factors)])])
                #expect(set.status == 200, "\(set.text)")
            }
            let phone = JSONValue.object(["phoneInfo": .string(Self.number)])
            try await set([.object(["mfaEnrollmentId": .string(app.id)]), phone])
            let pending = try await Self.signIn(server)["mfaPendingCredential"]
            let kept = Self.expectRecovery(try await server.finishSignIn(pending, recoveryCode: codes[0]))
            #expect(try await server.recoveryCodesLeft(kept["idToken"]) == 9)
            // Whoever had the old factors may have the codes, too.
            try await set([.object(["phoneInfo": "+15550109999"])])
            let again = try await Self.signIn(server)["mfaPendingCredential"]
            #expect(try await server.finishSignIn(again, recoveryCode: codes[1]).message == "INVALID_CODE")
        }
    }

    @Test("Codes survive a restart and a new master key; the database has none of them")
    func masterKey() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "v.sqlite")
        let clock = TestClock()
        let (old, new) = (SecureRandom.bytes(Sealer.keyLength), SecureRandom.bytes(Sealer.keyLength))
        let codes = try await TestServer.with(file: file, clock: clock, masterKey: old) { server in
            let person = try await Self.signIn(server)
            let session = try await server.enrol(idToken: try #require(person["idToken"]), now: clock.now).session
            let codes = try await server.makeRecoveryCodes(session["idToken"]).recoveryCodes
            let plain = codes.flatMap { [$0, $0.replacingOccurrences(of: "-", with: "")] }
            let places = try await server.engine.store.read { try $0.tablesHolding(plain.map { Data($0.utf8) }) }
            #expect(places.isEmpty, "\(places)")
            return codes
        }
        try await TestServer.with(file: file, clock: clock, masterKey: new, previousMasterKey: old) { server in
            let pending = try await Self.signIn(server)["mfaPendingCredential"]
            Self.expectRecovery(try await server.finishSignIn(pending, recoveryCode: codes[0]))
        }
    }
}
