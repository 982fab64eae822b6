import ChildProcesses
import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore

/// `vincula webhooks` while the server runs, and across a crash.
@Suite("vincula webhooks")
struct WebhookCommandTests {
    @Test("create, list, test, delete; a change that was answered is told although the server was killed")
    func commands() async throws {
        try await withFolder { folder in
            try await GatewayFixture.run { receiver in
                let data = ["--data", folder.path]
                func run(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                    try await VinculaProcess.run(["webhooks"] + arguments + data)
                }
                func until(_ what: String, _ condition: () -> Bool) async throws {
                    for _ in 0..<1200 where !condition() { try await Task.sleep(for: .milliseconds(50)) }
                    #expect(condition(), "\(what)")
                }
                let server = try await VinculaProcess.serve(data + VinculaProcess.cheap)
                #expect(try await run([]).output.contains("Project demo-project has no webhooks."))
                let made = try await run(["create", receiver.address + "/hook", "--events", "account.created, account.deleted"])
                #expect(made.status == 0 && made.output.contains(/whsec_[A-Za-z0-9+\/=]{44}/), "\(made.output)")
                let id = try #require(made.output.firstMatch(of: /Created webhook ([A-Za-z0-9]{12})/)?.1, "\(made.output)")
                let list = try await run(["list"]).output
                #expect(list.contains("account.created, account.deleted") && !list.contains("whsec_"), "\(list)")
                #expect(try await run(["test", String(id)]).status == 0)
                try await until("the test arrived") { receiver.requests.contains { $0.json["type"] == "webhook.test" } }

                receiver.behaviour = .silence
                let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
                #expect(ana.status == 200, "\(ana.text)")
                server.child.signal(SIGKILL)
                _ = try await server.child.end()
                let outbox = try await run(["outbox"]).output
                #expect(outbox.contains(String(id)) && outbox.contains("account.created"), "\(outbox)")
                receiver.behaviour = .answer(.ok)
                let count = receiver.requests.count
                let next = try await VinculaProcess.serve(data + VinculaProcess.cheap)
                try await until("told after the crash") {
                    receiver.requests.dropFirst(count).contains { $0.json["data"]?["localId"]?.string == ana["localId"] }
                }
                let metrics = try await HTTP.send("GET", "\(next.url)/metrics").text
                #expect(metrics.contains("vincula_webhooks_sent_total 1"), "\(metrics)")

                #expect(try await run(["create", "http://a.example/"]).output.contains("must begin with https://"))
                let unknown = try await run(["create", "https://a.example/", "--events", "account.create"])
                #expect(unknown.status != 0 && unknown.output.contains("Did you mean account.created?"), "\(unknown.output)")
                #expect(unknown.output.contains("Usage: vincula webhooks create <url>"), "\(unknown.output)")
                #expect(try await run(["delete", "nonsense"]).output.contains("The project has no webhook nonsense."))
                #expect(try await run(["delete", String(id)]).output.contains("Deleted webhook \(id)."))
                let log = try await VinculaProcess.run(["audit"] + data).output
                #expect(log.contains("webhook.create") && log.contains("webhook.delete") && !log.contains("/hook"), "\(log)")
            }
        }
    }
}
