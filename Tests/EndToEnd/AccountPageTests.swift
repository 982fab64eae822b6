import ChildProcesses
import Foundation
import Testing

/// The account page as people use it, in a headless Chromium (`Tests/Fixtures/account.py`).
@Suite("Account page in a browser")
struct AccountPageTests {
    @Test("Both directions of linking, by mouse and by keyboard; collisions, second factors, sessions, six languages")
    func page() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/account.py").standardized
            // To look at them: ACCOUNT_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["ACCOUNT_FOLDER"] ?? folder.appending(path: "pictures").path
            let outcome = try await ChildProcess.run(
                OpenIDProviderProcess.python, [script.path, server.url, pictures], environment: ["PYTHONDONTWRITEBYTECODE": "1"],
                withinSeconds: 900)
            let checks = outcome.output.split(separator: "\n")
                .compactMap { try? JSONDecoder().decode(Check.self, from: Data($0.utf8)) }
            for check in checks where !check.ok { Issue.record("\(check.check): \(check.detail)") }
            #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
            #expect(checks.count > 200, "\(checks.count) checks: \(outcome.output.suffix(2000))")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    private struct Check: Decodable {
        let check: String
        let ok: Bool
        let detail: String
    }
}
