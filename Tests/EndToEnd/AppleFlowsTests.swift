import ChildProcesses
import Foundation
import Testing

/// Sign in with Apple over https, in a headless Chromium (`Tests/Fixtures/apple_flows.py`): Apple's page answers by a form that
/// its own site posts.
@Suite("Sign in with Apple in a browser")
struct AppleFlowsTests {
    private struct Apple: Decodable {
        let issuer: String
        let client: String
        let team: String
        let keyId: String
        let key: String
    }

    @Test(
        """
        T061 T073: the cookie survives Apple's cross-site POST over https, the name and the client secret are right, and a form \
        in a browser that did not begin the flow is refused
        """)
    func formPost() async throws {
        try await withFolder { folder in
            let python = OpenIDProviderProcess.python
            let fixture = FixtureScript.path("apple_server.py")
            let provider = try ChildProcess(python, ["-W", "ignore", fixture], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
            defer { provider.signal(SIGKILL) }
            let apple = try JSONDecoder().decode(
                Apple.self, from: Data(try await provider.line(matching: #"(\{"issuer".+\})"#).utf8))
            let (certificate, key) = (folder.appending(path: "cert.pem"), folder.appending(path: "key.pem"))
            let made = try await ChildProcess.run(
                URL(filePath: "/usr/bin/env"),
                [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate.path, "-keyout",
                    key.path,
                ])
            #expect(made.status == 0, "\(made.output)")
            let server = try ChildProcess(
                VinculaProcess.executable,
                [
                    "serve", "--dev", "--ephemeral", "--listen", "127.0.0.1:0", "--log-level", "error", "--shutdown-seconds",
                    "60",
                    "--tls-certificate-file", certificate.path, "--tls-key-file", key.path, "--apple-issuer", apple.issuer,
                    "--apple-client-ids", apple.client, "--apple-team-id", apple.team, "--apple-key-id", apple.keyId,
                ] + VinculaProcess.cheap, environment: ["VINCULA_APPLE_PRIVATE_KEY": apple.key])
            let url = try await server.line(matching: #"Server +(https://[^\s]+)"#)
            // Clients that take a host and a port would speak plain http to it.
            #expect(!server.output.contains("useEmulator") && !server.output.contains("EMULATOR_HOST"), "\(server.output)")
            // To look at them: APPLE_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["APPLE_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("apple_flows.py", [url, apple.issuer, pictures])
            #expect(checks.count == 19, "\(checks.count) checks")
            #expect(!server.output.contains("Request failed"), "\(server.output.suffix(2000))")
            server.signal(SIGTERM)
            #expect(try await server.end() == 0)
        }
    }
}
