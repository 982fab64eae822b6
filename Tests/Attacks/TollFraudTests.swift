import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// What an attacker can spend of a project's money in a day, counted in messages.
@Suite("Toll fraud")
struct TollFraudTests {
    /// What an attack came to.
    private struct Damage {
        /// The messages that would go out.
        var sent = 0
        /// The codes of all answers.
        var answers: Set<String> = []
        /// The hashes that the messages cost on average.
        var work = 0
        /// The hashes that all those would have cost for which work was asked.
        var price = 0
    }

    /// Requests codes, and counts the messages that would go out.
    ///
    /// - Parameter budget: The hashes that the attacker can afford where a proof is required; `nil` where the limits suffice.
    private static func messages(
        perDay ceiling: Int = 1000, numbers: [String], addresses: [String], hours: Int = 1, budget: Int? = nil
    ) async throws -> Damage {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        if budget == nil { settings.phone.appVerification = .limits }
        settings.phone.regions = SMSRegionPolicy(.only, [try #require(PhoneRegion("ES"))])
        settings.phone.messagesPerDay = ceiling
        // From midnight, UTC: messages are counted by day, and the attack must not run into the next one.
        let day = TextMessagePolicy.day(SystemClock().now)
        let clock = TestClock(TextMessagePolicy.end(ofDay: day - 1))
        return try await TestServer.with(
            settings: settings, clock: clock, isProduction: true, limits: true, proxies: ["loopback"], texts: .gateway
        ) { server in
            func ask(_ index: Int, _ proof: String?) async throws -> HTTPAnswer {
                var body: [String: JSONValue] = ["phoneNumber": .string(numbers[index])]
                body["recaptchaToken"] = proof.map { .string($0) }
                return try await HTTP.post(
                    "\(server.url)/v1/accounts:sendVerificationCode?key=\(server.apiKey)", .object(body),
                    headers: ["X-Forwarded-For": addresses[index % addresses.count]])
            }
            var damage = Damage()
            for _ in 0..<hours {
                for index in numbers.indices {
                    let answer = try await ask(index, nil)
                    damage.answers.insert(answer.code ?? "OK")
                    guard let challenge = answer.challenge else { continue }
                    let work = 1 << ProofSolver.bits(of: challenge)
                    damage.price += work
                    guard damage.work + work <= budget ?? 0 else { continue }
                    damage.work += work
                    damage.answers.insert(try await ask(index, ProofSolver.solve(challenge)).code ?? "OK")
                }
                clock.advance(seconds: 3600)
            }
            let waiting = try await server.engine.outbox.messages(.waiting, limit: 10_000)
            damage.sent = waiting.filter { $0.kind == .textCode }.count
            return damage
        }
    }

    @Test("T101 one number, from many addresses, all day: ten messages")
    func oneNumber() async throws {
        let addresses = (1...40).map { "198.51.\($0).7" }
        let found = try await Self.messages(
            numbers: Array(repeating: "+34600000001", count: 6), addresses: addresses, hours: 8)
        #expect(found.sent == 10, "\(found)")
        #expect(found.answers == ["OK", "TOO_MANY_ATTEMPTS_TRY_LATER"])
    }

    @Test("T101 numbers of one block, from many addresses: thirty messages")
    func oneBlock() async throws {
        let numbers = (0..<80).map { "+346000000\(10 + $0)" }
        let addresses = (1...80).map { "198.51.\($0).7" }
        let found = try await Self.messages(numbers: numbers, addresses: addresses)
        #expect(found.sent == 30, "\(found)")
    }

    @Test("T101 one address, numbers everywhere, all day: fifty messages")
    func oneAddress() async throws {
        let numbers = (0..<30).map { "+346\(10 + $0)000001" }
        let found = try await Self.messages(numbers: numbers, addresses: ["198.51.100.7"], hours: 6)
        #expect(found.sent <= 50 && found.sent >= 10, "\(found)")
    }

    @Test("T101 many addresses and numbers: the project's ceiling, with an error of its own")
    func ceiling() async throws {
        let numbers = (0..<60).map { "+346\(10 + $0)000001" }
        let addresses = (1...60).map { "198.51.\($0).7" }
        let found = try await Self.messages(perDay: 25, numbers: numbers, addresses: addresses)
        #expect(found.sent == 25, "\(found)")
        #expect(found.answers.contains("QUOTA_EXCEEDED"))
    }

    @Test("T101 with a proof required, whoever does no work sends nothing; without, the same requests send all they may")
    func noWork() async throws {
        let numbers = (0..<40).map { "+346000000\(10 + $0)" }
        let addresses = (1...40).map { "198.51.\($0).7" }
        let found = try await Self.messages(numbers: numbers, addresses: addresses, budget: 0)
        #expect(found.sent == 0 && found.answers == ["MISSING_APP_CREDENTIAL"], "\(found)")
        // All at the least difficulty: what is not solved makes nothing harder for the project's other people.
        #expect(found.price == 40 << 16, "\(found)")
        let off = try await Self.messages(numbers: numbers, addresses: addresses)
        #expect(off.sent == 30 && off.price == 0, "\(off)")
    }

    @Test("T101 one address that works: every few messages cost four times as much as those before")
    func oneWorker() async throws {
        let numbers = (0..<30).map { "+346\(10 + $0)000001" }
        let found = try await Self.messages(numbers: numbers, addresses: ["198.51.100.7"], budget: 1 << 19)
        // Four at 2^16, and one at 2^18.
        #expect(found.sent == 5 && found.work == 1 << 19, "\(found)")
        let off = try await Self.messages(numbers: numbers, addresses: ["198.51.100.7"])
        #expect(off.sent == 10 && off.work == 0, "\(off)")
        // The price of what one address may ask for in six hours is more than a thousand times the least.
        let day = try await Self.messages(numbers: numbers, addresses: ["198.51.100.7"], hours: 6, budget: 0)
        #expect(day.sent == 0 && day.price > 1000 << 16, "\(day)")
    }

    @Test("T101 many addresses that work: each message has its price")
    func manyWorkers() async throws {
        let numbers = (0..<12).map { "+346\(10 + $0)000001" }
        let addresses = (1...12).map { "198.51.\($0).7" }
        let found = try await Self.messages(numbers: numbers, addresses: addresses, budget: 8 << 16)
        #expect(found.sent == 8 && found.work == 8 << 16 && found.price == 12 << 16, "\(found)")
    }

    @Test("T101 a project that allows no region sends nothing, and neither do expensive numbers")
    func expensive() async throws {
        let found = try await Self.messages(
            numbers: ["+34803123456", "+34905123456", "+393331234567", "+881612345678", "+979123456789"],
            addresses: ["198.51.100.7"])
        #expect(found.sent == 0, "\(found)")
    }
}
