import ChildProcesses
import Foundation
import SMTPSink
import TestSupport
import Testing
import VinculaCore

/// The proxies' configurations that `vincula init` prints, in real proxies.
@Suite("The proxies of vincula init")
struct InitProxyTests {
    private static func program(_ name: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A port that was free a moment ago: nginx does not say which one it has taken.
    private static func freePort() async throws -> Int {
        let script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
        let outcome = try await ChildProcess.run(OpenIDProviderProcess.python, ["-c", script])
        return try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("nginx: the limits see the real client, whatever X-Forwarded-For it sends", .enabled(if: program("nginx") != nil))
    func nginx() async throws {
        let certificate = try SinkCertificate()
        defer { certificate.remove() }
        try await withFolder { folder in
            let config = folder.appending(path: "vincula.json").path
            let made = try await InitTests.vincula([
                "--config", config, "--data", folder.appending(path: "data").path, "--public-url", "https://auth.example.com",
                "--project", "shop", "--methods", "email", "--user", NSUserName(),
            ])
            let key = String(try #require(made.output.firstMatch(of: /AIza[A-Za-z0-9_-]{35}/), "\(made.output)").output)
            func vincula(_ arguments: [String]) async throws -> ChildProcess.Outcome {
                try await VinculaProcess.run(arguments + ["--config", config])
            }
            // One account an hour for each client.
            let start = Date(timeIntervalSinceNow: -60).formatted(.iso8601)
            let quota = try await vincula([
                "config", "set", "quota.signUpQuotaConfig", "quota=1", "startTime=\(start)", "quotaDuration=604800s",
            ])
            #expect(quota.status == 0, "\(quota.output)")
            // Here clients are on this machine, too; nginx is the one that connects from 127.0.0.1.
            let server = try ChildProcess(
                VinculaProcess.executable,
                [
                    "serve", "--config", config, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--log-level",
                    "error",
                    "--proxies", "127.0.0.1",
                ] + VinculaProcess.cheap)
            let url = try await server.line(matching: #"Listening +(http://[^\s]+)"#)
            let port = try await Self.freePort()
            let printed = try await vincula(["init", "--print", "nginx"])
            #expect(printed.status == 0 && printed.output.contains("proxy_pass http://127.0.0.1:9099;"), "\(printed.output)")
            let site = printed.output
                .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port) ssl;")
                .replacing("http://127.0.0.1:9099", with: url)
                .replacing("/etc/letsencrypt/live/auth.example.com/fullchain.pem", with: certificate.certificate)
                .replacing("/etc/letsencrypt/live/auth.example.com/privkey.pem", with: certificate.key)
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
            let whole = """
                daemon off; pid \(folder.path)/nginx.pid; error_log stderr; events {}
                http { access_log off; \(temporary.joined(separator: " "))
                \(site)}
                """
            let file = folder.appending(path: "nginx.conf").path
            try Data(whole.utf8).write(to: URL(filePath: file))
            let nginx = try ChildProcess(
                URL(filePath: try #require(Self.program("nginx"))), ["-p", folder.path, "-c", file, "-g", "master_process off;"])

            func curl(_ path: String, _ arguments: [String]) async throws -> String {
                try await ChildProcess.run(
                    URL(filePath: "/usr/bin/env"),
                    ["curl", "-sk", "-m", "100", "--resolve", "auth.example.com:\(port):127.0.0.1"] + arguments
                        + ["https://auth.example.com:\(port)\(path)"]
                ).output
            }
            func signUp(from address: String, _ name: String, _ headers: [String] = []) async throws -> String {
                let body = #"{"email":"\#(name)@example.com","password":"correct horse battery"}"#
                return try await curl(
                    "/v1/accounts:signUp?key=\(key)",
                    ["--interface", address, "-H", "Content-Type: application/json", "-d", body] + headers.flatMap { ["-H", $0] })
            }
            _ = try await curl("/readyz", ["--retry", "60", "--retry-connrefused", "--retry-delay", "1"])
            #expect(try await signUp(from: "127.0.0.2", "ana").contains("idToken"), "\(nginx.output)")
            for forged in [
                [], ["X-Forwarded-For: 203.0.113.7"], ["X-Forwarded-For: 203.0.113.8, 127.0.0.9"], ["X-Real-IP: 203.0.113.9"],
                ["Forwarded: for=203.0.113.10"],
            ] {
                let refused = try await signUp(from: "127.0.0.2", "bea", forged)
                #expect(refused.contains("TOO_MANY_ATTEMPTS_TRY_LATER"), "\(forged): \(refused)")
            }
            #expect(try await signUp(from: "127.0.0.3", "cem", ["X-Forwarded-For: 127.0.0.2"]).contains("idToken"))
            let disabled = try await vincula(["users", "disable", "cem@example.com"])
            #expect(disabled.status == 0, "\(disabled.output)")
            #expect(try await vincula(["doctor"]).output.contains("does not send its clients' addresses") == false)
            withExtendedLifetime((server, nginx)) {}
        }
    }

    @Test("Caddy takes its site as it is", .enabled(if: program("caddy") != nil))
    func caddy() async throws {
        try await withFolder { folder in
            let printed = try await InitTests.vincula([
                "--print", "caddy", "--public-url", "https://auth.example.com", "--config", folder.appending(path: "a.json").path,
            ])
            let file = folder.appending(path: "Caddyfile").path
            try Data(printed.output.utf8).write(to: URL(filePath: file))
            let environment = ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
            let program = URL(filePath: try #require(Self.program("caddy")))
            for command in ["adapt", "validate"] {
                let outcome = try await ChildProcess.run(
                    program, [command, "--config", file, "--adapter", "caddyfile"], environment: environment)
                #expect(outcome.status == 0, "\(command): \(outcome.output)")
                if command == "adapt" {
                    #expect(outcome.output.contains(#""dial":"127.0.0.1:9099""#), "\(outcome.output)")
                }
            }
        }
    }

    @Test(
        "The unit, the proxies' configurations and the file in the guides are what init prints",
        arguments: [
            ("unit", "ini", "systemd"), ("config", "json", "systemd"), ("nginx", "nginx", "behind-nginx"),
            ("caddy", "caddy", "behind-caddy"),
        ])
    func guides(snippet: String, fence: String, guide: String) async throws {
        let text = try String(contentsOf: GuideTests.folder.appending(path: "\(guide).md"), encoding: .utf8)
        let printed = try await InitTests.vincula(
            [
                "--print", snippet, "--public-url", "https://auth.example.com", "--project", "shop", "--config",
                "/etc/vincula/vincula.json", "--data", "/var/lib/vincula", "--user", "vincula", "--executable",
                "/usr/local/bin/vincula",
            ], environment: ["VINCULA_PROVIDERS_TIMEOUT_SECONDS": ""])
        #expect(printed.status == 0 && text.contains("```\(fence)\n\(printed.output)```\n"), "\(snippet): \(printed.output)")
    }
}
