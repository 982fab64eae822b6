import ChildProcesses
import Foundation
import Testing

/// A script of `Tests/Fixtures` that prints a line of JSON for each thing that it checks in a browser.
enum BrowserChecks {
    /// A line of the script's.
    struct Check: Decodable {
        let check: String
        let ok: Bool
        let detail: String
    }

    /// Runs a script to its end, and records what it found wrong.
    ///
    /// - Returns: All checks.
    static func run(_ script: String, _ arguments: [String], withinSeconds limit: Int = 900) async throws -> [Check] {
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, [FixtureScript.path(script)] + arguments, environment: ["PYTHONDONTWRITEBYTECODE": "1"],
            withinSeconds: limit)
        let checks = outcome.output.split(separator: "\n")
            .compactMap { try? JSONDecoder().decode(Check.self, from: Data($0.utf8)) }
        for check in checks where !check.ok { Issue.record("\(check.check): \(check.detail)") }
        #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
        return checks
    }
}

/// The scripts in `Tests/Fixtures`.
enum FixtureScript {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/\(name)").standardized.path
    }
}
