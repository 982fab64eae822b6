import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The hosted pages as people meet them, in a headless Chromium (`Tests/Fixtures/pages.py`).
@Suite("Hosted pages in a browser")
struct PagesTests {
    /// Links expire under a clock that can be set; elsewhere those pages are left out.
    @Test("Every page in every language: by keyboard and finger, without scripts, in both colours, narrow and wide")
    func everyPage() async throws {
        try await withFolder { folder in
            let clock = try FakeClock(folder.appending(path: "clock"))
            let server = try await VinculaProcess.serve(
                ["--ephemeral"] + VinculaProcess.cheap, preparing: ":", environment: clock.environment)
            #expect(server.child.output.contains("To begin, open \(server.url)/ in a browser."), "\(server.child.output)")
            #expect(server.child.output.contains("Inbox      \(server.url)/emulator/inbox"))
            // To look at them: PAGES_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["PAGES_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run(
                "pages.py", [server.url, pictures] + (FakeClock.exists ? ["--clock", clock.file.path] : []))
            #expect(checks.count > (FakeClock.exists ? 2200 : 1900), "\(checks.count) checks")
            // The pages caused no failure in the server either.
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
