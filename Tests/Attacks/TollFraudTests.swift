import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// What an attacker can spend of a project's money in a day, counted in messages.
@Suite("Toll fraud")
struct TollFraudTests {
    /// Requests codes, and counts the messages that would go out.
    private static func messages(
        perDay ceiling: Int = 1000, numbers: [String], addresses: [String], hours: Int = 1
    ) async throws -> (sent: Int, answers: Set<String>) {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        settings.phone.regions = SMSRegionPolicy(.only, [try #require(PhoneRegion("ES"))])
        settings.phone.messagesPerDay = ceiling
        // From midnight, UTC: messages are counted by day, and the attack must not run into the next one.
        let day = TextMessagePolicy.day(SystemClock().now)
        let clock = TestClock(TextMessagePolicy.end(ofDay: day - 1))
        return try await TestServer.with(
            settings: settings, clock: clock, isProduction: true, limits: true, proxies: ["loopback"], texts: .gateway
        ) { server in
            var answers: Set<String> = []
            for _ in 0..<hours {
                for (index, number) in numbers.enumerated() {
                    let answer = try await HTTP.post(
                        "\(server.url)/v1/accounts:sendVerificationCode?key=\(server.apiKey)",
                        .object(["phoneNumber": .string(number)]),
                        headers: ["X-Forwarded-For": addresses[index % addresses.count]])
                    answers.insert(answer.code ?? "OK")
                }
                clock.advance(seconds: 3600)
            }
            let waiting = try await server.engine.outbox.messages(.waiting, limit: 10_000)
            return (waiting.filter { $0.kind == .textCode }.count, answers)
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

    @Test("T101 a project that allows no region sends nothing, and neither do expensive numbers")
    func expensive() async throws {
        let found = try await Self.messages(
            numbers: ["+34803123456", "+34905123456", "+393331234567", "+881612345678", "+979123456789"],
            addresses: ["198.51.100.7"])
        #expect(found.sent == 0, "\(found)")
    }
}
