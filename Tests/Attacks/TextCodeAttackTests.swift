import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Guessing the codes of text messages, and learning from them who has an account (Documentation/Threats.md §8 and §9).
@Suite("Codes of text messages", .tags(.attack))
struct TextCodeAttackTests {
    private static let number = "+15550100001"

    /// A server with limits, from whose midnight a day passes.
    private static func run(_ body: @escaping @Sendable (TestServer, TestClock) async throws -> Void) async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.secondFactors.authenticatorsEnabled = true
        settings.allowPhones()
        let day = TextMessagePolicy.day(SystemClock().now)
        let clock = TestClock(TextMessagePolicy.end(ofDay: day - 1))
        try await TestServer.with(settings: settings, clock: clock, limits: true, proxies: ["loopback"]) { server in
            try await body(server, clock)
        }
    }

    private static func call(
        _ server: TestServer, _ rpc: String, _ body: [String: JSONValue], from address: String
    ) async throws -> HTTPAnswer {
        try await HTTP.post(
            "\(server.url)/v1/accounts:\(rpc)?key=\(server.apiKey)", .object(body), headers: ["X-Forwarded-For": address])
    }

    @Test("T102 guessing for a day, from everywhere: ten codes of five guesses each, and none after ten minutes")
    func guesses() async throws {
        try await Self.run { server, clock in
            var (codes, guesses) = (0, 0)
            for round in 0..<40 {
                let address = "198.51.\(round).7"
                let sent = try await Self.call(
                    server, "sendVerificationCode", ["phoneNumber": .string(Self.number)], from: address)
                if let info = sent["sessionInfo"] {
                    codes += 1
                    let wrong = otherCode(than: try await server.digits(of: info))
                    for attempt in 0..<7 {
                        let answer = try await Self.call(
                            server, "signInWithPhoneNumber", ["sessionInfo": .string(info), "code": .string(wrong)],
                            from: "203.0.\(round).\(attempt)")
                        if answer.code == "INVALID_CODE" { guesses += 1 }
                        #expect((answer.code == "INVALID_CODE") == (attempt < 5), "\(round) \(attempt) \(answer.text)")
                    }
                } else {
                    #expect(sent.code == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(sent.text)")
                }
                clock.advance(seconds: 1800)
            }
            #expect(codes == 10 && guesses == 50, "\(codes) codes, \(guesses) guesses")
        }
    }

    @Test("T102 strangers who use up a number's messages do not keep its owner's second factor from working")
    func ownersFactor() async throws {
        try await Self.run { server, clock in
            let email = "ana@example.com"
            _ = try await server.call("accounts:signUp", ["email": .string(email), "password": "violet river"])
            let found = try await server.admin("accounts:lookup", ["email": .array([.string(email)])])
            let id = try #require(found.json["users"]?[0]?["localId"])
            let phone = JSONValue.object(["phoneInfo": .string(Self.number)])
            let enrolled = try await server.admin(
                "accounts:update",
                ["localId": id, "emailVerified": true, "mfa": .object(["enrollments": .array([phone])])])
            #expect(enrolled.status == 200, "\(enrolled.text)")
            var refused = 0
            for round in 0..<30 {
                let sent = try await Self.call(
                    server, "sendVerificationCode", ["phoneNumber": .string(Self.number)], from: "198.51.\(round).7")
                if sent.code == "TOO_MANY_ATTEMPTS_TRY_LATER" { refused += 1 }
                clock.advance(seconds: 900)
            }
            #expect(refused > 0)
            let first = try await server.call(
                "accounts:signInWithPassword",
                ["email": .string(email), "password": "violet river", "returnSecureToken": true])
            let started = try await server.call2(
                "accounts/mfaSignIn:start",
                [
                    "mfaPendingCredential": .string(try #require(first["mfaPendingCredential"], "\(first.text)")),
                    "mfaEnrollmentId": try #require(first.json["mfaInfo"]?[0]?["mfaEnrollmentId"]),
                    "phoneSignInInfo": .object([:]),
                ])
            #expect(started.json["phoneResponseInfo"]?["sessionInfo"]?.string != nil, "\(started.text)")
        }
    }

    @Test("T102 guesses at once count before they are compared, and the right code is worth nothing after five")
    func parallel() async throws {
        try await Self.run { server, clock in
            let sent = try await Self.call(
                server, "sendVerificationCode", ["phoneNumber": .string(Self.number)], from: "198.51.1.7")
            let info = try #require(sent["sessionInfo"], "\(sent.text)")
            let code = try await server.digits(of: info)
            let wrong = otherCode(than: code)
            let answers = try await withThrowingTaskGroup(of: String?.self) { group in
                for index in 0..<32 {
                    group.addTask {
                        try await Self.call(
                            server, "signInWithPhoneNumber", ["sessionInfo": .string(info), "code": .string(wrong)],
                            from: "203.0.113.\(index)"
                        ).code
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(answers.filter { $0 == "INVALID_CODE" }.count <= 5, "\(answers)")
            let right = try await Self.call(
                server, "signInWithPhoneNumber", ["sessionInfo": .string(info), "code": .string(code)], from: "203.0.114.1")
            #expect(right.status == 400 && right["idToken"] == nil, "\(right.text)")
            clock.advance(seconds: 60)
            let next = try await Self.call(
                server, "sendVerificationCode", ["phoneNumber": .string(Self.number)], from: "198.51.2.7")
            let late = try #require(next["sessionInfo"], "\(next.text)")
            let good = try await server.digits(of: late)
            clock.advance(seconds: PhoneCode.lifetimeSeconds)
            let expired = try await Self.call(
                server, "signInWithPhoneNumber", ["sessionInfo": .string(late), "code": .string(good)], from: "203.0.114.2")
            #expect(expired.code == "SESSION_EXPIRED", "\(expired.text)")
        }
    }

    @Test("T089 T088 nobody learns from the request for a code, nor from its refusal, whether a number has an account")
    func numbers() async throws {
        try await Self.run { server, clock in
            let numbers = ["+15550101001", "+15550102001", "+15550103001", "+15550104001"]
            let holder = try await server.admin("accounts", ["phoneNumber": .string(numbers[0])])
            #expect(holder.status == 200, "\(holder.text)")
            let person = try await server.admin(
                "accounts",
                [
                    "email": "v@x.example", "emailVerified": true, "phoneNumber": .string(numbers[1]),
                    "mfaInfo": .array([.object(["phoneInfo": "+15550105001"])]),
                ])
            #expect(person.status == 200, "\(person.text)")
            let disabled = try await server.admin("accounts", ["phoneNumber": .string(numbers[2]), "disabled": true])
            #expect(disabled.status == 200, "\(disabled.text)")
            var histories: [[String]] = []
            for number in numbers {
                var history: [String] = []
                for round in 0..<14 {
                    let answer = try await Self.call(
                        server, "sendVerificationCode", ["phoneNumber": .string(number)], from: "198.51.\(round).9")
                    let names = if case .object(let members) = answer.json { members.keys.sorted() } else { [String]() }
                    history.append("\(answer.status) \(names) \(answer.message ?? "") \(answer["sessionInfo"]?.count ?? 0)")
                }
                histories.append(history)
            }
            #expect(Set(histories).count == 1, "\(histories)")
            #expect(histories[0].last?.contains("TOO_MANY_ATTEMPTS_TRY_LATER") == true, "\(histories[0])")
        }
    }

    @Test("T089 a lookup shows an app's user their own account, whatever else it names")
    func lookups() async throws {
        try await Self.run { server, _ in
            let victim = try await server.admin(
                "accounts", ["email": "v@x.example", "emailVerified": true, "phoneNumber": .string(Self.number)])
            let id = JSONValue.string(try #require(victim["localId"], "\(victim.text)"))
            let attacker = try await server.call("accounts:signUp", ["email": "a@x.example", "password": "violet river"])
            let idToken = JSONValue.string(try #require(attacker["idToken"], "\(attacker.text)"))
            for named: [String: JSONValue] in [
                ["phoneNumber": .array([.string(Self.number)])], ["email": .array(["v@x.example"])], ["localId": .array([id])],
                ["federatedUserId": .array([.object(["providerId": "phone", "rawId": .string(Self.number)])])],
            ] {
                let alone = try await server.call("accounts:lookup", named)
                #expect(alone.status == 400 && !alone.text.contains(Self.number), "\(alone.text)")
                let signedIn = try await server.call("accounts:lookup", named.merging(["idToken": idToken]) { $1 })
                #expect(!signedIn.text.contains(Self.number) && !signedIn.text.contains("v@x.example"), "\(signedIn.text)")
            }
        }
    }
}
