import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// The emulator's specifications of blocking functions, with a real function: every way in that asks one.
@Suite("Blocking functions")
struct BlockingFunctionTests {
    /// Runs a server with a gateway for the project's functions.
    private static func run(
        clock: any Clock = SystemClock(), _ body: @escaping @Sendable (TestServer, GatewayFixture) async throws -> Void
    ) async throws {
        try await GatewayFixture.run { gateway in
            try await TestServer.with(clock: clock) { try await body($0, gateway) }
        }
    }

    /// What the functions of the specifications answer.
    private static let created: JSONValue = [
        "displayName": "Old name", "photoUrl": "https://p.example/old", "emailVerified": false, "customClaims": ["role": "old"],
    ]
    private static let signedIn: JSONValue = [
        "displayName": "Ana", "photoUrl": "https://p.example/ana", "emailVerified": true, "customClaims": ["role": "custom"],
        "sessionClaims": ["visit": "session"],
    ]

    /// Expects the tokens of an answer to have what ``signedIn`` says.
    private static func expectChanged(
        _ answer: HTTPAnswer, hasEmail: Bool = true, hasSession: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let claims = answer.claims
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(
            claims["name"] == "Ana" && claims["picture"] == "https://p.example/ana" && claims["role"] == "custom",
            "\(claims.text)", sourceLocation: sourceLocation)
        #expect(claims["email_verified"] == (hasEmail ? true : nil), "\(claims.text)", sourceLocation: sourceLocation)
        #expect(claims["visit"] == (hasSession ? "session" : nil), "\(claims.text)", sourceLocation: sourceLocation)
    }

    private static let password: [String: JSONValue] = ["email": "ana@example.com", "password": "violet river"]

    /// The ways in by which a new person gets an account, and by which they come back.
    private static let waysIn:
        [(name: String, method: String, hasEmail: Bool, signIn: @Sendable (TestServer, Bool) async throws -> HTTPAnswer)] = [
            (
                "password", "password", true,
                { server, isNew in
                    try await server.call(isNew ? "accounts:signUp" : "accounts:signInWithPassword", Self.password)
                }
            ),
            ("email link", "emailLink", true, { server, _ in try await server.signInByLink("ana@example.com") }),
            (
                "provider", "google.com", true,
                { server, _ in
                    try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
                }
            ),
            ("phone", "phone", false, { server, _ in try await server.signInByPhone("+15550100001") }),
        ]

    @Test("New people: beforeCreate and beforeSignIn change the account, the latter last; those who come back: beforeSignIn")
    func everyWayIn() async throws {
        for way in Self.waysIn {
            try await Self.run { server, gateway in
                gateway.answer([.beforeCreate: Self.created, .beforeSignIn: Self.signedIn])
                try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
                let first = try await way.signIn(server, true)
                Self.expectChanged(first, hasEmail: way.hasEmail)
                #expect(gateway.asked == ["beforeCreate", "beforeSignIn"], "\(way.name)")
                for (request, trigger) in zip(gateway.requests, ["beforeCreate", "beforeSignIn"]) {
                    let event = request.event
                    #expect(
                        event["event_type"]?.string == trigger && event["sign_in_method"]?.string == way.method, "\(event.text)")
                    #expect(event["sub"]?.string == first["localId"] && event["aud"]?.string == "\(gateway.address)/\(trigger)")
                    #expect(event["iss"] == "https://securetoken.google.com/example" && event["ip_address"] == "127.0.0.1")
                }
                // beforeSignIn sees what beforeCreate said.
                #expect(gateway.requests[1].event["user_record"]?["display_name"] == "Old name", "\(way.name)")
                let again = try await way.signIn(server, false)
                Self.expectChanged(again, hasEmail: way.hasEmail)
                #expect(gateway.asked.dropFirst(2) == ["beforeSignIn"] && again["localId"] == first["localId"], "\(way.name)")
                // Claims of the session are kept by its refreshes, and are not the account's.
                let refreshed = try await server.refresh(try #require(again["refreshToken"]))
                #expect(refreshed["id_token"].map { $0.contains(".") } == true, "\(refreshed.text)")
                #expect(gateway.requests.count == 3, "A refresh asks nobody.")
                let user = try await server.admin("accounts:lookup", ["localId": .array([.string(first["localId"] ?? "")])])
                #expect(user.json["users"]?[0]?["customAttributes"] == #"{"role":"custom"}"#, "\(user.text)")
            }
        }
    }

    @Test("One function alone: beforeCreate has no session claims; beforeSignIn alone sees a new account, too")
    func oneFunction() async throws {
        for way in Self.waysIn {
            try await Self.run { server, gateway in
                gateway.answer([.beforeCreate: Self.signedIn])
                try await server.setFunctions(.beforeCreate, at: gateway)
                Self.expectChanged(try await way.signIn(server, true), hasEmail: way.hasEmail, hasSession: false)
                #expect(gateway.asked == ["beforeCreate"])
            }
            try await Self.run { server, gateway in
                gateway.answer([.beforeSignIn: Self.signedIn])
                try await server.setFunctions(.beforeSignIn, at: gateway)
                Self.expectChanged(try await way.signIn(server, true), hasEmail: way.hasEmail)
                #expect(gateway.asked == ["beforeSignIn"])
            }
        }
    }

