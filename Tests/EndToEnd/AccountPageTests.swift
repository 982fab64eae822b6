import ChildProcesses
import Foundation
import Testing

/// The account page as people use it, in a headless Chromium.
@Suite("Account page in a browser")
struct AccountPageTests {
    /// With `Tests/Fixtures/account.py`, and a clock that can be set ahead; elsewhere what needs one is left out.
    @Test("T395 T396 Linking both ways, by mouse and keyboard; collisions, second factors, mailed links, keys, six languages")
    func page() async throws {
        try await withFolder { folder in
            let clock = try FakeClock(folder.appending(path: "clock"))
            let server = try await VinculaProcess.serve(
                ["--ephemeral"] + VinculaProcess.cheap, preparing: ":", environment: clock.environment)
            // To look at them: ACCOUNT_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["ACCOUNT_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run(
                "account.py", [server.url, pictures] + (FakeClock.exists ? ["--clock", clock.file.path] : []))
            #expect(checks.count > (FakeClock.exists ? 380 : 340), "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    /// With `Tests/Fixtures/account_providers.py`.
    @Test("Real providers, from the button to the account; providers that hang, fail or are wrong leave nothing half-linked")
    func providers() async throws {
        try await withFolder { folder in
            let mock = try await OpenIDProviderProcess.start()
            let server = try await VinculaProcess.serve(
                ["--ephemeral", "--providers-timeout-seconds", "10"] + VinculaProcess.cheap)
            let pictures = ProcessInfo.processInfo.environment["ACCOUNT_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("account_providers.py", [server.url, mock.issuer, pictures])
            #expect(checks.count > 65, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
