import Foundation
import Logging
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// Text messages through a gateway that is down, slow, refusing, or talks rubbish.
@Suite("SMS gateway")
struct TextGatewayTests {
    /// A number that somebody could have: regions decide where a gateway sends.
    static let number = "+34600000001"
    private static let token = "gateway-secret-token"

    /// Everything that is logged.
    private final class LogLines: Sendable {
        private let lines = Mutex([String]())
        var text: String { lines.withLock { $0.joined(separator: "\n") } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Handler: LogHandler {
        let log: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(_ log: LogLines) { self.log = log }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add("\(event.message) \(event.metadata ?? [:])") }
    }

    /// Runs a server whose messages go to a gateway.
    ///
    /// - Parameters:
    ///   - perDay: The project's ceiling.
    ///   - address: Another gateway than the fixture.
    ///   - isWorking: `false` if nothing sends messages: the test takes them itself.
    static func run(
        twilio: Bool = false, timeout: Int = 20, clock: any Clock = SystemClock(), perDay: Int = 1000, limits: Bool = false,
        at address: String? = nil, isWorking: Bool = true,
        _ body: @escaping @Sendable (TestServer, GatewayFixture, DeliveryCounts) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.development
        settings.phone.regions = SMSRegionPolicy(.only, [try #require(PhoneRegion("ES"))])
        settings.phone.messagesPerDay = perDay
        let log = LogLines()
        try await GatewayFixture.run { [settings] gateway in
            try await TestServer.with(settings: settings, clock: clock, limits: limits, texts: .gateway) { server in
                let options = TextGatewayOptions(
                    form: twilio ? .twilio(account: "AC123") : .json, url: (address ?? gateway.address) + "/messages",
                    from: "+34911000000",
                    token: token, timeoutSeconds: timeout)
                let counts = DeliveryCounts()
                let worker = TextWorker(
                    outbox: server.engine.outbox, options: options, logger: Logger(label: "test") { _ in Handler(log) },
                    counts: counts)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    if isWorking { group.addTask { await worker.run() } }
                    try await body(server, gateway, counts)
                    group.cancelAll()
                }
            }
            let texts = gateway.requests.map(\.body).joined()
            let codes = texts.matches(of: /\b\d{6}\b/).map { String($0.output) }
            for secret in [token, number] + codes { #expect(!log.text.contains(secret), "\(log.text)") }
        }
    }

    static func until(_ what: String, _ condition: @Sendable () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("\(what) did not happen within 30 seconds")
    }

    static func message(_ server: TestServer, _ state: OutboxMessage.State) async throws -> OutboxMessage? {
        // The outcome is counted a moment before it is recorded.
        for _ in 0..<600 {
            if let found = try await server.engine.outbox.messages(state).first { return found }
            try await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    @Test("The generic form: an id that stays the same, the number, the sender, the text, and the token")
    func json() async throws {
        try await Self.run { server, gateway, counts in
            let session = try await server.sendCode(to: Self.number)
            try await Self.until("the message") { counts.sent == 1 }
            let request = try #require(gateway.requests.first)
            #expect(request.headers["Authorization"] == ["Bearer \(Self.token)"])
            #expect(request.json["to"]?.string == Self.number && request.json["from"]?.string == "+34911000000")
            #expect(request.json["id"]?.string == request.headers["Idempotency-Key"].first)
            let code = try #require(request.json["text"]?.string?.firstMatch(of: /\d{6}/)?.output)
            #expect(try await server.enter(String(code), session).status == 200)
            let sent = try await Self.message(server, .sent)
            #expect(sent?.sealed == nil, "nothing of it is left")
        }
    }

    @Test("Twilio's form, byte by byte, with a number or a messaging service as the sender")
    func twilio() async throws {
        try await Self.run(twilio: true) { server, gateway, counts in
            _ = try await server.sendCode(to: Self.number)
            try await Self.until("the message") { counts.sent == 1 }
            let request = try #require(gateway.requests.first)
            #expect(request.headers["Authorization"] == ["Basic " + Data("AC123:\(Self.token)".utf8).base64EncodedString()])
            #expect(request.headers["Content-Type"] == ["application/x-www-form-urlencoded"])
            let code = try #require(request.body.firstMatch(of: /Body=(\d{6})/)?.output.1)
            #expect(
                request.body
                    == "To=%2B34600000001&Body=\(code)%20is%20your%20code%20for%20example.%20Never%20give%20it%20to%20anyone."
                    + "&From=%2B34911000000", "\(request.body)")
        }
    }

    @Test("R14 a gateway that is busy or down gets the message later, once")
    func busy() async throws {
        try await Self.run(twilio: true) { server, gateway, counts in
            gateway.behaviour = .answer(.serviceUnavailable)
            let session = try await server.sendCode(to: Self.number)
            try await Self.until("an attempt") { counts.failed >= 1 }
            gateway.behaviour = .answer(.created)
            try await Self.until("the message") { counts.sent == 1 }
            let code = try #require(gateway.requests.last?.body.firstMatch(of: /Body=(\d{6})/)?.output.1)
            #expect(try await server.enter(String(code), session).status == 200, "late, and still good")
        }
    }

    @Test(
        "A message that may have been sent is repeated only with a key against repetition", arguments: [true, false])
    func unknown(twilio: Bool) async throws {
        try await Self.run(twilio: twilio) { server, gateway, counts in
            gateway.behaviour = .hangUp
            _ = try await server.sendCode(to: Self.number)
            if twilio {
                try await Self.until("giving up") { counts.refused == 1 }
                #expect(gateway.requests.count == 1)
                let dead = try #require(try await Self.message(server, .dead))
                #expect(dead.lastError?.contains("may have been sent") == true && dead.sealed == nil, "\(dead.lastError ?? "")")
            } else {
                try await Self.until("another attempt") { gateway.requests.count >= 2 }
                gateway.behaviour = .answer(.ok)
                try await Self.until("the message") { counts.sent == 1 }
                #expect(Set(gateway.requests.compactMap { $0.json["id"]?.string }).count == 1, "one id")
            }
        }
    }

    @Test("R14 a gateway that never answers is given up after the timeout")
    func silence() async throws {
        try await Self.run(twilio: true, timeout: 1) { server, gateway, counts in
            gateway.behaviour = .silence
            _ = try await server.sendCode(to: Self.number)
            try await Self.until("giving up") { counts.refused == 1 }
            #expect(gateway.requests.count == 1)
        }
    }

    @Test(
        "A refusal is final, and the operator learns why without the number or the code",
        arguments: [
            (HTTPResponseStatus.unauthorized, #"{"code":20003}"#, "check sms.token"),
            (.badRequest, #"{"code":21211,"message":"+34600000001 is not valid"}"#, "21211: the number cannot receive"),
            (.badRequest, "\u{0}rubbish", "refused the message (status 400)"), (.found, "", "redirect"),
        ])
    func refusal(_ status: HTTPResponseStatus, _ body: String, _ words: String) async throws {
        try await Self.run(twilio: true) { server, gateway, counts in
            gateway.behaviour = .answer(status, body: body, headers: ["Location": gateway.address + "/elsewhere"])
            _ = try await server.sendCode(to: Self.number)
            try await Self.until("giving up") { counts.refused == 1 }
            let dead = try #require(try await Self.message(server, .dead))
            #expect(
                dead.lastError?.contains(words) == true && dead.lastError?.contains("346") == false, "\(dead.lastError ?? "")")
            #expect(dead.sealed == nil && gateway.requests.map(\.path) == ["/messages"])
        }
    }

    @Test("R14 rubbish in a success is a success")
    func rubbish() async throws {
        try await Self.run { server, gateway, counts in
            gateway.behaviour = .answer(.accepted, body: String(repeating: "<", count: 300_000))
            _ = try await server.sendCode(to: Self.number)
            try await Self.until("the message") { counts.sent == 1 }
        }
    }

    @Test("T101 only regions on the list are sent anything, and nothing to numbers that cost extra or that nobody has")
    func regions() async throws {
        try await Self.run { server, gateway, _ in
            func answer(_ number: String) async throws -> String? {
                try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)]).message
            }
            let refused = "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."
            #expect(try await answer("+393331234567") == refused, "Italy")
            #expect(try await answer("+34803123456") == refused, "premium rate")
            #expect(try await answer("+34000000000") == "INVALID_PHONE_NUMBER : Invalid format.", "nobody's")
            #expect(gateway.requests.isEmpty)
            let everywhere = JSONValue.object(["allowByDefault": .object(["disallowedRegions": .array(["ES"])])])
            let set = try await server.configure("smsRegionConfig", ["smsRegionConfig": everywhere])
            #expect(set.json["smsRegionConfig"] == everywhere, "\(set.text)")
            #expect(try await answer("+393331234567") == nil)
            #expect(try await answer(Self.number) == refused)
            for bad in [["allowlistOnly": .object(["allowedRegions": .array(["Spain"])])], [:]] as [[String: JSONValue]] {
                let answer = try await server.configure("smsRegionConfig", ["smsRegionConfig": .object(bad)])
                #expect(answer.message?.hasPrefix("INVALID_CONFIG") == true, "\(answer.text)")
            }
        }
    }
}
