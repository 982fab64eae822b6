import Foundation
import Logging
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// Who learns that a bound session was used without its key: the audit log, the metrics, webhooks, and the person.
@Suite("Notices of refused session keys")
struct SessionKeyNoticeTests {
    private static let day: Int64 = 24 * 3600

    private static func run(
        _ body: @escaping @Sendable (BoundClient, BoundClient, TestServer, TestClock) async throws -> Void
    ) async throws {
        // A minute before midnight: hours and days count from what happened, and not from the clock's.
        let clock = TestClock(Timestamp(seconds: (SystemClock().now.seconds / day + 1) * day - 60))
        try await TestServer.with(clock: clock) { server in
            try await body(BoundClient(server, clock), BoundClient(server, clock), server, clock)
        }
    }

    private static func tellPeople(_ server: TestServer, _ tells: Bool = true) async throws {
        let set = try await server.configure(
            "vincula.sessions.keyNotices", ["vincula": ["sessions": ["keyNotices": .bool(tells)]]])
        try #require(set.json["vincula"]?["sessions"]?["keyNotices"] == .bool(tells), "\(set.text)")
    }

    private static func verify(_ email: String, _ signedUp: HTTPAnswer, _ server: TestServer) async throws {
        let done = try await server.admin(
            "accounts:update", ["localId": .string(signedUp["localId"] ?? ""), "emailVerified": true])
        try #require(done.status == 200, "\(done.text)")
    }

    private static func notices(_ server: TestServer, to email: String = "ana@example.com") async throws -> [InboxMail] {
        try await server.mails(to: email).filter { $0.kind == .sessionKeyRefused }
    }

    private static func records(_ server: TestServer) async throws -> [AuditEntry] {
        try await server.engine.auditLog.entries(AuditQuery(action: .sessionKeyRefuse, limit: 99))
    }

    @Test("T390 the person is told by mail once a day, whatever is tried and with however many of their sessions")
    func mail() async throws {
        try await Self.run { owner, thief, server, clock in
            try await Self.tellPeople(server)
            let signedUp = try await owner.signUp()
            try await Self.verify("ana@example.com", signedUp, server)
            let (first, second) = (try await owner.signIn(), try await owner.signIn())
            for token in [first, second, first].compactMap({ $0["refreshToken"] }) {
                #expect(try await thief.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
                #expect(try await thief.refresh(token).reason == "SESSION_KEY_MISMATCH")
            }
            let mail = try #require(try await Self.notices(server).first?.mail)
            #expect(try await Self.notices(server).count == 1)
            #expect(mail.subject.hasPrefix("Someone tried to use your session"), "\(mail.subject)")
            #expect(mail.text.contains("ana@example.com") && mail.text.contains("The attempt was refused"), "\(mail.text)")
            for secret in [first["refreshToken"], first["idToken"], owner.thumbprint].compactMap(\.self) {
                #expect(!mail.text.contains(secret) && !mail.html.contains(secret))
            }
            // Each session has its own record.
            #expect(try await Self.records(server).count == 2)
            for (seconds, records) in [(120, 2), (3479, 2), (1, 3)] {
                clock.advance(seconds: Int64(seconds))
                #expect(try await thief.refresh(first["refreshToken"] ?? "", .nothing).reason == "SESSION_KEY_REQUIRED")
                #expect(try await Self.records(server).count == records, "\(seconds)")
            }
            #expect(try await Self.notices(server).count == 1)
            clock.advance(seconds: Self.day - 3600)
            let again = try await owner.refresh(first["refreshToken"] ?? "")
            let changed = try await thief.call(
                "accounts:update", ["idToken": .string(again["id_token"] ?? ""), "displayName": "Thief"])
            #expect(changed.reason == "SESSION_KEY_MISMATCH", "\(changed.text)")
            #expect(try await Self.notices(server).count == 2)
            #expect(try await owner.refresh(second["refreshToken"] ?? "").status == 200)
        }
    }

    @Test("T390 nobody is told where the project does not want it, nor at an address that nobody has proven")
    func quiet() async throws {
        try await Self.run { owner, thief, server, _ in
            let signedUp = try await owner.signUp()
            let token = try #require(signedUp["refreshToken"])
            #expect(try await thief.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            try await Self.tellPeople(server)
            let other = try await owner.signIn()
            #expect(try await thief.refresh(other["refreshToken"] ?? "", .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await Self.records(server).count == 2)
            // Its hour is over for neither session, but the address is proven now.
            try await Self.verify("ana@example.com", signedUp, server)
            #expect(try await thief.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
            #expect(try await Self.notices(server).isEmpty)
            try await Self.tellPeople(server, false)
            let last = try await owner.signIn()
            #expect(try await thief.refresh(last["refreshToken"] ?? "").reason == "SESSION_KEY_MISMATCH")
            #expect(try await Self.notices(server).isEmpty)
        }
    }

