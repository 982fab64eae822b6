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
            #expect(checks.count > 550, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("The console's own port has the console and nothing else; what makes no sense is refused by name")
    func ownPort() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder, ["--console-listen", "127.0.0.1:0"])
            let base = try await server.child.line(matching: #"by a port of its own: (http://[^\s]+)"#)
            let link = try await server.child.line(matching: #"(http://[^\s]+/console/welcome#[^\s]+)"#)
            #expect(link.hasPrefix(base), "\(link)")
            let browser = ConsoleBrowser(base)
            try await browser.join(try #require(link.split(separator: "#").last.map(String.init)), "owner@example.com")
            let page = try await browser.get("/console/projects/\(ProductionProcess.project)/keys")
            #expect(page.status == 200, "\(page.text)")
            let health = try await HTTP.send("GET", "\(base)/healthz")
            #expect(health.status == 200)
            let admin = try await HTTP.send(
                "GET", "\(base)/v1/projects/\(ProductionProcess.project)/accounts:batchGet",
                headers: ["Authorization": "Bearer owner"])
            #expect(admin.status == 404, "\(admin.text)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            for (flags, words) in [
                (["--console-listen", "192.0.2.1:9110"], "without consoleUrl the console is reached from this machine only"),
                (
                    ["--listen", "127.0.0.1:9871", "--console-listen", "127.0.0.1:9871"],
                    "listen and consoleListen both use port 9871"
                ),
                (
                    ["--admin-listen", "127.0.0.1:9872", "--console-listen", "127.0.0.1:9872"],
                    "adminListen and consoleListen both use"
                ),
                (["--console-url", "https://console.example"], "no port has the console"),
                (["--dev", "--ephemeral", "--console-listen", "127.0.0.1:0"], "consoleListen is not for --dev"),
            ] {
                let refused = try await VinculaProcess.run(
                    ["serve"] + flags + (flags.contains("--ephemeral") ? [] : ["--data", folder.path])
                        + ["--public-url", "http://127.0.0.1", "--project", ProductionProcess.project])
                #expect(refused.status != 0 && refused.output.contains(words), "\(flags): \(refused.output)")
            }
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
            // The port is one that only the running server knows.
            #expect(invited.output.contains("\(server.adminURL)/console/welcome#"), "\(invited.output)")
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
