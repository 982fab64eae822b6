import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The hosted pages as people meet them, in a headless Chromium (`Tests/Fixtures/pages.py`).
@Suite("Hosted pages in a browser")
struct PagesTests {
    private static let faketime = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
        .map { "\($0)/faketime/libfaketimeMT.so.1" }.first { FileManager.default.fileExists(atPath: $0) }

    /// Links expire under a clock that can be set; elsewhere those pages are left out.
    @Test("Every page in every language: by keyboard and finger, without scripts, in both colours, narrow and wide")
    func everyPage() async throws {
        try await withFolder { folder in
            let clock = folder.appending(path: "clock")
            try Data("+0s\n".utf8).write(to: clock)
            var settings: [String: String] = [:]
            if let library = Self.faketime {
                settings = [
                    "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": clock.path, "FAKETIME_NO_CACHE": "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
                ]
            }
            let server = try await VinculaProcess.serve(
                ["--ephemeral"] + VinculaProcess.cheap, preparing: ":", environment: settings)
            #expect(server.child.output.contains("To begin, open \(server.url)/ in a browser."), "\(server.child.output)")
            #expect(server.child.output.contains("Inbox      \(server.url)/emulator/inbox"))
            // To look at them: PAGES_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["PAGES_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run(
                "pages.py", [server.url, pictures] + (Self.faketime == nil ? [] : ["--clock", clock.path]))
            #expect(checks.count > (Self.faketime == nil ? 1900 : 2200), "\(checks.count) checks")
            // The pages caused no failure in the server either.
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
