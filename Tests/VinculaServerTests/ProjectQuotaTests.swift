import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// What Google calls quota, and the methods of a project's settings beside `config`.
@Suite("Quota, initialization and the older forms")
struct ProjectQuotaTests {
    private static func quota(_ quota: JSONValue, _ start: Timestamp, _ duration: JSONValue) -> [String: JSONValue] {
        let time = Date(timeIntervalSince1970: Double(start.seconds)).ISO8601Format()
        return [
            "quota": .object([
                "signUpQuotaConfig": .object([
                    "quota": quota, "startTime": .string(time), "quotaDuration": duration,
                ])
            ])
        ]
    }

    private static func signUps(_ server: TestServer, _ count: Int, from address: String) async throws -> Int {
        var admitted = 0
        for _ in 0..<count {
            let answer = try await HTTP.post(
                "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)", [:], headers: ["X-Forwarded-For": address])
            if answer.status == 200 { admitted += 1 }
            #expect(answer.status == 200 || answer.code == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(answer.text)")
        }
        return admitted
    }

    @Test("A quota of sign-ups holds for its time, and not longer")
    func signUps() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, limits: true, proxies: ["loopback"]) { server in
            let path = "quota.signUpQuotaConfig"
            #expect(try await Self.signUps(server, 25, from: "198.51.100.1") == 20)
            let raised = try await server.configure(path, Self.quota("200", clock.now, "3600s"))
            #expect(raised.json["quota"]?["signUpQuotaConfig"]?["quota"] == "200", "\(raised.text)")
            #expect(try await Self.signUps(server, 45, from: "198.51.100.2") == 45)
            let lowered = try await server.configure(path, Self.quota(10, clock.now, "3600s"))
            #expect(lowered.status == 200, "\(lowered.text)")
            #expect(try await Self.signUps(server, 12, from: "198.51.100.3") == 10)
            let few = try await server.configure(path, Self.quota(3, clock.now, "7200s"))
            #expect(few.status == 200, "\(few.text)")
            #expect(try await Self.signUps(server, 5, from: "198.51.100.5") == 3)
            clock.advance(seconds: 3600)
            #expect(try await Self.signUps(server, 5, from: "198.51.100.5") == 3)
            clock.advance(seconds: 3600)
            #expect(try await Self.signUps(server, 25, from: "198.51.100.4") == 20)
            let none = try await server.configure(path, ["quota": ["signUpQuotaConfig": .null]])
            #expect(none.status == 200 && none.json["quota"] == nil, "\(none.text)")
        }
    }

    @Test(
        "A quota that cannot be is refused by its name",
        arguments: [
            ("0", "3600s", "quota"), ("1001", "3600s", "quota"), ("5", "604801s", "quotaDuration"), ("5", "1h", "quotaDuration"),
            ("5", "", "quotaDuration"), ("5", "-1s", "quotaDuration"), ("5", "1.5s", "quotaDuration"),
        ])
    func refused(quota: String, duration: String, word: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.configure(
                "quota.signUpQuotaConfig", Self.quota(.string(quota), server.engine.clock.now, .string(duration)))
            #expect(answer.code == "INVALID_CONFIG" && answer.text.contains("signUpQuotaConfig.\(word) "), "\(answer.text)")
            let incomplete = try await server.configure(
                "quota.signUpQuotaConfig", ["quota": ["signUpQuotaConfig": ["quota": "5"]]])
            #expect(incomplete.code == "INVALID_CONFIG" && incomplete.text.contains("startTime"), "\(incomplete.text)")
        }
    }

    @Test("initializeAuth makes a project's settings once, and changes nothing later; queryAccounts is accounts:query")
    func methods() async throws {
        try await TestServer.with(isProduction: true) { server in
            let bearer = ["Authorization": "Bearer \(try await server.administratorToken())"]
            let url = "\(server.url)/v2/projects/\(server.project)/identityPlatform:initializeAuth"
            #expect(try await HTTP.post(url, [:]).status == 403)
            #expect(try await HTTP.post("\(url)?key=\(server.apiKey)", [:]).status == 401)
            for _ in 0..<2 {
                let answer = try await HTTP.post(url, [:], headers: bearer)
                #expect(answer.status == 200 && answer.json == .object([:]), "\(answer.text)")
                _ = try await server.configure("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]])
            }
            #expect(try await !server.engine.projects.settings(of: server.project).anonymousEnabled, "the second changed nothing")
            let events = try await server.engine.auditLog.entries(AuditQuery(project: server.project, limit: 99))
            let updates = events.filter { $0.action == .configUpdate }
            #expect(updates.count == 2, "One of each; the second of both changed nothing: \(events.map(\.action))")
            #expect(updates.contains { $0.details.contains(#""settings":{"from":null,"to":"default"}"#) }, "\(updates)")
            _ = try await server.admin("accounts", ["localId": "ana"])
            for path in ["accounts:query", "x"] {
                let at = path == "x" ? "\(server.project):queryAccounts" : "\(server.project)/accounts:query"
                let found = try await HTTP.post("\(server.url)/v1/projects/\(at)", ["returnUserInfo": true], headers: bearer)
                #expect(found["recordsCount"] == "1", "\(at): \(found.text)")
            }
        }
    }

    @Test("v3 setProjectConfig changes what it has fields for, and refuses the others by name")
    func setProjectConfig() async throws {
        try await TestServer.with(isProduction: true) { server in
            let bearer = ["Authorization": "Bearer \(try await server.administratorToken())"]
            let url = "\(server.url)/identitytoolkit/v3/relyingparty/setProjectConfig"
            #expect(try await HTTP.post("\(url)?key=\(server.apiKey)", [:]).status == 401)
            let answer = try await HTTP.post(
                url, ["allowPasswordUser": true, "enableAnonymousUser": true, "authorizedDomains": ["Shop.example"]],
                headers: bearer)
            #expect(answer.status == 200 && answer["projectId"]?.isEmpty == false, "\(answer.text)")
            let settings = try await server.engine.projects.settings(of: server.project)
            #expect(settings.emailEnabled && settings.anonymousEnabled && settings.authorizedDomains == ["shop.example"])
            for field in ["idpConfig", "apiKey", "resetPasswordTemplate", "useEmailSending"] {
                let refused = try await HTTP.post(url, .object([field: true]), headers: bearer)
                #expect(refused.status == 400 && refused.text.contains(field), "\(refused.text)")
            }
            #expect(try await server.engine.projects.settings(of: server.project) == settings)
        }
    }

    @Test("The settings show the project's API key, its name and its product, and the text of a message")
    func outputs() async throws {
        try await TestServer.with(isProduction: true) { server in
            let answer = try await server.configure(
                "notification.defaultLocale",
                ["client": ["apiKey": "other"], "subtype": "FIREBASE_AUTH", "notification": ["defaultLocale": "es"]])
            #expect(answer.json["client"]?["apiKey"]?.string == server.apiKey, "\(answer.text)")
            #expect(answer.json["client"]?["firebaseSubdomain"]?.string == server.project)
            #expect(answer.json["subtype"] == "IDENTITY_PLATFORM")
            let sms = answer.json["notification"]?["sendSms"]
            #expect(sms?["smsTemplate"]?["content"]?.string?.contains("%LOGIN_CODE%") == true && sms?["useDeviceLocale"] == true)
        }
    }

    @Test("Text messages are in the device's language or in the project's")
    func deviceLocale() async throws {
        try await TestServer.with { server in
            func text(_ number: String) async throws -> String {
                _ = try await HTTP.post(
                    "\(server.url)/v1/accounts:sendVerificationCode?key=k", .object(["phoneNumber": .string(number)]),
                    headers: ["X-Firebase-Locale": "de"])
                return try #require(try await server.engine.outbox.keptTexts().first { $0.text.to.value == number }).text.text
            }
            let german = try await text("+15550100001")
            let off = try await server.configure(
                "notification.sendSms.useDeviceLocale", ["notification": ["sendSms": ["useDeviceLocale": false]]])
            #expect(off.status == 200, "\(off.text)")
            let english = try await text("+15550100002")
            let digits = { (text: String) in text.filter { !$0.isNumber } }
            #expect(digits(german) != digits(english), "\(german) / \(english)")
        }
    }
}
