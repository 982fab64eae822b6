import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// A project that nobody created is refused, not made up.
@Suite("Projects")
struct ProjectTests {
    @Test("Whatever writes to a project that was not created is refused, by the wire's name for it")
    func unknown() async throws {
        try await TestServer.with(isProduction: true, requiresProjects: true) { server in
            let engine = server.engine
            let (shop, scope) = ("shop", ProjectScope(project: "shop"))
            let refused = AuthError.projectNotFound("shop")
            func refuses(_ what: String, _ body: () async throws -> Void) async {
                await #expect(throws: refused, "\(what)") { try await body() }
            }
            await refuses("API key") { _ = try await engine.serviceAccess.createAPIKey(label: "", of: shop) }
            await refuses("service account") {
                _ = try await engine.serviceAccess.createServiceAccount(named: "robot", role: .owner, of: shop)
            }
            await refuses("settings") { _ = try await engine.projects.updateSettings(of: shop) { $0.emailEnabled = true } }
            await refuses("sign-up") { _ = try await engine.signUpAnonymously(in: scope) }
            await refuses("account") { _ = try await engine.accounts.createAccount(NewAccount(), in: scope) }
            await refuses("webhook") { _ = try await engine.webhooks.create(url: "https://a.example/", events: [], in: scope) }
            await refuses("migration") {
                let order = MigrationOrder(
                    project: "old", server: nil, apiKey: "key", until: engine.clock.now.adding(seconds: 60))
                _ = try await engine.projects.beginMigration(order, of: shop)
            }
            #expect(try await engine.projects.listProjects() == [server.project])
            let admin = try #require(server.adminURL)
            let owner = ["Authorization": "Bearer owner"]
            let calls: [(String, JSONValue)] = [
                ("v1/projects/shop/accounts", ["email": "a@example.com"]),
                ("v1/accounts:signUp", ["targetProjectId": "shop", "email": "a@example.com"]),
            ]
            for (path, body) in calls {
                let answer = try await HTTP.post("\(admin)/\(path)", body, headers: owner)
                #expect(answer.status == 404 && answer.code == "PROJECT_NOT_FOUND", "\(path): \(answer.text)")
            }
            try await engine.projects.createProject(shop)
            for (path, body) in calls.prefix(1) {
                #expect(try await HTTP.post("\(admin)/\(path)", body, headers: owner).status == 200, "\(path)")
            }
        }
    }

    @Test("A project is created once, under a usable name, and recorded")
    func creation() async throws {
        try await TestServer.with(isProduction: true, requiresProjects: true) { server in
            let projects = server.engine.projects
            try await projects.createProject("shop")
            await #expect(throws: ProjectAdministration.Refusal.exists("shop")) { try await projects.createProject("shop") }
            try await projects.ensureProject("shop")
            let names = [
                "", "a b", "a/b", "a\u{E9}", String(repeating: "a", count: 129), "Shop!", "-shop", ".shop", "a$b", "a'b", "<b>",
            ]
            for name in names {
                await #expect(throws: ProjectAdministration.Refusal.invalidName) { try await projects.createProject(name) }
            }
            #expect(try await projects.projectSummaries().map(\.id) == [server.project, "shop"].sorted())
            let records = try await server.engine.auditLog.entries(AuditQuery(action: .projectCreate, limit: 9))
            #expect(records.count == 2, "A refused name leaves no record.")
            #expect(ProjectScope.isNewProjectID("example.com:Shop_1-a") && ProjectScope.isNewProjectID("1"))
            // Earlier versions made others, which servers start with.
            let now = server.engine.clock.now
            try await server.engine.store.write { _ = try $0.insertProject("Shop!", at: now) }
            try await projects.ensureProject("Shop!")
        }
    }

    @Test("A deleted project is gone with its keys and people; its name can be used again, and its neighbours are untouched")
    func deletion() async throws {
        try await TestServer.with(isProduction: true, requiresProjects: true) { server in
            let (engine, scope) = (server.engine, ProjectScope(project: "shop"))
            try await engine.projects.createProject("shop")
            let key = try await engine.serviceAccess.createAPIKey(label: "", of: "shop").key
            let shop = try await engine.signUpAnonymously(in: scope)
            let own = try await engine.signUpAnonymously(in: ProjectScope(project: server.project))
            let deleted = try await engine.projects.deleteProject("shop")
            #expect(deleted == ScopeErasure(accounts: 1, isDone: true))
            // A server may know the key for a second; nobody can sign up by it.
            let late = try await HTTP.post("\(server.url)/v1/accounts:signUp?key=\(key)", .object([:]))
            #expect(late.status >= 400 && late["idToken"] == nil, "\(late.text)")
            await #expect(throws: AuthError.userNotFound) {
                _ = try await engine.refreshSession(shop.tokens.refreshToken, in: scope)
            }
            let refreshed = try await engine.refreshSession(
                own.tokens.refreshToken, in: ProjectScope(project: server.project))
            #expect(refreshed.account.id == own.account.id)
            await #expect(throws: ProjectAdministration.Refusal.noSuchProject("shop")) {
                _ = try await engine.projects.deleteProject("shop")
            }
            try await engine.projects.createProject("shop")
            #expect(try await engine.projects.projectSummary("shop").accounts == 0)
        }
    }
}
