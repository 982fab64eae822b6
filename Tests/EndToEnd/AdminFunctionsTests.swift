import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Every public function of firebase-admin for Python, for a project and for a tenant.
@Suite("Each function of the Admin SDK")
struct AdminFunctionsTests {
    private static func run(_ arguments: [String]) async throws {
        let script = FixtureScript.path("firebase_admin_functions.py")
        let outcome = try await ChildProcess.run(OpenIDProviderProcess.python, ["-W", "ignore", script] + arguments)
        #expect(outcome.status == 0, "\(outcome.output)")
        // The script fails if the SDK has a function that it does not call.
        #expect(outcome.output.hasSuffix("isolation\n62 functions\n"), "\(outcome.output)")
    }

    @Test("Under --dev, by the emulator's variable")
    func emulator() async throws {
        let server = try await VinculaProcess.serve(["--ephemeral"] + VinculaProcess.cheapHashes)
        try await Self.run(["emulator", server.url, "any", "demo-project"])
        server.child.signal(SIGTERM)
        #expect(try await server.child.end() == 0)
    }

    @Test("In production, by a key file")
    func production() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let file = folder.appending(path: "backend.json").path
            let create = ["service-accounts", "create", "backend", "--out", file, "--public-url", server.url]
            #expect(try await ProductionProcess.vincula(create, folder).status == 0)
            try await Self.run(["production", server.url, server.apiKey, file, "http://127.0.0.1"])
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }
}
