import Crypto
import Foundation
import Logging
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaProviders

/// Accepts every address, and posts nothing.
private struct AnyAddress: WebhookCaller {
    func accepts(_ url: String) -> Bool { true }

    func post(_ payload: Data, headers: [(name: String, value: String)], to url: String) async -> WebhookCallOutcome {
        .failed("It does not.")
    }
}

/// Webhooks as their receivers see them.
@Suite("Webhooks")
struct WebhookTests {
    private static let scope = ProjectScope(project: "example")

    /// Runs a server with a receiver that behaves as told.
    private static func run(
        clock: any Clock = SystemClock(),
        _ body: @escaping @Sendable (TestServer, GatewayFixture, DeliveryCounts) async throws -> Void
    ) async throws {
        try await GatewayFixture.run { receiver in
            try await TestServer.with(clock: clock) { server in
                let counts = DeliveryCounts()
                let worker = WebhookWorker(
                    outbox: server.engine.outbox, caller: server.engine.webhookCaller, clock: clock,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await worker.run() }
                    try await body(server, receiver, counts)
                    group.cancelAll()
                }
            }
        }
    }

    private static func until(_ what: String, _ condition: @Sendable () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("Never: \(what)")
    }

    private static func types(_ receiver: GatewayFixture) -> [String] {
        receiver.requests.compactMap { $0.json["type"]?.string }.sorted()
    }

    @Test("A project's webhook is told of its tenants' accounts, with the tenant")
    func tenants() async throws {
        try await Self.run { server, receiver, counts in
            _ = try await server.engine.webhooks.create(url: receiver.address + "/all", events: [.created], in: Self.scope)
            let made = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "tenantId": "acme"])
            #expect(made.status == 200, "\(made.text)")
            try await Self.until("it arrived") { counts.sent >= 1 }
            let data = receiver.requests.first?.json["data"]
            #expect(data?["tenantId"] == "acme" && data?["localId"]?.string == made["localId"], "\(receiver.requests)")
        }
    }

    @Test("An account's life arrives, signed as Standard Webhooks says, once for each change, at those who want it")
    func life() async throws {
        try await Self.run { server, receiver, counts in
            let url = receiver.address + "/all"
            let (_, secret) = try await server.engine.webhooks.create(url: url, events: [], in: Self.scope)
            _ = try await server.engine.webhooks.create(
                url: receiver.address + "/deleted", events: [.deleted], in: Self.scope)
            // Another project's is told of nothing.
            _ = try await server.engine.webhooks.create(
                url: receiver.address + "/other", events: [], in: ProjectScope(project: "other"))
            let made = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "returnSecureToken": true])
            let token = JSONValue.string(try #require(made["idToken"]))
            _ = try await server.fakeIdp("github.com", ["sub": "h"], more: ["idToken": token])
            #expect(try await server.call("accounts:delete", ["idToken": token]).status == 200)
            try await Self.until("all arrived") { counts.sent >= 5 }
            #expect(
                Self.types(receiver)
                    == ["account.created", "account.deleted", "account.deleted", "account.linked", "account.linked"])
            #expect(Set(receiver.requests.map(\.path)) == ["/all", "/deleted"])

            let key = SymmetricKey(data: try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count)))))
            for request in receiver.requests where request.path == "/all" {
                let id = try #require(request.headers.first(name: "webhook-id"))
                let time = try #require(request.headers.first(name: "webhook-timestamp").flatMap { Int64($0) })
                #expect(abs(Double(time) - Date.now.timeIntervalSince1970) < 120)
                let code = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(time).\(request.body)".utf8), using: key)
                #expect(request.headers.first(name: "webhook-signature") == "v1,\(Data(code).base64EncodedString())")
                #expect(!request.body.contains("ana@example.com") && request.json["data"]?["localId"]?.string == made["localId"])
            }
            #expect(Set(receiver.requests.compactMap { $0.headers.first(name: "webhook-id") }).count == 5)
        }
    }

    @Test("A receiver that fails is told again with the same id; 410 ends it; a deleted webhook gets nothing more")
    func failures() async throws {
        try await Self.run { server, receiver, counts in
            receiver.behaviour = .answer(.internalServerError)
            let (webhook, _) = try await server.engine.webhooks.create(
                url: receiver.address + "/hook", events: [.created], in: Self.scope)
            _ = try await server.call("accounts:signUp", ["returnSecureToken": true])
            try await Self.until("two attempts") { counts.failed >= 2 }
            receiver.behaviour = .answer(.noContent, body: "")
            try await Self.until("it arrived") { counts.sent == 1 }
            #expect(Set(receiver.requests.compactMap { $0.headers.first(name: "webhook-id") }).count == 1)

            receiver.behaviour = .answer(.gone)
            _ = try await server.call("accounts:signUp", ["returnSecureToken": true])
            try await Self.until("given up") { try await !server.engine.outbox.messages(.dead).isEmpty }
            let dead = try await server.engine.outbox.messages(.dead)
            #expect(dead.count == 1 && dead[0].sealed == nil && dead[0].lastError?.contains("410") == true)

            let before = receiver.requests.count
            receiver.behaviour = .answer(.serviceUnavailable)
            _ = try await server.call("accounts:signUp", ["returnSecureToken": true])
            try await Self.until("failed") { receiver.requests.count > before }
            try await server.engine.webhooks.delete(webhook.id, in: Self.scope)
            try await server.engine.outbox.hurryMessages()
            try await Self.until("dropped") { try await server.engine.outbox.messages(.waiting).isEmpty }
            #expect(counts.sent == 1 && counts.refused == 1, "dropped, and not sent")
        }
    }

    @Test("An import tells nobody, not even that an account was replaced; a body that never ends holds up nothing")
    func imports() async throws {
        try await Self.run { server, receiver, counts in
            _ = try await server.engine.webhooks.create(url: receiver.address, events: [], in: Self.scope)
            let users: JSONValue = .array([.object(["localId": "ana", "email": "ana@example.com"])])
            for _ in 0..<2 {
                let imported = try await server.admin("accounts:batchCreate", ["users": users, "allowOverwrite": true])
                #expect(imported.status == 200 && imported.json["error"] == [], "\(imported.text)")
            }
            // The head says that more is to come, and nothing does.
            receiver.behaviour = .unending
            for _ in 0..<6 { _ = try await server.call("accounts:signUp", ["returnSecureToken": true]) }
            try await Self.until("all arrived, more than there are workers for a project") { counts.sent == 6 }
            #expect(Self.types(receiver) == Array(repeating: "account.created", count: 6))
        }
    }

    @Test("T232 a webhook that hangs, with many messages, does not delay the project's others, nor those of another project")
    func hanging() async throws {
        try await GatewayFixture.run { dead in
            dead.behaviour = .silence
            try await Self.run { server, receiver, counts in
                let others = ProjectScope(project: "other")
                for _ in 0..<2 { _ = try await server.engine.webhooks.create(url: dead.address, events: [], in: Self.scope) }
                for _ in 0..<30 { _ = try await server.call("accounts:signUp", ["returnSecureToken": true]) }
                try await Self.until("it hangs") { dead.requests.count >= 3 }
                let hook = try await server.engine.webhooks.create(url: receiver.address, events: [], in: Self.scope).webhook
                let other = try await server.engine.webhooks.create(url: receiver.address, events: [], in: others).webhook
                for _ in 0..<5 { try await server.engine.webhooks.test(hook.id, in: Self.scope) }
                try await server.engine.webhooks.test(other.id, in: others)
                // A request that hangs takes fifteen seconds, and there are sixty of them.
                try await Self.until("all arrived") { counts.sent == 6 }
                #expect(receiver.requests.count == 6)
            }
        }
    }

    @Test("T162 an address inside that is stored already is not connected to; the operator sees why")
    func delivery() async throws {
        try await GatewayFixture.run { receiver in
            try await TestServer.with(providers: { $0.allowsLoopbackHTTP = false }) { server in
                let port = URL(string: receiver.address)?.port ?? 0
                // As a database of an older version may have it.
                var permissive = server.engine
                permissive.webhookCaller = AnyAddress()
                for url in [receiver.address, "https://localhost:\(port)/", "https://127.0.0.1:\(port)/"] {
                    let webhook = try await permissive.webhooks.create(url: url, events: [], in: Self.scope).webhook
                    try await server.engine.webhooks.test(webhook.id, in: Self.scope)
                }
                let counts = DeliveryCounts()
                let worker = WebhookWorker(
                    outbox: server.engine.outbox, caller: server.engine.webhookCaller, clock: SystemClock(),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, counts: counts)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await worker.run() }
                    for _ in 0..<600 where counts.failed < 3 { try await Task.sleep(for: .milliseconds(50)) }
                    group.cancelAll()
                }
                let reasons = try await server.engine.outbox.messages(.waiting).compactMap(\.lastError)
                #expect(reasons.count == 3 && counts.sent == 0, "\(reasons)")
                #expect(reasons.filter { $0.contains("does not connect to") }.count == 2, "\(reasons)")
                #expect(receiver.requests.isEmpty)
            }
        }
    }

    @Test("A change that is refused is told to nobody; webhooks have a limit, usable addresses, and one project")
    func refusals() async throws {
        try await Self.run { server, receiver, _ in
            let webhooks = server.engine.webhooks
            let (webhook, _) = try await webhooks.create(url: receiver.address, events: [], in: Self.scope)
            _ = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            try await Self.until("created") { receiver.requests.count == 2 }
            let again = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            #expect(again.status == 400)
            #expect(try await server.engine.outbox.messages(.waiting).isEmpty && receiver.requests.count == 2)

            await #expect(throws: WebhookAdministration.Refusal.unusableURL) {
                try await webhooks.create(url: "http://a.example/", events: [], in: Self.scope)
            }
            await #expect(throws: WebhookAdministration.Refusal.noSuchWebhook(webhook.id)) {
                try await webhooks.delete(webhook.id, in: ProjectScope(project: "other"))
            }
            await #expect(throws: WebhookAdministration.Refusal.noSuchWebhook(webhook.id)) {
                try await webhooks.test(webhook.id, in: ProjectScope(project: "other"))
            }
            for _ in 1..<Webhook.mostOfAProject {
                _ = try await webhooks.create(url: "https://a.example/", events: [.deleted], in: Self.scope)
            }
            await #expect(throws: WebhookAdministration.Refusal.tooMany) {
                try await webhooks.create(url: "https://a.example/", events: [], in: Self.scope)
            }
        }
    }
}
