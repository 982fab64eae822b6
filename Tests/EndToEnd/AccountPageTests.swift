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
            // To look at them: ACCOUNT_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["ACCOUNT_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("account.py", [server.url, pictures])
            #expect(checks.count > 200, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
