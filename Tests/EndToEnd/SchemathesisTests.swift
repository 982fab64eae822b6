import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

@Suite("OpenAPI, from outside")
struct SchemathesisTests {
    @Test("T144 Requests generated from the OpenAPI description get no 5xx, and only the answers that it lists")
    func madeUpRequests() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let outcome = try await ChildProcess.run(
            URL(filePath: "/bin/bash"), [root.appending(path: "scripts/schemathesis.sh").path, "quick"],
            environment: ["VINCULA": VinculaProcess.executable.path], withinSeconds: 300)
        #expect(outcome.status == 0, "\(outcome.output.suffix(6000))")
        #expect(outcome.output.contains("No issues found"), "\(outcome.output.suffix(2000))")
    }

    @Test("vincula openapi prints the description without a server")
    func printed() async throws {
        let outcome = try await VinculaProcess.run(["openapi", "--url", "https://auth.example"])
        let description = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
        #expect(description["openapi"] == "3.0.3")
        #expect(description["servers"] == .array([.object(["url": "https://auth.example"])]))
        #expect(description["paths"]?["/v1/accounts:signUp"]?["post"]?["operationId"] != nil)
        #expect(description["paths"]?["/emulator/v1/projects/{project}/config"] == nil)
        let development = try await VinculaProcess.run(["openapi", "--dev"])
        #expect(development.output.contains("/emulator/v1/projects/{project}/config"))
    }
}
