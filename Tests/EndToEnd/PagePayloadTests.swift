import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Hostile text and hostile frames, in a headless Chromium (`Tests/Fixtures/payloads.py`).
@Suite("Pages and what strangers put in them")
struct PagePayloadTests {
    @Test("T154 Forty payloads in every parameter of every page, and in the names and pictures that pages show: all stay text")
    func payloads() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheap)
            let checks = try await BrowserChecks.run("payloads.py", [server.url, folder.path])
            #expect(checks.count > 40, "\(checks.count) checks")
            #expect(!server.child.output.contains("Request failed"), "\(server.child.output.suffix(2000))")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("T155 Another site cannot frame a page; the page for web apps may be framed by authorized domains only")
    func frames() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let path = "v2/projects/\(ProductionProcess.project)/config?updateMask=authorizedDomains,signIn.email.enabled"
            let answer = try await HTTP.post(
                "\(server.adminURL)/\(path)",
                .object([
                    "authorizedDomains": .array(["localhost"]),
                    "signIn": .object(["email": .object(["enabled": true])]),
                ]), headers: ["Authorization": "Bearer owner"], method: "PATCH")
            #expect(answer.status == 200, "\(answer.text)")
            let checks = try await BrowserChecks.run(
                "payloads.py", [server.url, folder.appending(path: "pictures").path, "--framing", server.apiKey])
            #expect(checks.count > 8, "\(checks.count) checks")
        }
    }
}
