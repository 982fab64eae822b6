import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Sign-ins by SAML at an identity provider that another implementation signs for (`Tests/Fixtures/saml_idp.py`), set up by the
/// command, in a headless Chromium (`Tests/Fixtures/saml_flows.py`).
@Suite("SAML")
struct SAMLTests {
    /// An identity provider in a process of its own.
    private struct IdentityProvider: Sendable {
        let child: ChildProcess
        let url: String

        static func start() async throws -> IdentityProvider {
            let child = try ChildProcess(
                OpenIDProviderProcess.python, ["-W", "ignore", FixtureScript.path("saml_idp.py")],
                environment: ["PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"])
            return IdentityProvider(child: child, url: try await child.line(matching: #"(http://127\.0\.0\.1:\d+)"#))
        }

        /// Writes the metadata to a file.
        func metadata(in folder: URL) async throws -> String {
            let file = folder.appending(path: "idp.xml")
            try Data(try await HTTP.send("GET", "\(url)/metadata").text.utf8).write(to: file)
            return file.path
        }
    }

    private static func saml(_ arguments: [String], _ data: URL, _ environment: [String: String] = [:]) async throws
        -> ChildProcess.Outcome
    {
        try await VinculaProcess.run(["sign-in", "saml"] + arguments + ["--data", data.path], environment: environment)
    }

    @Test(
        """
        T240 T241 T244 Sign in, link, reauthenticate and unlink by popup and by redirect; what is unsigned, changed, wrapped or \
        signed by another, and what the person declines, leaves nothing behind
        """)
    func flows() async throws {
        try await withFolder { folder in
            let provider = try await IdentityProvider.start()
            let data = folder.appending(path: "data")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap)
            let metadata = try await provider.metadata(in: folder)
            let added = try await Self.saml(
                ["add", "saml.acme", "--metadata", metadata, "--display-name", "Acme", "--sign-requests"], data)
            #expect(added.status == 0 && added.output.contains("Added saml.acme"), "\(added.output)")
            #expect(added.output.contains("\(server.url)/__/auth/callback/saml.acme/demo-project"), "\(added.output)")
            let config = try await server.admin("GET", "v2/projects/demo-project/inboundSamlConfigs/saml.acme")
            let certificate = try #require(config.json["spConfig"]?["spCertificates"]?[0]?["x509Certificate"])
            // From here on the identity provider refuses requests that this key did not sign.
            _ = try await HTTP.post("\(provider.url)/_control/certificate", certificate, method: "PUT")
            let pictures = ProcessInfo.processInfo.environment["FLOWS_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("saml_flows.py", [server.url, provider.url, pictures])
            #expect(checks.count > 58, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            provider.child.signal(SIGTERM)
        }
    }

    @Test("The command adds, lists, shows, changes and removes a provider, and changes the key that signs its requests")
    func command() async throws {
        try await withFolder { folder in
            let provider = try await IdentityProvider.start()
            let data = folder.appending(path: "data")
            let metadata = try await provider.metadata(in: folder)
            let text = try String(contentsOfFile: metadata, encoding: .utf8)
            try Data(text.replacing("http://127.0.0.1", with: "https://idp.example").utf8).write(to: URL(filePath: metadata))
            let environment = ["VINCULA_PROJECT": "shop", "VINCULA_PUBLIC_URL": "https://auth.example.com"]
            func saml(_ arguments: String...) async throws -> ChildProcess.Outcome {
                try await Self.saml(arguments, data, environment)
            }
            _ = try await VinculaProcess.run(["api-keys", "create", "--data", data.path], environment: environment)
            #expect(try await saml("list").output.contains("There are no SAML providers in project"))
            let unknown = try await Self.saml(
                ["add", "saml.acme", "--metadata", metadata], data, ["VINCULA_PROJECT": "shop"])
            #expect(unknown.status != 0 && unknown.output.contains("VINCULA_PUBLIC_URL"), "\(unknown.output)")
            let added = try await saml("add", "saml.acme", "--metadata", metadata, "--sign-requests")
            #expect(added.status == 0, "\(added.output)")
            let callback = "https://auth.example.com/__/auth/callback/saml.acme/shop"
            let entity = "https://auth.example.com/__/auth/metadata/saml.acme/shop"
            #expect(added.output.contains(callback) && added.output.contains(entity), "\(added.output)")
            #expect(try await saml("add", "saml.acme", "--metadata", metadata).output.contains("--replace"))
            for (id, words) in [("acme", "must be `saml.`"), ("saml.A", "must be `saml.`")] {
                let refused = try await saml("add", id, "--metadata", metadata)
                #expect(refused.status != 0 && refused.output.contains(words), "\(refused.output)")
            }
            let none = try await saml("add", "saml.b", "--metadata", "/dev/null")
            #expect(none.status != 0 && none.output.contains("XML"), "\(none.output)")
            let changed = try await saml(
                "add", "saml.acme", "--metadata", metadata, "--replace", "--callback", "https://auth.example.com/__/auth/handler",
                "--entity-id", "shop")
            #expect(changed.output.contains("https://auth.example.com/__/auth/handler"), "\(changed.output)")
            let shown = try await saml("show", "saml.acme").output
            #expect(shown.contains("requests:") && shown.contains("signed") && shown.contains(" shop"), "\(shown)")
            let listed = try await saml("list").output
            #expect(listed.contains("saml.acme  on"), "\(listed)")
            let methods = try await VinculaProcess.run(["sign-in", "--data", data.path], environment: environment)
            #expect(methods.output.contains("saml.acme"), "\(methods.output)")

            #expect(try await saml("rotate-key", "saml.acme", "--activate").output.contains("has no next key"))
            let prepared = try await saml("rotate-key", "saml.acme").output
            #expect(prepared.contains("BEGIN CERTIFICATE"), "\(prepared)")
            #expect(try await saml("rotate-key", "saml.acme").output.contains("activate it first"))
            let activated = try await saml("rotate-key", "saml.acme", "--activate").output
            #expect(activated.split(separator: "\n").dropFirst() == prepared.split(separator: "\n").dropFirst(), "\(activated)")

            let doctor = try await VinculaProcess.run(
                ["doctor", "--behind-proxy", "--proxies", "loopback", "--data", data.path], environment: environment)
            #expect(doctor.output.contains("The certificates of saml.acme of project shop are valid until"), "\(doctor.output)")
            #expect(try await saml("remove", "saml.acme").output.contains("Removed saml.acme"))
            #expect(try await saml("show", "saml.acme").output.contains("no SAML provider saml.acme"))
            provider.child.signal(SIGTERM)
        }
    }
}
