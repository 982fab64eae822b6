import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// The console as operators use it, and the commands about them.
@Suite("Console in a browser")
struct ConsoleTests {
    /// With `Tests/Fixtures/console.py`.
    @Test("From the printed link to a disabled account by the keyboard alone, with names for screen readers, narrow and dark")
    func console() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
            let link = try await server.child.line(matching: #"(http://[^\s]+/console/welcome#[^\s]+)"#)
            // To look at them: CONSOLE_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["CONSOLE_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("console.py", [server.url, link, pictures])
            #expect(checks.count > 250, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("Operators are invited, listed, changed and removed by commands; the first link is printed until there is one")
    func commands() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let link = try await server.child.line(matching: #"(http://[^\s]+/console/welcome#[^\s]+)"#)
            #expect(link.hasPrefix(server.adminURL))
            let code = try #require(link.split(separator: "#").last.map(String.init))
            #expect(!server.child.output.split(separator: "\n").contains { $0.contains(code) && $0.contains("info") })
            let browser = ConsoleBrowser(server.adminURL)
            try await browser.join(code, "owner@example.com")

            func operators(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(["operators"] + arguments + ["--data", folder.path])
            }
            let invited = try await operators(
                ["invite", "op@example.com", "--role", "support", "--projects", ProductionProcess.project])
            let second = try #require(invited.output.firstMatch(of: /\/console\/welcome#([A-Za-z0-9_-]+)/), "\(invited.output)")
            let waiting = try await operators(["list"])
            #expect(waiting.output.contains("invited until"), "\(waiting.output)")
            let other = ConsoleBrowser(server.adminURL)
            try await other.join(String(second.output.1), "op@example.com")
            let list = try await operators([])
            #expect(list.output.contains(/op@example\.com +support +shop +yes/), "\(list.output)")
            let changed = try await operators(["role", "op@example.com", "viewer", "--all-projects"])
            #expect(changed.output.contains("op@example.com is viewer of all projects."), "\(changed.output)")
            let last = try await operators(["role", "owner@example.com", "viewer"])
            #expect(last.status != 0 && last.output.contains("last owner"), "\(last.output)")
            let removed = try await operators(["remove", "op@example.com"])
            #expect(removed.output.contains("Removed operator op@example.com."), "\(removed.output)")
            let gone = try await other.get("/console/recovery-codes")
            #expect(gone.headers["location"] == "/console/sign-in")
            for (arguments, words) in [
                (["invite", "nobody", "--role", "viewer"], "not an email address"),
                (["invite", "a@example.com", "--role", "king"], "king"),
                (["invite", "a@example.com", "--role", "viewer", "--projects", "nope"], "There is no project nope"),
                (["remove", "nobody@example.com"], "There is no operator"),
                (["list", "--project", "shop"], "--project has no effect"),
            ] {
                let refused = try await operators(arguments)
                #expect(refused.status != 0 && refused.output.contains(words), "\(arguments): \(refused.output)")
            }
            let log = try await VinculaProcess.run(["audit", "list", "--action", "operator.join", "--data", folder.path])
            #expect(log.output.components(separatedBy: "operator.join").count == 3, "\(log.output)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
