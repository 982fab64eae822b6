import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The dashboard and the alerts that we ship, against what a server reports.
@Suite("Dashboard and alerts")
struct MonitoringTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// The metrics of a server with everything on: their types, and the labels that they have.
    private static func reported() async throws -> (types: [String: String], labels: [String: Set<String>]) {
        let collector = try await CollectorProcess.start()
        return try await withFolder { folder in
            let server = try await VinculaProcess.serve(
                [
                    "--data", folder.appending(path: "data").path, "--tracing-endpoint", collector.url, "--limits-rate", "true",
                    "--backups-every", "1h",
                ] + VinculaProcess.cheap, preparing: ":", level: "notice")
            _ = try await server.child.line(matching: "(Backup written and checked)")
            _ = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "violet river"])
            _ = try await server.call("accounts:signInWithPassword", ["email": "a@example.com", "password": "wrong"])
            let reset: [String: JSONValue] = ["requestType": "PASSWORD_RESET", "email": "a@example.com"]
            var isRefused = false
            for _ in 0..<200 where !isRefused { isRefused = try await server.call("accounts:sendOobCode", reset).status != 200 }
            #expect(isRefused)
            let text = try await HTTP.send("GET", "\(server.url)/metrics").text
            server.child.signal(SIGTERM)
            try await server.child.end()
            return try Self.parse(text)
        }
    }

    /// Reads the text format, strictly.
    private static func parse(_ text: String) throws -> (types: [String: String], labels: [String: Set<String>]) {
        var types: [String: String] = [:]
        var labels: [String: Set<String>] = [:]
        var seen: Set<Substring> = []
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") {
            if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
                let before = types.updateValue(String(type.2), forKey: String(type.1))
                #expect(before == nil, "\(line)")
            } else if line.wholeMatch(of: /# HELP [a-z_]+ .+/) == nil {
                let sample = try #require(line.wholeMatch(of: /([a-z_]+)(\{[^}]*\})? ([-0-9.e+]+|\+Inf|NaN)/), "\(line)")
                var name = String(sample.1)
                for end in ["_bucket", "_sum", "_count"] where types[String(name.dropLast(end.count))] == "histogram" {
                    if name.hasSuffix(end) { name = String(name.dropLast(end.count)) }
                }
                #expect(types[name] != nil, "\(line) has no type")
                let isNew = seen.insert(line.prefix { $0 != " " }).inserted
                #expect(isNew, "\(line) is there twice")
                let found = (sample.2 ?? "").matches(of: /([a-z]+)="((?:[^"\\]|\\.)*)"/).map { String($0.1) }
                labels[name, default: []].formUnion(found)
            }
        }
        return (types, labels)
    }

    private static func check(
        _ text: String, _ reported: (types: [String: String], labels: [String: Set<String>])
    ) throws {
        let query = try MetricQuery(text)
        for use in query.uses where use.name != "up" {
            var name = use.name
            for end in ["_bucket", "_sum", "_count"] where reported.types[name] == nil && name.hasSuffix(end) {
                name = String(name.dropLast(end.count))
                #expect(reported.types[name] == "histogram", "\(use.name)")
            }
            // Certificates have one only with TLS.
            guard !name.hasPrefix("vincula_certificate_") else { continue }
            let type = try #require(reported.types[name], "There is no \(use.name): \(text)")
            // A counter alone says nothing, and the rate of a gauge neither.
            #expect((type != "gauge") == ["rate", "increase"].contains(use.function), "\(use.name) in \(text)")
            let known = reported.labels[name, default: []].union(["job", "instance", "le"])
            #expect(use.labels.isSubset(of: known), "\(use.labels) of \(use.name)")
        }
        let known = query.uses.reduce(into: Set(["job", "instance", "le"])) { known, use in
            for end in ["", "_bucket", "_sum", "_count"] where use.name.hasSuffix(end) {
                known.formUnion(reported.labels[String(use.name.dropLast(end.count)), default: []])
            }
        }
        #expect(query.groupings.isSubset(of: known), "\(query.groupings) in \(text)")
    }

    @Test("Every panel of the dashboard and every alert asks for metrics and labels that exist, in queries that Prometheus reads")
    func queries() async throws {
        let reported = try await Self.reported()
        let file = Self.root.appending(path: "Examples/Grafana/vincula.json")
        let dashboard = try JSONDecoder().decode(JSONValue.self, from: try Data(contentsOf: file))
        guard case .array(let panels)? = dashboard["panels"] else {
            Issue.record("no panels")
            return
        }
        var places: Set<String> = []
        var ids: Set<Int64> = []
        for panel in panels {
            let place = try #require(panel["gridPos"])
            let isFree = places.insert("\(place["x"]?.text ?? "") \(place["y"]?.text ?? "")").inserted
            #expect(isFree, "two panels at one place")
            let isNew = ids.insert(try #require(panel["id"]?.int)).inserted
            #expect(isNew)
            guard panel["type"] != "row", case .array(let targets)? = panel["targets"] else { continue }
            #expect(!targets.isEmpty && panel["datasource"]?["uid"] == "${datasource}")
            for target in targets {
                let text = try #require(target["expr"]?.string)
                // With several servers, each panel shows those that are chosen.
                for use in try MetricQuery(text).uses { #expect(use.labels.isSuperset(of: ["job", "instance"]), "\(text)") }
                try Self.check(text, reported)
            }
        }
        #expect(panels.count { $0["type"] != "row" } >= 30)
        #expect(
            panels.filter { $0["type"] == "row" }.compactMap { $0["title"]?.string } == [
                "Overview", "Traffic", "Errors", "Latency", "Sign-ins", "Abuse", "Database", "Delivery", "Traces",
            ])

        let alerts = try await Self.alerts()
        let operations = try String(contentsOf: Self.root.appending(path: "Documentation/Operations.md"), encoding: .utf8)
        #expect(alerts.count >= 10)
        for alert in alerts {
            let name = try #require(alert["alert"]?.string)
            try Self.check(try #require(alert["expr"]?.string), reported)
            #expect(alert["for"]?.string?.wholeMatch(of: /[0-9]+[mh]/) != nil, "\(name)")
            #expect(["page", "ticket"].contains(alert["labels"]?["severity"]?.string), "\(name)")
            for text in ["summary", "action"] {
                #expect(alert["annotations"]?[text]?.string?.hasSuffix(".") == true, "\(name) has no \(text)")
            }
            #expect(operations.contains("`\(name)`"), "Operations.md says nothing about \(name)")
        }
        for name in reported.types.keys.sorted() { #expect(operations.contains("`\(name)"), "Operations.md has no \(name)") }
    }

    /// The rules of the file with the alerts.
    private static func alerts() async throws -> [JSONValue] {
        let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
        let file = root.appending(path: "Examples/Prometheus/alerts.yml").path
        let outcome = try await ChildProcess.run(OpenIDProviderProcess.python, ["-c", script, file])
        guard case .array(let groups)? = JSONValue.parse(Data(outcome.output.utf8))?["groups"] else { return [] }
        return groups.flatMap { group in
            if case .array(let rules)? = group["rules"] { rules } else { [JSONValue]() }
        }
    }

    @Test(
        "The parser of queries refuses what Prometheus would",
        arguments: [
            "rate(vincula_x_total)", "sum by (a vincula_x)", "vincula_x{a=b}", "histogram_quantile(0.9, sum(rate(x_bucket[5m])))",
            "rate(vincula_x[5 m])", "sum(vincula_x", "vincula_x >", "vincula_x) + 1", "{a=\"b\"}", "vincula_x{a=\"b}",
        ])
    func refused(text: String) { #expect(throws: MetricQuery.Unreadable.self) { try MetricQuery(text) } }
}
