import Testing
import VinculaCore
import VinculaEngine

struct ConfigureProjectTests {
    @Test func `a project has the default settings until somebody changes them`() async throws {
        try await TestEngine.run { test in
            #expect(try await test.engine.projects.settings(of: "demo") == .development)
            let changed = try await test.engine.projects.updateSettings(of: "demo") {
                $0.anonymousEnabled = false
                $0.providerTrust["oidc.acme"] = .never
            }
            #expect(!changed.anonymousEnabled && changed.emailEnabled)
            #expect(try await test.engine.projects.settings(of: "demo") == changed)
            #expect(try await test.engine.projects.settings(of: "other") == .development)
            // They hold at once.
            await #expect(throws: AuthError.adminOnlyOperation) { try await test.engine.signUpAnonymously(in: test.scope) }
            _ = try await test.engine.signUpAnonymously(in: ProjectScope(project: "other"))
            #expect(try await test.engine.projects.listProjects() == ["demo", "other"])
        }
    }

    @Test func `a change that throws changes nothing`() async throws {
        try await TestEngine.run { (test: TestEngine) async throws in
            await #expect(throws: AuthError.invalidArgument("no")) {
                try await test.engine.projects.updateSettings(of: "demo") {
                    $0.emailEnabled = false
                    throw AuthError.invalidArgument("no")
                }
            }
            #expect(try await test.engine.projects.settings(of: "demo") == .development)
        }
    }
}
