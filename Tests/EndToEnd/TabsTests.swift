import ChildProcesses
import Foundation
import Testing

/// Tabs that share a session, in a headless Chromium (`Tests/Fixtures/tabs.py`).
@Suite("Tabs in a browser")
struct TabsTests {
    @Test("A frozen tab, two active ones and a copied one: nobody is signed out, whether refresh tokens rotate or not")
    func tabs() async throws {
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/tabs.py").standardized
        let outcome = try await ChildProcess.run(
            OpenIDProviderProcess.python, [script.path, server.url], environment: ["PYTHONDONTWRITEBYTECODE": "1"],
            withinSeconds: 600)
        let checks = outcome.output.split(separator: "\n")
            .compactMap { try? JSONDecoder().decode(Check.self, from: Data($0.utf8)) }
        for check in checks where !check.ok { Issue.record("\(check.check): \(check.detail)") }
        #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
        #expect(checks.count > 80, "\(checks.count) checks: \(outcome.output.suffix(2000))")
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    private struct Check: Decodable {
        let check: String
        let ok: Bool
        let detail: String
    }
}
