import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Sign-ins at a real provider's page, in a headless Chromium (`Tests/Fixtures/flows.py`).
@Suite("Sign-in pages in a browser")
struct FlowsTests {
    @Test(
        "T066 T067 T068 T070 T074 T155: popup, redirect and program; sign in, link, reauthenticate, denied, tampered, flooded, framed, stolen"
    )
    func flows() async throws {
        try await withFolder { folder in
            let provider = try await OpenIDProviderProcess.start()
            for person in ["ana", "ben"] {
                try await provider.setClaims(
                    ["email": .string("\(person)@example.com"), "email_verified": .bool(true)], of: person)
            }
            let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
            let made = try await server.admin(
                "POST", "v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId=oidc.mock",
                [
                    "enabled": .bool(true), "displayName": "Mock", "issuer": .string(provider.issuer), "clientId": "web",
                    "clientSecret": "secret", "responseType": .object(["code": .bool(true)]),
                ])
            #expect(made.status == 200, "\(made.text)")
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/flows.py").standardized
            // To look at them: PAGES_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["PAGES_FOLDER"] ?? folder.appending(path: "pictures").path
            let outcome = try await ChildProcess.run(
                OpenIDProviderProcess.python, [script.path, server.url, provider.issuer, pictures],
                environment: ["PYTHONDONTWRITEBYTECODE": "1"], withinSeconds: 600)
            let checks = outcome.output.split(separator: "\n")
                .compactMap { try? JSONDecoder().decode(Check.self, from: Data($0.utf8)) }
            for check in checks where !check.ok { Issue.record("\(check.check): \(check.detail)") }
            #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
            #expect(checks.count > 43, "\(checks.count) checks: \(outcome.output.suffix(2000))")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            provider.child.signal(SIGTERM)
        }
    }

    private struct Check: Decodable {
        let check: String
        let ok: Bool
        let detail: String
    }
}
