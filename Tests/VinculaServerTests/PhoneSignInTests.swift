import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaServer

/// Phone numbers as a way in, by HTTP.
@Suite("Phone sign-in")
struct PhoneSignInTests {
    private static let number = "+15550100001"
    private static let other = "+15550100002"

    /// The provider ids of an account, and its number.
    private static func ways(_ server: TestServer, _ idToken: String?) async throws -> (providers: [String], phone: String?) {
        let found = try await server.call("accounts:lookup", ["idToken": .string(try #require(idToken))])
        let user = try #require(found.json["users"]?[0], "\(found.text)")
        let infos = (0..<10).compactMap { user["providerUserInfo"]?[$0] }
        let providers = infos.compactMap { $0["providerId"]?.string }
        return (providers, user["phoneNumber"]?.string)
    }

    @Test("A new number creates an account, the same number opens it again, and its token says so")
    func signUpAndIn() async throws {
        try await TestServer.with { server in
            let first = try await server.signInByPhone(Self.number)
            #expect(first.status == 200 && first.json["isNewUser"] == true, "\(first.text)")
            #expect(first["phoneNumber"] == Self.number && first["expiresIn"] == "3600")
            let idToken = try #require(first["idToken"])
            let claims = try #require(JSONWebToken(idToken)?.claims)
            #expect(claims["phone_number"]?.string == Self.number)
            #expect(claims["firebase"]?["sign_in_provider"]?.string == "phone")
            #expect(claims["firebase"]?["identities"]?["phone"] == .array([.string(Self.number)]))
            let ways = try await Self.ways(server, first["idToken"])
            #expect(ways.providers == ["phone"] && ways.phone == Self.number)
            // The spelling does not matter: one number has one form.
            let again = try await server.signInByPhone("+1 (555) 010-0001".filter { $0 == "+" || $0.isNumber })
            #expect(again["localId"] == first["localId"] && again.json["isNewUser"] == false, "\(again.text)")
            let refreshed = try await server.refresh(try #require(again["refreshToken"]))
            #expect(refreshed.status == 200, "\(refreshed.text)")
        }
    }

    @Test("Under --dev a project's own list of regions holds; until there is one, any number gets a code")
    func regions() async throws {
        try await TestServer.with { server in
            func status(_ number: String) async throws -> HTTPAnswer {
                try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
            }
            #expect(try await status("+34600000001").status == 200)
            let only: JSONValue = ["allowlistOnly": ["allowedRegions": ["US"]]]
            #expect(try await server.configure("smsRegionConfig", ["smsRegionConfig": only]).status == 200)
            let refused = try await status("+34600000001")
            #expect(refused.code == "OPERATION_NOT_ALLOWED" && refused.text.contains("region"), "\(refused.text)")
            #expect(try await status("+16505550123").status == 200)
            let without: JSONValue = ["allowByDefault": ["disallowedRegions": ["US"]]]
            #expect(try await server.configure("smsRegionConfig", ["smsRegionConfig": without]).status == 200)
            #expect(try await status("+34600000001").status == 200)
            #expect(try await status("+16505550123").status == 400)
        }
    }

    @Test("A code works once, five guesses end it, and it expires", arguments: [false, true])
    func guesses(expires: Bool) async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let session = try await server.sendCode(to: Self.number)
            let code = try await server.digits(of: session)
            if expires {
                clock.advance(seconds: PhoneCode.lifetimeSeconds)
                #expect(try await server.enter(code, session).message == "SESSION_EXPIRED")
                return
            }
            for _ in 0..<4 { #expect(try await server.enter(otherCode(than: code), session).message == "INVALID_CODE") }
            #expect(try await server.enter(code, session).status == 200)
            #expect(try await server.enter(code, session).message == "INVALID_SESSION_INFO", "used")
            let second = try await server.sendCode(to: Self.number)
            let right = try await server.digits(of: second)
            for _ in 0..<5 { #expect(try await server.enter(otherCode(than: right), second).message == "INVALID_CODE") }
            #expect(try await server.enter(right, second).message == "SESSION_EXPIRED")
        }
    }

    @Test("Of many requests with one code, one signs in")
    func race() async throws {
        try await TestServer.with { server in
            let session = try await server.sendCode(to: Self.number)
            let code = try await server.digits(of: session)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<5 { group.addTask { try await server.enter(code, session).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses)")
        }
    }

    @Test("What is missing or malformed is named")
    func refusals() async throws {
        try await TestServer.with { server in
            func send(_ body: [String: JSONValue]) async throws -> String? {
                try await server.call("accounts:sendVerificationCode", body).message
            }
            func enter(_ body: [String: JSONValue]) async throws -> String? {
                try await server.call("accounts:signInWithPhoneNumber", body).message
            }
            #expect(try await send([:]) == "MISSING_PHONE_NUMBER")
            #expect(try await send(["phoneNumber": ""]) == "MISSING_PHONE_NUMBER")
            for text in ["5550100001", "+1", "+999", "+1555010000x", "+" + String(repeating: "1", count: 100)] {
                #expect(try await send(["phoneNumber": .string(text)]) == "INVALID_PHONE_NUMBER : Invalid format.", "\(text)")
            }
            #expect(try await enter([:]) == "MISSING_SESSION_INFO")
            #expect(try await enter(["sessionInfo": "x"]) == "MISSING_CODE")
            #expect(try await enter(["sessionInfo": "x", "code": "123456"]) == "INVALID_SESSION_INFO")
            #expect(try await enter(["temporaryProof": "x"]) == "MISSING_PHONE_NUMBER")
            #expect(try await enter(["temporaryProof": "x", "phoneNumber": .string(Self.number)]) == "INVALID_TEMPORARY_PROOF")
            #expect(try await enter(["sessionInfo": "x", "code": "1", "operation": "LINK"]) == "MISSING_ID_TOKEN")
            // Combining marks make no digit another one.
            let session = try await server.sendCode(to: Self.number)
            let code = try await server.digits(of: session)
            #expect(try await server.enter(code + "\u{301}", session).message == "INVALID_CODE")
        }
    }

    @Test("A number joins an account, and then signs in to it; the last way in stays unless the project allows it")
    func linkAndUnlink() async throws {
        try await TestServer.with { server in
            let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            let linked = try await server.signInByPhone(Self.number, ["idToken": .string(try #require(ana["idToken"]))])
            #expect(linked["localId"] == ana["localId"] && linked.json["isNewUser"] == false, "\(linked.text)")
            #expect(try await Self.ways(server, linked["idToken"]).providers == ["password", "phone"])
            #expect(try await server.signInByPhone(Self.number)["localId"] == ana["localId"])
            let token = JSONValue.string(try #require(linked["idToken"]))
            let removed = try await server.call("accounts:update", ["idToken": token, "deleteProvider": ["phone"]])
            #expect(removed.status == 200, "\(removed.text)")
            #expect(try await Self.ways(server, removed["idToken"] ?? linked["idToken"]).phone == nil)
            #expect(try await server.signInByPhone(Self.number)["localId"] != ana["localId"])
        }
    }

    @Test("A guest who links a number keeps the account")
    func guest() async throws {
        try await TestServer.with { server in
            let guest = try await server.call("accounts:signUp", ["returnSecureToken": true])
            let linked = try await server.signInByPhone(Self.number, ["idToken": .string(try #require(guest["idToken"]))])
            #expect(linked["localId"] == guest["localId"], "\(linked.text)")
            #expect(try await server.signInByPhone(Self.number)["localId"] == guest["localId"])
        }
    }

    @Test("A number of another account is a collision, and its proof signs in there, once and with that number only")
    func collision() async throws {
        try await TestServer.with { server in
            let holder = try await server.signInByPhone(Self.number)
            let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            let token = JSONValue.string(try #require(ana["idToken"]))
            let collided = try await server.signInByPhone(Self.number, ["idToken": token])
            let proof = JSONValue.string(try #require(collided["temporaryProof"], "\(collided.text)"))
            #expect(collided["phoneNumber"] == Self.number && collided["idToken"] == nil && collided["localId"] == nil)
            #expect(collided["temporaryProofExpiresIn"] == "900")
            func redeem(_ number: String, _ more: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
                let body: [String: JSONValue] = ["temporaryProof": proof, "phoneNumber": .string(number)]
                return try await server.call("accounts:signInWithPhoneNumber", body.merging(more) { $1 })
            }
            #expect(try await redeem(Self.other).message == "INVALID_TEMPORARY_PROOF")
            #expect(try await redeem(Self.number, ["idToken": token]).message == "PHONE_NUMBER_EXISTS", "and nothing is used up")
            #expect(try await redeem(Self.number)["localId"] == holder["localId"])
            #expect(try await redeem(Self.number).message == "INVALID_TEMPORARY_PROOF")
            #expect(try await redeem(Self.number, ["idToken": token]).message == "INVALID_TEMPORARY_PROOF", "used")
            #expect(try await Self.ways(server, ana["idToken"]).phone == nil)
        }
    }

    @Test("A fresh session replaces its number; a stale one is asked to sign in again")
    func replace() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let ana = try await server.signInByPhone(Self.number)
            let token = JSONValue.string(try #require(ana["idToken"]))
            clock.advance(seconds: 301)
            #expect(
                try await server.signInByPhone(Self.other, ["idToken": token]).message == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            let fresh = try await server.signInByPhone(Self.number, ["idToken": token])
            #expect(fresh["localId"] == ana["localId"], "one's own number is a reauthentication: \(fresh.text)")
            let now = try await server.signInByPhone(
                Self.other, ["idToken": .string(try #require(fresh["idToken"])), "operation": "UPDATE"])
            #expect(now["localId"] == ana["localId"] && now["phoneNumber"] == Self.other, "\(now.text)")
            let ways = try await Self.ways(server, now["idToken"])
            #expect(ways.providers == ["phone"] && ways.phone == Self.other)
            #expect(try await server.signInByPhone(Self.number)["localId"] != ana["localId"])
        }
    }

    @Test("Reauthentication never creates an account")
    func reauthenticate() async throws {
        try await TestServer.with { server in
            #expect(try await server.signInByPhone(Self.number, ["operation": "REAUTH"]).message == "USER_NOT_FOUND")
            let ana = try await server.signInByPhone(Self.number)
            let again = try await server.signInByPhone(Self.number, ["operation": "REAUTH"])
            #expect(again["localId"] == ana["localId"], "\(again.text)")
        }
    }

    @Test("A project may have phones off, sign-up closed, and people disabled")
    func closed() async throws {
        try await TestServer.with { server in
            let ana = try await server.signInByPhone(Self.number)
            let closed: JSONValue = .object(["permissions": .object(["disabledUserSignup": true])])
            #expect(try await server.configure("client.permissions.disabledUserSignup", ["client": closed]).status == 200)
            #expect(try await server.signInByPhone(Self.other).message == "ADMIN_ONLY_OPERATION")
            #expect(try await server.signInByPhone(Self.number)["localId"] == ana["localId"])
            let off = try await server.configure(
                "signIn.phoneNumber.enabled", ["signIn": .object(["phoneNumber": .object(["enabled": false])])])
            #expect(off.status == 200 && off.json["signIn"]?["phoneNumber"]?["enabled"] == false, "\(off.text)")
            let refused = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
            #expect(refused.message == "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
            #expect(try await server.refresh(try #require(ana["refreshToken"])).status == 400, "its sessions end too")
        }
    }

    @Test("A test number has a fixed code and is sent nothing, also where there is no gateway")
    func testNumbers() async throws {
        try await TestServer.with(texts: .none) { server in
            let numbers = JSONValue.object(["phoneNumber": .object(["testPhoneNumbers": .object(["+1 555 010 0001": "123456"])])])
            let set = try await server.configure("signIn.phoneNumber.testPhoneNumbers", ["signIn": numbers])
            #expect(set.json["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == .object(["+15550100001": "123456"]), "\(set.text)")
            let session = try await server.sendCode(to: Self.number)
            #expect(try await server.enter("123457", session).message == "INVALID_CODE")
            #expect(try await server.enter("123456", session).status == 200)
            #expect(try await server.engine.outbox.keptTexts().isEmpty)
            let real = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(Self.other)])
            #expect(
                real.message == "OPERATION_NOT_ALLOWED : This server sends no text messages: no SMS gateway is set up.")
            for (numbers, word) in [
                (["+1": "123456"], "not a phone number"), (["+15550100001": "12345"], "6 digits"),
                (["+15550100001": "123456", "+1 5550100001": "123456"], "twice"),
            ] as [([String: JSONValue], String)] {
                let refused = try await server.configure(
                    "signIn.phoneNumber.testPhoneNumbers",
                    ["signIn": .object(["phoneNumber": .object(["testPhoneNumbers": .object(numbers)])])])
                #expect(refused.message?.hasPrefix("INVALID_CONFIG") == true && refused.text.contains(word), "\(refused.text)")
            }
        }
    }

    @Test("Messages are in the reader's language, in the project's words, and end with what the phone looks for")
    func messages() async throws {
        try await TestServer.with { server in
            let templates = JSONValue.object(["phone": .object(["templates": .object(["es": "%APP_NAME%: %LOGIN_CODE%"])])])
            #expect(try await server.configure("vincula.phone.templates", ["vincula": templates]).status == 200)
            let bad = JSONValue.object(["phone": .object(["templates": .object(["es": "no code"])])])
            #expect(
                try await server.configure("vincula.phone.templates", ["vincula": bad]).text.contains("%LOGIN_CODE% once"))
            func message(_ headers: [String: String], _ more: [String: JSONValue] = [:]) async throws -> String {
                let body: [String: JSONValue] = ["phoneNumber": .string(Self.number)]
                let sent = try await HTTP.post(
                    "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=\(server.apiKey)",
                    .object(body.merging(more) { $1 }), headers: headers)
                #expect(sent.status == 200, "\(sent.text)")
                let digits = try await server.digits(of: try #require(sent["sessionInfo"]))
                let text = try #require(try await server.engine.outbox.keptTexts().first?.text)
                #expect(text.to.value == Self.number)
                return text.text.replacing(digits, with: "#")
            }
            #expect(try await message(["X-Firebase-Locale": "es"]) == "example: #")
            #expect(try await message(["X-Firebase-Locale": "en"]) == "# is your code for example. Never give it to anyone.")
            let app = JSONValue.object(["appSignatureHash": "FA+9qCX9VSu"])
            #expect(try await message(["X-Firebase-Locale": "es"], ["autoRetrievalInfo": app]) == "example: #\nFA+9qCX9VSu")
            #expect(
                try await message(["X-Firebase-Locale": "es", "Origin": "https://shop.example.com"])
                    == "example: #\n\n@shop.example.com ##")
            let inbox = try await HTTP.send("GET", "\(server.url)/emulator/inbox", headers: ["Accept": "text/html"])
            #expect(inbox.text.contains("Text messages") && inbox.text.contains("@shop.example.com"), "\(inbox.text)")
        }
    }

    @Test("T062 an account with second factors is not opened by a phone alone, nor does a phone join it")
    func secondFactors() async throws {
        try await TestServer.with { server in
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            let (_, session) = try await server.enrol(idToken: try #require(person["idToken"]), now: SystemClock().now)
            let linked = try await server.signInByPhone(Self.number, ["idToken": .string(try #require(session["idToken"]))])
            #expect(linked.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(linked.text)")
            let id = JSONValue.string(try #require(person["localId"]))
            #expect(
                try await server.admin("accounts:update", ["localId": id, "phoneNumber": .string(Self.number)]).status == 200)
            let opened = try await server.signInByPhone(Self.number)
            #expect(opened.message?.hasPrefix("UNSUPPORTED_FIRST_FACTOR") == true, "\(opened.text)")
        }
    }
}