    @Test("T390 the record says whose session and what was wrong, and no key; the metric counts each request")
    func record() async throws {
        try await Self.run { owner, thief, server, _ in
            let signedUp = try await owner.signUp()
            let (idToken, token) = (signedUp["idToken"] ?? "", signedUp["refreshToken"] ?? "")
            for _ in 0..<3 { _ = try await thief.refresh(token) }
            _ = try await thief.call("accounts:delete", ["idToken": .string(idToken)], .nothing)
            let records = try await Self.records(server)
            #expect(records.count == 1 && records.first?.account?.value == signedUp["localId"], "\(records)")
            let text = records.map { "\($0)" }.joined()
            #expect(records.first?.details.contains(#""proof":"other""#) == true, "\(text)")
            for secret in [owner.thumbprint, thief.thumbprint, token] { #expect(!text.contains(secret)) }
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains(#"vincula_session_keys_refused_total{proof="missing"} 1"#))
            #expect(metrics.contains(#"vincula_session_keys_refused_total{proof="other"} 3"#))
            // A proof that is wrong by itself is no use of the session.
            #expect(try await thief.refresh(token, .header("x")).code == "INVALID_DPOP_PROOF")
            let after = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(after.contains(#"vincula_session_keys_refused_total{proof="other"} 3"#))
        }
    }

    @Test("T390 a webhook that wants it is told once an hour for each session; no function of the project is asked")
    func listeners() async throws {
        try await GatewayFixture.run { gateway in
            try await Self.run { owner, thief, server, clock in
                let counts = DeliveryCounts()
                let worker = WebhookWorker(
                    outbox: server.engine.outbox, caller: server.engine.webhookCaller, clock: clock,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
                let signedUp = try await owner.signUp()
                let token = signedUp["refreshToken"] ?? ""
                try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
                let scope = ProjectScope(project: server.project)
                _ = try await server.engine.webhooks.create(
                    url: gateway.address + "/keys", events: [.sessionKeyRefused], in: scope)
                _ = try await server.engine.webhooks.create(url: gateway.address + "/others", events: [.linked], in: scope)
                @Sendable func attack() async throws {
                    #expect(try await thief.refresh(token, .nothing).reason == "SESSION_KEY_REQUIRED")
                    #expect(try await thief.refresh(token).reason == "SESSION_KEY_MISMATCH")
                    let idToken = try await owner.refresh(token)["id_token"] ?? ""
                    let linked = try await thief.call(
                        "accounts:signInWithIdp",
                        [
                            "postBody": "providerId=google.com&id_token={\"sub\":\"g\",\"email\":\"g@example.com\"}",
                            "requestUri": "http://localhost", "idToken": .string(idToken),
                        ])
                    #expect(linked.reason == "SESSION_KEY_MISMATCH", "\(linked.text)")
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await worker.run() }
                    for hour in 1...2 {
                        try await attack()
                        for _ in 0..<200 where counts.sent < hour { try await Task.sleep(for: .milliseconds(20)) }
                        #expect(counts.sent == hour)
                        clock.advance(seconds: 3600)
                    }
                    group.cancelAll()
                }
                #expect(gateway.requests.map(\.path) == ["/keys", "/keys"])
                for request in gateway.requests {
                    #expect(request.json["type"] == "account.session_key_refused", "\(request.body)")
                    #expect(request.json["data"]?["localId"]?.string == signedUp["localId"], "\(request.body)")
                }
            }
        }
    }

    @Test("T390 a sign-in that waits for its second factor is no session: it is counted, and nobody is told")
    func pending() async throws {
        try await Self.run { owner, thief, server, clock in
            try await Self.tellPeople(server)
            let signedUp = try await owner.signUp()
            try await Self.verify("ana@example.com", signedUp, server)
            let idToken = JSONValue.string(try await owner.signIn()["idToken"] ?? "")
            let started = try await owner.call2(
                "accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": .object([:])])
            let info = started.json["totpSessionInfo"]
            let app = Authenticator(id: "", secret: info?["sharedSecretKey"]?.string ?? "")
            let code = JSONValue.string(app.code(at: clock.now))
            let enrolled = try await owner.call2(
                "accounts/mfaEnrollment:finalize",
                [
                    "idToken": idToken,
                    "totpVerificationInfo": ["sessionInfo": info?["sessionInfo"] ?? .null, "verificationCode": code],
                ])
            try #require(enrolled.status == 200, "\(enrolled.text)")
            let awaited = try await owner.signIn()
            let refused = try await thief.call2(
                "accounts/mfaSignIn:finalize",
                [
                    "mfaPendingCredential": .string(awaited["mfaPendingCredential"] ?? ""),
                    "mfaEnrollmentId": awaited.json["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
                    "totpVerificationInfo": ["verificationCode": code],
                ])
            #expect(refused.reason == "SESSION_KEY_MISMATCH", "\(refused.text)")
            #expect(try await Self.records(server).isEmpty)
            #expect(try await Self.notices(server).isEmpty)
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains(#"vincula_session_keys_refused_total{proof="other"} 1"#))
        }
    }
}
