import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula usage`, and what a server has written for it when it stopped.
@Suite("The use of a project, by the command")
struct UsageCommandTests {
    @Test("What a server counted is there after its stop, as a table and as JSON")
    func command() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            for _ in 0..<3 { _ = try await server.call("accounts:signUp") }
            let fields: [String: JSONValue] = ["email": "ana@example.com", "password": "a long password"]
            _ = try await server.call("accounts:signUp", fields)
            for _ in 0..<2 { _ = try await server.call("accounts:signInWithPassword", fields) }
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            for (period, steps) in [("48h", 48), ("30d", 30), ("12m", 12)] {
                let outcome = try await VinculaProcess.run(
                    ["usage", "--period", period, "--json", "--data", folder.path, "--project", "demo-project"])
                let report = try #require(JSONValue.parse(Data(outcome.output.utf8)), "\(outcome.output)")
                func sum(_ kind: String, _ method: String) -> Int {
                    guard case .array(let rows)? = report["series"],
                        let row = rows.first(where: { $0["kind"] == .string(kind) && $0["method"] == .string(method) }),
                        case .array(let values)? = row["values"]
                    else { return 0 }
                    return values.reduce(0) { $0 + Int($1.int ?? 0) }
                }
                guard case .array(let starts)? = report["starts"] else {
                    Issue.record("\(outcome.output)")
                    continue
                }
                #expect(starts.count == steps)
                #expect(sum("sign-up", "anonymous") == 3 && sum("sign-up", "password") == 1 && sum("sign-in", "password") == 2)
            }
            let table = try await VinculaProcess.run(["usage", "--data", folder.path, "--project", "demo-project"])
            #expect(table.output.contains(/sign-up +anonymous +3/), "\(table.output)")
            let wrong = try await VinculaProcess.run(["usage", "--period", "1y", "--data", folder.path])
            #expect(wrong.status != 0)
        }
    }
}
