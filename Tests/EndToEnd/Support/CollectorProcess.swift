import ChildProcesses
import Foundation
import TestSupport
import VinculaCore

/// An OpenTelemetry collector (`Tests/Fixtures/otlp_collector.py`), which checks what it gets against the protocol.
struct CollectorProcess: Sendable {
    struct Span: Sendable {
        let name: String
        let trace: String
        let id: String
        let parent: String?
        let kind: Int64
        let hasFailed: Bool
        let attributes: [String: String]
    }

    struct Seen: Sendable {
        let spans: [Span]
        /// What broke the protocol.
        let faults: String
        let requests: Int64
        let headers: JSONValue
        /// All as text.
        let text: String
    }

    let url: String
    private let child: ChildProcess

    static func start() async throws -> CollectorProcess {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/otlp_collector.py")
        let child = try ChildProcess(OpenIDProviderProcess.python, [script.standardized.path])
        return CollectorProcess(url: try await child.line(matching: #"(http://[^\s]+)"#), child: child)
    }

    /// Sets the next answers; see the script.
    func behave(_ behaviour: JSONValue) async throws { _ = try await HTTP.post("\(url)/behaviour", behaviour, method: "PUT") }

    func seen() async throws -> Seen {
        let answer = try await HTTP.send("GET", "\(url)/spans")
        guard case .array(let spans)? = answer.json["spans"], case .array(let faults)? = answer.json["faults"] else {
            return Seen(spans: [], faults: "no answer", requests: 0, headers: .null, text: "")
        }
        return Seen(
            spans: spans.map(Self.span), faults: faults.compactMap(\.string).joined(separator: "\n"),
            requests: answer.json["requests"]?.int ?? 0, headers: answer.json["headers"] ?? .null, text: answer.text)
    }

    /// Waits for spans that are still under way.
    func seen(until isEnough: (Seen) -> Bool) async throws -> Seen {
        var seen = try await seen()
        for _ in 0..<600 where !isEnough(seen) {
            try await Task.sleep(for: .milliseconds(50))
            seen = try await self.seen()
        }
        return seen
    }

    private static func span(_ json: JSONValue) -> Span {
        var attributes: [String: String] = [:]
        if case .array(let members)? = json["attributes"] {
            for member in members {
                let value = member["value"]
                attributes[member["key"]?.string ?? ""] = value?["stringValue"]?.string ?? value?["intValue"]?.string
            }
        }
        return Span(
            name: json["name"]?.string ?? "", trace: json["traceId"]?.string ?? "", id: json["spanId"]?.string ?? "",
            parent: json["parentSpanId"]?.string, kind: json["kind"]?.int ?? 0,
            hasFailed: json["status"]?["code"]?.int == 2, attributes: attributes)
    }
}
