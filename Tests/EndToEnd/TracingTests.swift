import ChildProcesses
import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore

/// The traces of a real server, as a collector gets them.
@Suite("Traces")
struct TracingTests {
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    private static func signUp(_ server: VinculaProcess, _ email: String, headers: [String: String] = [:]) async throws
        -> HTTPAnswer
    {
        try await HTTP.post(
            "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test-key",
            .object(["email": .string(email), "password": "violet river"]), headers: headers)
    }

    @Test("T166: a request's span has its steps as children, keeps to OTLP, and names nobody")
    func request() async throws {
        let collector = try await CollectorProcess.start()
        let server = try await VinculaProcess.serve(
            ["--ephemeral", "--tracing-endpoint", collector.url] + VinculaProcess.cheap,
            environment: ["VINCULA_TRACING_HEADERS": "x-collector-key=k-123, x-other=a=b"])
        let answer = try await Self.signUp(
            server, "nobody-knows@example.com",
            // Without trusted proxies both are strangers' words.
            headers: ["traceparent": Self.parent, "X-Request-Id": "strangers-word"])
        #expect(answer.status == 200)
        let id = try #require(answer.headers["x-request-id"])
        #expect(RequestID.isWellFormed(id) && id != "strangers-word")
        let name = "POST /identitytoolkit.googleapis.com/v1/accounts:signUp"
        let seen = try await collector.seen { seen in seen.spans.contains { $0.name == name } }
        #expect(seen.faults.isEmpty, "\(seen.faults)")
        let root = try #require(seen.spans.first { $0.name == name }, "\(seen.text)")
        #expect(root.parent == nil && root.kind == 2 && root.trace != "0af7651916cd43dd8448eb211c80319c" && !root.hasFailed)
        #expect(
            root.attributes == [
                "http.request.method": "POST", "http.route": "/identitytoolkit.googleapis.com/v1/accounts:signUp",
                "http.response.status_code": "200", "vincula.request.id": id,
            ])
        let steps = seen.spans.filter { $0.trace == root.trace && $0.id != root.id }
        #expect(steps.allSatisfy { $0.parent == root.id })
        #expect(Set(steps.map(\.name)).isSuperset(of: ["password.hash", "store.write"]), "\(steps.map(\.name))")
        for secret in ["nobody-knows", "example.com", "violet", "127.0.0.1", "test-key", answer["localId"] ?? "-"] {
            #expect(!seen.spans.map { "\($0)" }.joined().contains(secret), "\(secret)")
        }
        #expect(seen.headers["x-collector-key"] == "k-123" && seen.headers["x-other"] == "a=b")
        #expect(seen.headers["traceparent"] == nil)
        let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
        #expect(
            metrics.contains("vincula_spans_dropped_total 0\n") && !metrics.contains("vincula_spans_exported_total 0\n"),
            "\(metrics)")
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    @Test("A trusted proxy's trace is continued if the operator wants that; its request id is taken either way")
    func proxy() async throws {
        for isContinued in [true, false] {
            let collector = try await CollectorProcess.start()
            let server = try await VinculaProcess.serve(
                ["--ephemeral", "--proxies", "loopback", "--tracing-endpoint", collector.url]
                    + (isContinued ? ["--tracing-continued"] : []) + VinculaProcess.cheap)
            let answer = try await Self.signUp(
                server, "a@example.com", headers: ["traceparent": Self.parent, "X-Request-Id": "edge-1"])
            #expect(answer.status == 200 && answer.headers["x-request-id"] == "edge-1")
            let seen = try await collector.seen { seen in seen.spans.contains { $0.attributes["vincula.request.id"] == "edge-1" }
            }
            let root = try #require(seen.spans.first { $0.attributes["vincula.request.id"] == "edge-1" })
            #expect((root.trace == "0af7651916cd43dd8448eb211c80319c") == isContinued)
            #expect(root.parent == (isContinued ? "b7ad6b7169203331" : nil))
            let odd = try await Self.signUp(server, "b@example.com", headers: ["X-Request-Id": "a b"])
            #expect(odd.headers["x-request-id"].map { RequestID.isWellFormed($0) } == true)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("Spans that a collector does not take are tried again, then dropped and counted; requests do not wait for it")
    func trouble() async throws {
        let collector = try await CollectorProcess.start()
        let server = try await VinculaProcess.serve(
            ["--ephemeral", "--tracing-endpoint", collector.url] + VinculaProcess.cheap)
        func number(_ name: String) async throws -> Int {
            let text = try await HTTP.send("GET", "\(server.url)/metrics").text
            return text.components(separatedBy: "\n").first { $0.hasPrefix(name + " ") }
                .flatMap { Int($0.dropFirst(name.count + 1)) } ?? -1
        }
        try await collector.behave(["status": 503, "times": 1])
        #expect(try await Self.signUp(server, "a@example.com").status == 200)
        let seen = try await collector.seen { seen in seen.spans.contains { $0.name.hasSuffix("accounts:signUp") } }
        #expect(seen.spans.contains { $0.name.hasSuffix("accounts:signUp") } && seen.faults.isEmpty, "\(seen.faults)")
        #expect(try await number("vincula_span_export_failures_total") == 1)
        #expect(try await number("vincula_spans_dropped_total") == 0)
        try await collector.behave(["status": 400, "times": 1000])
        #expect(try await Self.signUp(server, "b@example.com").status == 200)
        for _ in 0..<600 where try await number("vincula_spans_dropped_total") == 0 {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await number("vincula_spans_dropped_total") > 0)
        try await collector.behave(["rejected": 1])
        let before = try await number("vincula_spans_dropped_total")
        for _ in 0..<600 where try await number("vincula_spans_dropped_total") == before {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await number("vincula_spans_dropped_total") > before)
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    @Test("A project's function gets the span that waits for it, and providers get none")
    func function() async throws {
        try await withFolder { folder in
            try await GatewayFixture.run { gateway in
                let collector = try await CollectorProcess.start()
                let data = ["--data", folder.path]
                let server = try await VinculaProcess.serve(
                    data + ["--tracing-endpoint", collector.url] + VinculaProcess.cheap)
                gateway.behaviour = .json("{}")
                let set = try await VinculaProcess.run(["blocking", "set", "beforeCreate", gateway.address + "/hook"] + data)
                #expect(set.status == 0, "\(set.output)")
                #expect(try await Self.signUp(server, "a@example.com").status == 200)
                let seen = try await collector.seen { seen in seen.spans.contains { $0.name == "call function" } }
                let call = try #require(seen.spans.first { $0.name == "call function" }, "\(seen.text)")
                let fields = try #require(gateway.requests.last?.headers)
                #expect(fields["traceparent"] == ["00-\(call.trace)-\(call.id)-01"] && fields["x-request-id"].isEmpty)
                #expect(call.kind == 3 && call.attributes["http.response.status_code"] == "200" && call.parent != nil)
                #expect(seen.faults.isEmpty && !seen.text.contains(gateway.address), "\(seen.faults)")
                server.child.signal(SIGTERM)
                #expect(try await server.child.end() == 0)
            }
        }
    }

    @Test("What still waits when the server stops is exported")
    func stop() async throws {
        let collector = try await CollectorProcess.start()
        let server = try await VinculaProcess.serve(
            ["--ephemeral", "--tracing-endpoint", collector.url] + VinculaProcess.cheap)
        let answers = try await (0..<5).concurrentMap { try await Self.signUp(server, "p\($0)@example.com").status }
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
        #expect(answers == [200, 200, 200, 200, 200])
        #expect(try await collector.seen().spans.count { $0.name.hasSuffix("accounts:signUp") } == 5)
    }

    @Test("A ratio of 0 records nothing; settings that make no sense are refused by name")
    func settings() async throws {
        let collector = try await CollectorProcess.start()
        let server = try await VinculaProcess.serve(
            ["--ephemeral", "--tracing-endpoint", collector.url, "--tracing-ratio", "0"] + VinculaProcess.cheap)
        #expect(try await Self.signUp(server, "a@example.com").status == 200)
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
        #expect(try await collector.seen().requests == 0)
        func refusal(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> String {
            let outcome = try await VinculaProcess.run(["serve", "--dev", "--ephemeral"] + arguments, environment: environment)
            #expect(outcome.status != 0)
            return outcome.output
        }
        #expect(try await refusal(["--tracing-ratio", "1.5"]).contains("tracing.ratio"))
        #expect(try await refusal(["--tracing-continued"]).contains("tracing.endpoint is not set"))
        #expect(
            try await refusal(["--tracing-endpoint", "http://collector.example:4318"], ["VINCULA_TRACING_HEADERS": "k=v"])
                .contains("must begin with https"))
        let unreadable = try await refusal(["--tracing-endpoint", collector.url], ["VINCULA_TRACING_HEADERS": "hush"])
        #expect(unreadable.contains("tracing.headers") && !unreadable.contains("hush"), "\(unreadable)")
    }
}

extension Range<Int> {
    fileprivate func concurrentMap<Value: Sendable>(
        _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in self { group.addTask { try await body(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
