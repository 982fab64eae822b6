import ChildProcesses
import Foundation
import Testing

/// Tabs that share a session, in a headless Chromium (`Tests/Fixtures/tabs.py`).
@Suite("Tabs in a browser")
struct TabsTests {
    @Test("A frozen tab, two active ones and a copied one: nobody is signed out, whether refresh tokens rotate or not")
    func tabs() async throws {
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
        let checks = try await BrowserChecks.run("tabs.py", [server.url])
        #expect(checks.count > 80, "\(checks.count) checks")
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }
}