    @Test("A function that disables the account: it is stored so, nobody is signed in, and nobody is asked the next time")
    func disabled() async throws {
        for way in Self.waysIn {
            for trigger in [BlockingTrigger.beforeCreate, .beforeSignIn] {
                try await Self.run { server, gateway in
                    gateway.answer([trigger: ["disabled": true]])
                    try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
                    let answer = try await way.signIn(server, true)
                    #expect(answer.status == 400 && answer.code == "USER_DISABLED", "\(way.name): \(answer.text)")
                    #expect(gateway.asked == (trigger == .beforeCreate ? ["beforeCreate"] : ["beforeCreate", "beforeSignIn"]))
                    let users = try await server.admin("accounts:query", ["returnUserInfo": true])
                    #expect(users.json["recordsCount"] == "1", "\(way.name): \(users.text)")
                    #expect(users.json["userInfo"]?[0]?["disabled"] == true, "\(way.name): \(users.text)")
                }
            }
            try await Self.run { server, gateway in
                let person = try await way.signIn(server, true)
                gateway.answer([.beforeSignIn: ["disabled": true]])
                try await server.setFunctions(.beforeSignIn, at: gateway)
                #expect(try await way.signIn(server, false).code == "USER_DISABLED", "\(way.name)")
                #expect(try await server.refresh(try #require(person["refreshToken"])).code == "USER_DISABLED")
            }
        }
    }

    @Test("A second factor: the function is asked when it was given, and not before")
    func secondFactor() async throws {
        let clock = TestClock()
        try await Self.run(clock: clock) { server, gateway in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            let (app, _) = try await server.enrol(idToken: try #require(person["idToken"]), now: clock.now)
            gateway.answer([.beforeSignIn: Self.signedIn])
            try await server.setFunctions(.beforeSignIn, at: gateway)
            let pending = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            #expect(pending["mfaPendingCredential"] != nil && gateway.requests.isEmpty, "\(pending.text)")
            clock.advance(seconds: 60)
            let done = try await server.finishSignIn(
                pending["mfaPendingCredential"], factor: app.id, code: app.code(at: clock.now))
            Self.expectChanged(done)
            #expect(done.claims["firebase"]?["sign_in_second_factor"] == "totp")
            let event = try #require(gateway.requests.first).event
            #expect(event["sign_in_method"] == "google.com" && event["sign_in_second_factor"] == "totp", "\(event.text)")
            #expect(event["user_record"]?["multi_factor"]?["enrolled_factors"]?[0]?["factor_id"] == "totp", "\(event.text)")

            gateway.answer([.beforeSignIn: ["disabled": true]])
            let next = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            clock.advance(seconds: 60)
            let refused = try await server.finishSignIn(
                next["mfaPendingCredential"], factor: app.id, code: app.code(at: clock.now))
            #expect(refused.code == "USER_DISABLED", "\(refused.text)")
        }
    }

    @Test(
        "A link with another provider asks beforeSignIn; a password that is added, anonymous people and custom tokens ask nobody")
    func notAsked() async throws {
        try await Self.run { server, gateway in
            gateway.answer([:])
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            let anonymous = try await server.call("accounts:signUp", ["returnSecureToken": true])
            #expect(anonymous.status == 200)
            let linked = try await server.call(
                "accounts:signUp", Self.password.merging(["idToken": .string(anonymous["idToken"] ?? "")]) { $1 })
            #expect(linked.status == 200 && gateway.requests.isEmpty, "\(linked.text)")
            let other = try await server.fakeIdp("github.com", ["sub": "h"], idToken: linked["idToken"])
            #expect(other.status == 200 && gateway.asked == ["beforeSignIn"], "\(other.text)")
            #expect(gateway.requests[0].event["sign_in_method"] == "github.com")
            let custom = try await server.call(
                "accounts:signInWithCustomToken", ["token": #"{"uid":"u"}"#, "returnSecureToken": true])
            #expect(custom.status == 200 && gateway.requests.count == 1, "\(custom.text)")
            let made = try await server.admin("accounts", ["email": "b@example.com", "password": "violet river"])
            #expect(made.status == 200 && gateway.requests.count == 1, "Administrators ask nobody.")
        }
    }

    @Test("A provider's details and tokens reach the function as the project says")
    func forwarding() async throws {
        try await Self.run { server, gateway in
            gateway.answer([:])
            try await server.setFunctions(.beforeSignIn, at: gateway)
            let claims: [String: JSONValue] = ["sub": "g", "email": "ana@gmail.com", "email_verified": true, "name": "Ana"]
            _ = try await server.fakeIdp("google.com", claims)
            try await server.setFunctions(.beforeSignIn, at: gateway, forwarding: ["idToken": true])
            _ = try await server.fakeIdp("google.com", claims)
            let events = gateway.requests.map(\.event)
            #expect(events.count == 2 && events[0]["oauth_id_token"] == nil, "\(events)")
            #expect(events[1]["oauth_id_token"]?.string?.contains("ana@gmail.com") == true, "\(events[1].text)")
            let raw = JSONValue.parse(Data((events[1]["raw_user_info"]?.string ?? "").utf8))
            #expect(raw?["name"] == "Ana", "\(events[1].text)")
            #expect(events[1]["user_record"]?["provider_data"]?[0]?["provider_id"] == "google.com")
        }
    }
}
