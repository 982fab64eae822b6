import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// Functions that are hostile, broken or slow, and events in the wrong hands (Documentation/Threats.md §16).
@Suite("Hostile blocking functions", .tags(.attack))
struct BlockingFunctionAttackTests {
    private static let ana: [String: JSONValue] = ["email": "ana@example.com", "password": "violet river"]

    private static func run(
        timeout: Duration = .seconds(7), _ body: @escaping @Sendable (TestServer, GatewayFixture) async throws -> Void
    ) async throws {
        try await GatewayFixture.run { gateway in
            try await TestServer.with(functionTimeout: timeout) { try await body($0, gateway) }
        }
    }

    private static func accounts(_ server: TestServer) async throws -> String? {
        try await server.admin("accounts:query", ["returnUserInfo": false])["recordsCount"]
    }

    @Test("T165 an answer that sets what it may not, or is no answer, refuses; nothing of it is kept")
    func answers() async throws {
        func record(_ mask: String, _ fields: String) -> String { "{\"userRecord\":{\"updateMask\":\"\(mask)\",\(fields)}}" }
        let bodies = [
            record("customClaims", #""customClaims":{"firebase":{"sign_in_provider":"google.com"}}"#),
            record("customClaims", #""customClaims":{"sub":"admin"}"#),
            record("sessionClaims", #""sessionClaims":{"aud":"other"}"#),
            record("customClaims", "\"customClaims\":{\"a\":\"\(String(repeating: "x", count: 1001))\"}"),
            record("displayName", "\"displayName\":\"\(String(repeating: "x", count: 5000))\""),
            record("photoUrl", #""photoUrl":"https://p.example/\u0000""#),
            record("displayName,uid", #""displayName":"x","uid":"other""#), record("email", #""email":"other@example.com""#),
            record("passwordHash", #""passwordHash":"x""#), record("phoneNumber", #""phoneNumber":"+16505550100""#),
            record("disabled", #""disabled":"true""#), #"{"userRecord":{"displayName":"x"}}"#, "rubbish", "", "[]", "{",
            "{\"a\":\"\(String(repeating: "x", count: 10 << 20))\"}",
        ]
        try await Self.run { server, gateway in
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            for body in bodies {
                // The first function lets it pass: only the second, which has all powers, is hostile.
                gateway.behaviour = .respond { $0.path == "/beforeSignIn" ? (200, body) : (200, "{}") }
                let email = "p\(abs(body.hashValue))@example.com"
                let answer = try await server.call("accounts:signUp", ["email": .string(email), "password": "violet river"])
                #expect(
                    answer.status == 400 && answer.code == "BLOCKING_FUNCTION_ERROR_RESPONSE",
                    "\(body.prefix(80)): \(answer.text)")
                #expect(answer["idToken"] == nil && answer.text.utf8.count < 4000)
                let found = try await server.admin("accounts:lookup", ["email": .array([.string(email)])])
                let user = found.json["users"]?[0]
                #expect(
                    user?["displayName"] == nil && user?["photoUrl"] == nil && user?["customAttributes"] == nil, "\(found.text)")
                #expect(user?["disabled"] != true && user?["phoneNumber"] == nil, "\(found.text)")
            }
        }
    }

    @Test(
        "T165 a function that hangs, breaks off, redirects or never ends its answer refuses, within its time",
        arguments: ["silence", "unending", "breakOff", "hangUp", "slow", "redirect", "loop", "500"])
    func transport(_ name: String) async throws {
        try await Self.run(timeout: .seconds(1)) { server, gateway in
            try await server.setFunctions(.beforeCreate, at: gateway)
            gateway.behaviour =
                switch name {
                case "silence": .silence
                case "unending": .unending
                case "breakOff": .breakOff
                case "hangUp": .hangUp
                case "slow": .slow(.seconds(30))
                case "redirect": .answer(.temporaryRedirect, body: "{}", headers: ["Location": "\(gateway.address)/elsewhere"])
                case "loop": .answer(.movedPermanently, headers: ["Location": "\(server.url)/v1/accounts:signUp"])
                default: .answer(.internalServerError, body: "<html>stack trace</html>")
                }
            let start = ContinuousClock.now
            let answer = try await server.call("accounts:signUp", Self.ana)
            #expect(answer.status == 400 && answer.code == "BLOCKING_FUNCTION_ERROR_RESPONSE", "\(name): \(answer.text)")
            #expect(ContinuousClock.now - start < .seconds(15), "\(name)")
            #expect(!answer.text.contains(gateway.address) && !answer.text.contains("stack"), "\(answer.text)")
            #expect(gateway.requests.allSatisfy { $0.path == "/beforeCreate" }, "A redirect was followed.")
            #expect(try await Self.accounts(server) == "0")
        }
    }

    @Test("T162 a function's address is checked when it is called, too: a private one is not connected to")
    func privateAddress() async throws {
        try await GatewayFixture.run { gateway in
            try await TestServer.with(providers: { $0.allowsLoopbackHTTP = false }) { server in
                let port = URL(string: gateway.address)?.port ?? 0
                for url in ["https://localhost:\(port)/", "\(gateway.address)/hook"] {
                    // As an operator's database may have it, whatever the configuration's check says today.
                    _ = try await server.engine.projects.updateSettings(of: server.project) {
                        $0.blocking.set(url, for: .beforeCreate, now: Timestamp(seconds: 1))
                    }
                    let answer = try await server.call("accounts:signUp", Self.ana)
                    #expect(answer.code == "BLOCKING_FUNCTION_ERROR_RESPONSE", "\(answer.text)")
                }
                #expect(gateway.requests.isEmpty)
            }
        }
    }

    // MARK: What changes meanwhile

    @Test("T231 an account that changes while a function is asked about it: the function is asked again, about what it is now")
    func changedMeanwhile() async throws {
        try await Self.run { server, gateway in
            let person = try await server.call("accounts:signUp", Self.ana)
            let id = JSONValue.string(try #require(person["localId"]))
            gateway.behaviour = .respond { request in
                let claims = request.event["user_record"]?["custom_claims"] ?? .null
                if claims == [:] {
                    _ = try await server.admin("accounts:update", ["localId": id, "customAttributes": #"{"level":1}"#])
                    // Meant for somebody without a level.
                    return (200, #"{"userRecord":{"updateMask":"customClaims","customClaims":{"level":9}}}"#)
                }
                return (200, #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"seen":true}}}"#)
            }
            try await server.setFunctions(.beforeSignIn, at: gateway)
            let answer = try await server.call("accounts:signInWithPassword", Self.ana)
            #expect(answer.claims["level"] == 1 && answer.claims["seen"] == true, "\(answer.claims.text)")
            #expect(gateway.requests.count == 2)
        }
    }

    @Test("T231 an account that is disabled, or gets another password, while a function is asked: nobody is signed in")
    func endedMeanwhile() async throws {
        let changes: [(String, [String: JSONValue], String)] = [
            ("disabled", ["disableUser": true], "USER_DISABLED"), ("password", ["password": "other river"], "INVALID_PASSWORD"),
        ]
        for (name, change, code) in changes {
            try await Self.run { server, gateway in
                let person = try await server.call("accounts:signUp", Self.ana)
                let id = JSONValue.string(try #require(person["localId"]))
                gateway.behaviour = .respond { _ in
                    _ = try await server.admin("accounts:update", change.merging(["localId": id]) { $1 })
                    return (200, "{}")
                }
                try await server.setFunctions(.beforeSignIn, at: gateway)
                let answer = try await server.call("accounts:signInWithPassword", Self.ana)
                #expect(answer.code == code && answer["idToken"] == nil, "\(name): \(answer.text)")
            }
        }
    }

    @Test("T231 an account that appears while a function is asked about a new one: the answer is not applied to it")
    func appearsMeanwhile() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .respond { _ in
                let made = try await server.admin(
                    "accounts", ["email": "ana@example.com", "password": "violet river", "emailVerified": true])
                #expect(made.status == 200 || made.code == "EMAIL_EXISTS")
                return (200, #"{"userRecord":{"updateMask":"customClaims","customClaims":{"role":"admin"}}}"#)
            }
            try await server.setFunctions(.beforeCreate, at: gateway)
            let linked = try await server.signInByLink("ana@example.com")
            #expect(linked.status == 200 && linked.json["isNewUser"] != true, "\(linked.text)")
            #expect(linked.claims["role"] == nil && linked["localId"] != gateway.requests[0].event["sub"]?.string)
            #expect(gateway.requests.count == 1)
        }
        try await Self.run { server, gateway in
            gateway.behaviour = .respond { _ in
                _ = try await server.admin("accounts", ["email": "ana@example.com", "password": "other river"])
                return (200, "{}")
            }
            try await server.setFunctions(.beforeCreate, at: gateway)
            #expect(try await server.call("accounts:signUp", Self.ana).code == "EMAIL_EXISTS")
        }
    }

    @Test("T231 an account that never stops changing is not signed in to; functions are asked four times at most")
    func neverStops() async throws {
        try await Self.run { server, gateway in
            let person = try await server.call("accounts:signUp", Self.ana)
            let id = JSONValue.string(try #require(person["localId"]))
            gateway.behaviour = .respond { request in
                let name = (request.event["user_record"]?["display_name"]?.string ?? "") + "x"
                _ = try await server.admin("accounts:update", ["localId": id, "displayName": .string(name)])
                return (200, "{}")
            }
            try await server.setFunctions(.beforeSignIn, at: gateway)
            let answer = try await server.call("accounts:signInWithPassword", Self.ana)
            #expect(answer.code == "BLOCKING_FUNCTION_ERROR_RESPONSE" && answer["idToken"] == nil, "\(answer.text)")
            #expect(gateway.requests.count == 4)
        }
    }

    @Test("T231 many people who sign up with one address at once: one account, and each function's answer is its own's")
    func race() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .respond { request in
                let id = request.event["sub"]?.string ?? ""
                return (200, "{\"userRecord\":{\"updateMask\":\"customClaims\",\"customClaims\":{\"for\":\"\(id)\"}}}")
            }
            try await server.setFunctions(.beforeCreate, at: gateway)
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<8 { group.addTask { try await server.call("accounts:signUp", Self.ana) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let winners = answers.filter { $0.status == 200 }
            #expect(winners.count == 1 && answers.count { $0.code == "EMAIL_EXISTS" } == 7)
            #expect(winners.first.map { $0.claims["for"]?.string == $0["localId"] } == true)
        }
    }

    // MARK: Events in the wrong hands

    @Test("T230 an event is not an ID token, nor becomes a session cookie, at any endpoint")
    func events() async throws {
        try await Self.run { server, gateway in
            gateway.answer([:])
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            let person = try await server.call("accounts:signUp", Self.ana)
            #expect(person.status == 200, "\(person.text)")
            for request in gateway.requests {
                let token = JSONValue.string(request.eventToken)
                let calls: [(String, [String: JSONValue])] = [
                    ("accounts:lookup", [:]), ("accounts:update", ["displayName": "x"]), ("accounts:delete", [:]),
                    ("accounts:signUp", ["email": "z@example.com", "password": "violet river"]),
                    ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"]),
                ]
                for (rpc, body) in calls {
                    let answer = try await server.call(rpc, body.merging(["idToken": token]) { $1 })
                    #expect(answer.code == "INVALID_ID_TOKEN", "\(rpc): \(answer.text)")
                }
                let cookie = try await HTTP.post(
                    "\(server.url)/v1/projects/\(server.project):createSessionCookie",
                    ["idToken": token, "validDuration": "3600"], headers: ["Authorization": "Bearer owner"])
                #expect(cookie.code == "INVALID_ID_TOKEN", "\(cookie.text)")
                let custom = try await server.call("accounts:signInWithCustomToken", ["token": token])
                #expect(custom.status == 400, "\(custom.text)")
            }
            #expect(Set(gateway.requests.compactMap { $0.event["event_id"]?.string }).count == gateway.requests.count)
            let claims = gateway.requests[0].event
            #expect((claims["exp"]?.int ?? 0) - (claims["iat"]?.int ?? 0) == 300)
        }
    }

    @Test("T166 nothing secret is in an event: no password, hash, refresh token or second factor's secret")
    func secrets() async throws {
        try await Self.run { server, gateway in
            gateway.answer([:])
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            _ = try await server.call("accounts:signUp", Self.ana)
            _ = try await server.call("accounts:signInWithPassword", Self.ana)
            for request in gateway.requests {
                #expect(!request.event.text.contains("violet river") && !request.event.text.contains("$argon2"))
                #expect(request.headers.first(name: "Authorization") == nil && request.headers.first(name: "Cookie") == nil)
            }
        }
    }
}
