import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Guessing passwords: one by one, many at once, from many places, by every path.
@Suite("Guessing")
struct GuessingTests {
    private static let email = "victim@example.com"
    private static let home = "203.0.113.7"

    private static var privateSettings: ProjectSettings {
        var settings = ProjectSettings.development
        settings.emailPrivacy = true
        return settings
    }

    /// A server with limits as in production, behind a proxy, on which the victim has signed up from home.
    private static func withVictim(
        clock: any Clock = TestClock(), settings: ProjectSettings = privateSettings, file: URL? = nil,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with(file: file, settings: settings, clock: clock, limits: true, proxies: ["loopback"]) { server in
            #expect(try await server.signUp(email, from: home).status == 200)
            try await body(server)
        }
    }

    @Test("T088 a refusal for guessing does not reveal whether an account exists", .tags(.attack))
    func refusalsTellNothing() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            func history(_ email: String, _ address: String) async throws -> [[String]] {
                var answers: [[String]] = []
                for _ in 0..<20 {
                    let answer = try await server.signIn(email, "wrong", from: address)
                    // Not the bytes: the order of a JSON object's members is anybody's guess.
                    answers.append([
                        "\(answer.status)", answer.message ?? "", "\(answer.data.count)", answer.headers["retry-after"] ?? "-",
                    ])
                }
                return answers
            }
            let known = try await history(Self.email, "198.51.100.1")
            let unknown = try await history("nobody@example.com", "192.0.2.1")
            #expect(known == unknown)
            #expect(known[9][1].contains("INVALID_LOGIN_CREDENTIALS") && known[10][1].contains("TOO_MANY_ATTEMPTS_TRY_LATER"))
            clock.advance(seconds: 40)
            #expect(try await history(Self.email, "198.51.100.1") == history("nobody@example.com", "192.0.2.1"))
        }
    }

    @Test("T091 sequential guessing: ten, then ever longer waits; the owner signs in from elsewhere", .tags(.attack))
    func sequential() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            var looked = 0
            for _ in 0..<200 where try await server.signIn(Self.email, "wrong", from: "198.51.100.9").isWrongPassword {
                looked += 1
            }
            #expect(looked == 10)
            // By now the buckets have tokens again; it is the count of failures that refuses, the right password too.
            clock.advance(seconds: 29)
            #expect(try await server.signIn(Self.email, "right password", from: "198.51.100.9").isThrottled)
            #expect(try await server.signIn(Self.email, "right password", from: "198.51.100.200").isThrottled, "the same /24")
            clock.advance(seconds: 1)
            #expect(try await server.signIn(Self.email, "wrong", from: "198.51.100.9").isWrongPassword)
            for wait in [60, 120, 240, 480, 900, 900] as [Int64] {
                clock.advance(seconds: wait - 1)
                #expect(try await server.signIn(Self.email, "wrong", from: "198.51.100.9").isThrottled, "\(wait)")
                clock.advance(seconds: 1)
                #expect(try await server.signIn(Self.email, "wrong", from: "198.51.100.9").isWrongPassword, "\(wait)")
            }
            #expect(try await server.signIn(Self.email, "right password", from: "198.51.101.9").status == 200)
            #expect(try await server.signIn(Self.email, "right password", from: Self.home).status == 200)
        }
    }

    @Test("T091 guessing from everywhere: strangers are blocked, the owner is not", .tags(.attack))
    func fromEverywhere() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            func guess(_ network: Int) async throws -> HTTPAnswer {
                try await server.signIn(Self.email, "wrong", from: "198.18.\(network).1")
            }
            var looked = 0
            for network in 0..<60 {
                for _ in 0..<10 where try await guess(network).isWrongPassword { looked += 1 }
            }
            #expect(looked == 100)
            // A network that has failed is blocked, even with the correct password and after the longest wait.
            clock.advance(seconds: 901)
            #expect(try await server.signIn(Self.email, "right password", from: "198.18.1.1").isThrottled)
            // Of those who have not failed, one in 15 minutes is let through.
            #expect(try await guess(70).isWrongPassword)
            #expect(try await guess(71).isThrottled)
            clock.advance(seconds: 898)
            #expect(try await guess(72).isThrottled)
            clock.advance(seconds: 3)
            #expect(try await server.signIn(Self.email, "right password", from: "192.0.2.44").status == 200)
        }
    }

    @Test("T091 the owner's network still works while strangers guess, and its success ends the block", .tags(.attack))
    func ownersNetwork() async throws {
        try await Self.withVictim { server in
            for network in 0..<12 {
                for _ in 0..<10 { _ = try await server.signIn(Self.email, "wrong", from: "198.18.\(network).1") }
            }
            #expect(try await server.signIn(Self.email, "right password", from: "192.0.2.44").isThrottled)
            #expect(try await server.signIn(Self.email, "right password", from: "203.0.113.99").status == 200)
            #expect(try await server.signIn(Self.email, "right password", from: "192.0.2.44").status == 200)
        }
    }

    @Test("T091 a new password set by the owner or an administrator ends the block", .tags(.attack))
    func newPassword() async throws {
        try await Self.withVictim { server in
            for network in 0..<12 {
                for _ in 0..<10 { _ = try await server.signIn(Self.email, "wrong", from: "198.18.\(network).1") }
            }
            let found = try await server.admin("accounts:lookup", ["email": .array([.string(Self.email)])])
            guard case .array(let users)? = found.json["users"], let id = users.first?["localId"] else {
                Issue.record("no account")
                return
            }
            #expect(try await server.signIn(Self.email, "right password", from: "192.0.2.44").isThrottled)
            #expect(try await server.admin("accounts:update", ["localId": id, "password": "another one"]).status == 200)
            #expect(try await server.signIn(Self.email, "another one", from: "192.0.2.44").status == 200)
        }
    }

    @Test("T092 parallel guessing from one network: no more hashes than the limit", .tags(.attack))
    func parallel() async throws {
        try await Self.withVictim { server in
            try await Crowd.with { crowd in
                for round in 0..<10 {
                    let answers = try await crowd.post(
                        (1...100).map { number in
                            let body: [String: JSONValue] = [
                                "email": .string(Self.email), "password": .string("\(round) \(number)"),
                            ]
                            // Another address each, so that only the count of failures stands in the way.
                            return (server.passwordURL, body, "198.51.100.\(number)")
                        })
                    #expect(answers.allSatisfy { $0.isWrongPassword || $0.isThrottled || $0.status == 503 })
                }
            }
            let passwords = server.engine.limits.passwords
            #expect(passwords[.wrong, default: 0] == 10, "\(passwords)")
            #expect(passwords[.refused, default: 0] > 900, "\(passwords)")
            #expect(try await server.signIn(Self.email, "right password", from: "198.51.100.222").isThrottled)
        }
    }

    @Test("T092 parallel guessing from a thousand networks: no more hashes than the account's limit", .tags(.attack))
    func parallelFromEverywhere() async throws {
        try await Self.withVictim { server in
            try await Crowd.with { crowd in
                for round in 0..<10 {
                    let answers = try await crowd.post(
                        (0..<100).map { number in
                            (
                                server.passwordURL, ["email": .string(Self.email), "password": "wrong"],
                                "198.\(18 + round % 2).\(round * 20 + number / 5).\(number % 5)"
                            )
                        })
                    #expect(answers.allSatisfy { $0.isWrongPassword || $0.isThrottled || $0.status == 503 })
                }
            }
            let passwords = server.engine.limits.passwords
            #expect((1...100).contains(passwords[.wrong, default: 0]), "\(passwords)")
            #expect(try await server.signIn(Self.email, "right password", from: Self.home).status == 200)
        }
    }

    @Test("T093 the count survives the refused request and the process", .tags(.attack))
    func restart() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            for _ in 0..<10 { _ = try await server.signIn(Self.email, "wrong", from: "198.51.100.9") }
            clock.advance(seconds: 29)
            // Another process on the same data: nothing in memory yet.
            let engine = server.engine
            let restarted = AuthEngine(
                store: engine.store, hasher: engine.hasher, tokens: engine.tokens, verifier: engine.verifier,
                sealer: engine.sealer, clock: clock, mailRenderer: engine.mailRenderer,
                defaultSettings: engine.defaultSettings, limits: RequestLimits())
            let attacker = try #require(ClientAddress("198.51.100.9"))
            await #expect(throws: AuthError.tooManyAttempts(retryAfterSeconds: 1)) {
                try await restarted.signInWithPassword(
                    email: Self.email, password: "right password", in: ProjectScope(project: server.project), from: attacker)
            }
        }
    }

    @Test("T094 the attacker cannot choose what the limits count by", .tags(.attack))
    func keyRotation() async throws {
        try await Self.withVictim { server in
            let disguises = (0..<60).map { number -> (email: String, address: String) in
                let six = "2001:db8:1:2:\(String(number, radix: 16))::1"
                return switch number % 6 {
                case 0: (Self.email, six)
                case 1: ("VICTIM@EXAMPLE.COM", "6.6.6.\(number), \(six)")
                case 2: ("victim@Example.com", "2001:0DB8:0001:0002::\(number)")
                case 3: (Self.email, "[2001:db8:1:2::\(number)]:\(1024 + number)")
                case 4: (Self.email, "2001:db8:1:2:ffff::")
                default: (Self.email, "\(number).\(number).1.1,10.0.0.\(number), 2001:DB8:1:2::")
                }
            }
            var looked = 0
            for (email, address) in disguises {
                let answer = try await HTTP.post(
                    "\(server.url)/v1/accounts:signInWithPassword?key=k\(looked)&email=\(address.count)",
                    .object([
                        "email": .string(email), "password": "wrong", "captchaResponse": .string(address),
                        "localId": .string(address),
                    ]),
                    headers: [
                        "X-Forwarded-For": address, "X-Real-IP": "9.9.9.9", "Forwarded": "for=9.9.9.9", "Client-IP": "9.9.9.9",
                    ])
                #expect(answer.isWrongPassword || answer.isThrottled, "\(answer.text)")
                if answer.isWrongPassword { looked += 1 }
            }
            #expect(looked == 10)
            // A trailing dot and a tenant lead to no account at all.
            let dot = try await server.signIn("victim@example.com.", "wrong", from: "192.0.2.1")
            #expect(dot.code == "INVALID_EMAIL")
            let tenant = try await server.call(
                "accounts:signInWithPassword", ["email": .string(Self.email), "password": "wrong", "tenantId": "t1"],
                from: "192.0.2.1")
            #expect(tenant.isWrongPassword, "\(tenant.text)")
        }
    }

    @Test("T094 IPv4 in two spellings is one address", .tags(.attack))
    func mappedAddresses() async throws {
        try await Self.withVictim { server in
            var looked = 0
            for number in 0..<40 {
                let address = number.isMultiple(of: 2) ? "198.51.100.9" : "::ffff:198.51.100.9"
                if try await server.signIn("n\(number)@example.com", "wrong", from: address).isWrongPassword { looked += 1 }
            }
            #expect(looked == 10)
        }
    }

    @Test("T094 X-Forwarded-For is not read from untrusted clients", .tags(.attack))
    func untrustedHeader() async throws {
        try await TestServer.with(
            settings: Self.privateSettings, clock: TestClock(), limits: true, proxies: ["192.0.2.0/24"]
        ) { server in
            var looked = 0
            for number in 0..<40
            where try await server.signIn("n\(number)@example.com", "wrong", from: "198.18.\(number).1").isWrongPassword {
                looked += 1
            }
            #expect(looked == 10)
        }
    }

    @Test("T095 password spraying: the address is blocked, whatever accounts it tries", .tags(.attack))
    func spraying() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            func looked(_ accounts: Range<Int>, from address: (Int) -> String) async throws -> Int {
                var looked = 0
                for number in accounts
                where try await server.signIn("n\(number)@example.com", "Summer2026", from: address(number)).isWrongPassword {
                    looked += 1
                }
                return looked
            }
            #expect(try await looked(0..<50) { _ in "198.51.100.9" } == 10)
            // 30 a minute come back.
            var inAMinute = 0
            for round in 0..<60 {
                clock.advance(seconds: 1)
                inAMinute += try await looked((100 + round * 3)..<(103 + round * 3)) { _ in "198.51.100.9" }
            }
            #expect(inAMinute == 30)
            // A /48 of IPv6 has four times an address, not 65,536 times.
            #expect(try await looked(1000..<1100) { "2001:db8:7:\(String($0, radix: 16))::1" } == 40)
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains("vincula_rate_limited_total{rpc=\"signInWithPassword\",limit=\"address\"}"))
            #expect(metrics.contains("vincula_password_attempts_total{outcome=\"wrong\"} 80"))
        }
    }

    @Test("T096 every path to a password has the same limit", .tags(.attack))
    func otherPaths() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            for _ in 0..<10 { _ = try await server.signIn(Self.email, "wrong", from: "198.51.100.9") }
            // The buckets have tokens again, the count of failures has not.
            clock.advance(seconds: 29)
            let body = JSONValue.object(["email": .string(Self.email), "password": "right password"])
            let from = ["X-Forwarded-For": "198.51.100.9"]
            let paths = [
                "/v1/accounts:signInWithPassword", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
                "/identitytoolkit/v3/relyingparty/verifyPassword",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
            ]
            for path in paths {
                let answer = try await HTTP.post("\(server.url)\(path)?key=k", body, headers: from)
                #expect(answer.isThrottled, "\(path): \(answer.text)")
                let bearer = ["Authorization": "Bearer owner", "X-Forwarded-For": "198.51.100.9"]
                #expect(try await HTTP.post("\(server.url)\(path)", body, headers: bearer).isThrottled, "\(path), administrator")
            }
            // Nothing else takes a password for the account: these want its tokens, or refuse.
            let linking = try await server.call(
                "accounts:signUp", ["email": .string(Self.email), "password": "right password", "idToken": "x"],
                from: "198.51.100.9")
            #expect(linking.code == "INVALID_ID_TOKEN")
            let signUp = try await server.signUp(Self.email, from: "198.51.100.9")
            #expect(signUp.code == "EMAIL_EXISTS")
            let update = try await server.call(
                "accounts:update", ["email": .string(Self.email), "password": "right password", "localId": "x"],
                from: "198.51.100.9")
            #expect(update.status == 400 && update["idToken"] == nil)
            #expect(try await server.signIn(Self.email, "right password", from: Self.home).status == 200)
        }
    }

    @Test("a correct password resets the count of failures")
    func successGivesBack() async throws {
        let clock = TestClock()
        try await Self.withVictim(clock: clock) { server in
            for _ in 0..<3 {
                for _ in 0..<9 {
                    let wrong = try await server.signIn(Self.email, "wrong", from: Self.home)
                    #expect(wrong.isWrongPassword)
                }
                clock.advance(seconds: 200)
                let right = try await server.signIn(Self.email, "right password", from: Self.home)
                #expect(right.status == 200)
                clock.advance(seconds: 200)
            }
        }
    }

    @Test(
        "T099 500 sign-ins at once: those that do not fit the queue are refused at once, and nothing else waits", .tags(.attack))
    func hashPool() async throws {
        let pool = HashPool(threads: 1, capacity: 64, patience: .seconds(600))
        try await TestServer.with(hashPool: pool) { server in
            let signedUp = try await server.call("accounts:signUp")
            _ = try await server.call("accounts:signUp", ["email": .string(Self.email), "password": "right password"])
            // The only thread is held, so that every hash waits until the test is done looking.
            let gate = DispatchSemaphore(value: 0)
            async let held: Void = pool.run { gate.wait() }
            defer { gate.signal() }
            try await Crowd.with { crowd in
                async let answers = crowd.post(
                    (0..<500).map { _ in (server.passwordURL, ["email": .string(Self.email), "password": "wrong"], nil) })
                while pool.waiting < 64 { try await Task.sleep(for: .milliseconds(5)) }
                let lookup = try await server.call("accounts:lookup", ["idToken": .string(signedUp["idToken"] ?? "")])
                #expect(lookup.status == 200)
                #expect(try await server.refresh(signedUp["refreshToken"] ?? "").status == 200)
                #expect(pool.waiting == 64)
                gate.signal()
                let all = try await answers
                let busy = all.filter { $0.status == 503 }
                #expect(all.filter(\.isWrongPassword).count + busy.count == 500)
                #expect(!busy.isEmpty)
                #expect(busy.allSatisfy { (1...60).contains($0.headers["retry-after"].flatMap(Int.init) ?? 0) })
            }
            _ = try await held
        }
    }
}
