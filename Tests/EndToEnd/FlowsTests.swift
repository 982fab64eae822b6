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
            // To look at them: PAGES_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["PAGES_FOLDER"] ?? folder.appending(path: "pictures").path
            let checks = try await BrowserChecks.run("flows.py", [server.url, provider.issuer, pictures])
            #expect(checks.count > 43, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            provider.child.signal(SIGTERM)
        }
    }
}
