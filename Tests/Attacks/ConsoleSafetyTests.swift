import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// Attacks by somebody at an operator's open console, and by operators on each other (Documentation/Threats.md §12).
@Suite("Console: what outlasts a session", .tags(.attack))
struct ConsoleSafetyTests {
    private static let scope = ProjectScope(project: "example")

    private static func account(_ server: TestServer, _ email: String) async throws -> Account {
        var new = NewAccount()
        (new.email, new.password) = (email, "a long password")
        return try await server.engine.accounts.createAccount(new, in: scope)
    }

    @Test("T291 Rights and invitations end with their project and with who could have planted them")
    func plantedRights() async throws {
        try await TestServer.with(isProduction: true) { server in
            let operators = server.engine.operators
            for project in ["gone", "kept"] { try await server.engine.projects.createProject(project) }
            _ = try await ConsoleBrowser.joined(server, "first@example.com", .owner)
            let second = try await ConsoleBrowser.joined(server, "second@example.com", .owner)
            _ = try await ConsoleBrowser.joined(server, "editor@example.com", .editor, .some(["gone", "kept"]))
            _ = try await second.post(
                "/console/operators/invite", ["email": "third@example.com", "role": "owner", "projects": "*"])
            #expect(try await operators.invitations().count == 1)
            try await operators.remove("second@example.com", by: nil)
            #expect(try await operators.invitations().isEmpty)
            _ = try await server.engine.projects.deleteProject("gone")
            let editor = try #require(try await operators.operators().first { $0.grant.role == .editor })
            #expect(editor.grant.reach == .some(["kept"]))
            _ = try await server.engine.projects.deleteProject("kept")
            let first = try await ConsoleBrowser.joined(server, "third@example.com", .owner)
            let emptied = try await first.post(
                "/console/operators/change", ["email": "editor@example.com", "role": "support", "projects": ""])
            #expect(emptied.status == 400)
            let rest = try #require(try await operators.operators().first { $0.grant.role == .editor })
            #expect(rest.grant.reach == .some([]), "No project left is not all projects.")
        }
    }

    @Test("T320 After 15 minutes, what outlasts a session asks for password and code, and then goes on in a new session")
    func freshness() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let browser = ConsoleBrowser(try #require(server.adminURL))
            let code = try #require(try await server.engine.operators.inviteFirst())
            let app = try await browser.join(code, "op@example.com", at: clock.now)
            let person = try await Self.account(server, "ana@example.com")
            clock.advance(seconds: 15 * 60 + 1)
            _ = try await browser.get("/console/projects/example/tenants")
            let project = "/console/projects/example"
            let forms: [(path: String, fields: [String: String])] = [
                ("/console/operators/invite", ["email": "new@example.com", "role": "owner", "projects": "*"]),
                ("/console/operators/change", ["email": "op@example.com", "role": "viewer", "projects": "*"]),
                ("/console/operators/remove", ["email": "op@example.com"]),
                ("/console/operators/end-sessions", ["email": "op@example.com"]),
                ("\(project)/keys/create", ["label": "stolen"]),
                ("\(project)/service-accounts/create", ["name": "stolen", "role": "owner"]),
                ("\(project)/export", [:]), ("\(project)/imports", ["name": "a", "length": "9"]),
                ("\(project)/users/\(person.id.value)/password", ["password": "another long password"]),
                ("\(project)/delete", ["confirmation": "example"]), ("/console/recovery-codes", [:]),
                ("/console/account/password", ["password": "another long password"]),
            ]
            for form in forms {
                for (name, answers) in [
                    ("nothing", [:]),
                    ("a wrong password", ["confirm-password": "wrong password", "confirm-code": app.code(at: clock.now)]),
                    ("no code", ["confirm-password": ConsoleBrowser.password]),
                    (
                        "a wrong code",
                        ["confirm-password": ConsoleBrowser.password, "confirm-code": app.wrongCode(at: clock.now)]
                    ),
                ] as [(String, [String: String])] where name == "nothing" || form.path.hasSuffix("invite") {
                    let asked = try await browser.post(form.path, form.fields.merging(answers) { $1 })
                    #expect(asked.status == 403 && asked.text.contains("confirm-code"), "\(form.path) \(name): \(asked.text)")
                    #expect(!asked.text.contains("another long password"), "A password is not written into a page.")
                }
            }
            for path in ["\(project)/users/\(person.id.value)/password", "\(project)/imports", "/console/account/password"] {
                let page = try await browser.get(path)
                #expect(page.status == 403 && page.text.contains("confirm-code"), "\(path)")
            }
            let keys = try await server.engine.serviceAccess.apiKeys(of: "example")
            let programs = try await server.engine.serviceAccess.serviceAccounts(of: "example")
            let invitations = try await server.engine.operators.invitations()
            #expect(keys.map(\.label) == ["test"] && programs.count == 1 && invitations.isEmpty)
            let untouched = try await server.engine.accounts.account(person.id, in: Self.scope)
            #expect(untouched == person)

            let old = browser.cookies
            let given = ["confirm-password": ConsoleBrowser.password, "confirm-code": app.code(at: clock.now)]
            let done = try await browser.post(forms[0].path, forms[0].fields.merging(given) { $1 })
            #expect(done.status == 200 && done.text.contains("/console/welcome#"), "\(done.text)")
            let stale = try await HTTP.send("GET", "\(browser.base)/console/operators", headers: ["Cookie": old])
            #expect(stale.headers["location"] == "/console/sign-in", "The session before has ended.")
            _ = try await browser.get("/console/operators")
            let next = try await browser.post("\(project)/keys/create", ["label": "mine"])
            #expect(next.status == 200, "It counts for the next quarter of an hour: \(next.text)")
            let log = try await server.engine.auditLog.entries(AuditQuery(action: .apiKeyCreate, limit: 9))
            #expect(log.first?.actor.kind == .consoleOperator)
        }
    }

    @Test("T320 The page that asks leads back to the console, whatever its form says")
    func leadingElsewhere() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let browser = ConsoleBrowser(server.url)
            let code = try await server.engine.operators.invite("op@example.com", to: .everything, by: nil)
            let app = try await browser.join(code, "op@example.com", at: clock.now)
            for (to, place) in [
                ("/console/account/password", "/console/account/password"), ("https://evil.example", "/console"),
                ("//evil.example", "/console"), ("/console/../metrics", "/console"), ("/console/\\evil.example", "/console"),
                ("/consoles", "/console"), ("", "/console"),
            ] {
                clock.advance(seconds: 60)
                _ = try await browser.get("/console/account")
                let given = ["to": to, "confirm-password": ConsoleBrowser.password, "confirm-code": app.code(at: clock.now)]
                let answer = try await browser.post("/console/confirm", given)
                #expect(answer.status == 303 && answer.headers["location"] == place, "\(to): \(answer.text)")
            }
        }
    }

    @Test("T321 Each act of each role that deletes a tenant or a project, in its own project and in another one")
    func deletions() async throws {
        try await TestServer.with { server in
            for role in OperatorRole.allCases {
                let (own, other) = ("own-\(role.rawValue)", "other-\(role.rawValue)")
                var tenants: [Tenant] = []
                for project in [own, other] {
                    try await server.engine.projects.createProject(project)
                    _ = try await server.engine.projects.updateSettings(of: project) { $0.tenants.allowsTenants = true }
                    tenants.append(try await server.engine.projects.createTenant(TenantSettings(), of: project))
                }
                let browser = try await ConsoleBrowser.joined(server, "\(role.rawValue)@example.com", role, .some([own]))
                let isOwner = role == .owner
                for (tenant, isAllowed) in zip(tenants, [isOwner, false]) {
                    let base = "/console/projects/\(tenant.scope.project)"
                    let foreign = try await browser.post("\(base)/tenants/nobody-12345/delete", ["confirmation": "nobody-12345"])
                    #expect(foreign.status == (isAllowed ? 404 : 403))
                    let mistyped = try await browser.post("\(base)/tenants/\(tenant.id)/delete", ["confirmation": "x"])
                    #expect(mistyped.status == (isAllowed ? 400 : 403))
                    let kept = try await server.engine.projects.tenant(tenant.scope)
                    #expect(kept == tenant)
                    let deleted = try await browser.post("\(base)/tenants/\(tenant.id)/delete", ["confirmation": tenant.id])
                    #expect(deleted.status == (isAllowed ? 303 : 403), "\(role): \(deleted.text)")
                    let wrong = try await browser.post("\(base)/delete", ["confirmation": ""])
                    #expect(wrong.status == (isAllowed ? 400 : 403))
                    let gone = try await browser.post("\(base)/delete", ["confirmation": tenant.scope.project])
                    #expect(gone.status == (isAllowed ? 303 : 403), "\(role): \(gone.text)")
                }
                let left = try await server.engine.projects.listProjects()
                #expect(left.contains(other) && left.contains(own) != isOwner, "\(role)")
            }
        }
    }

    @Test("T322 The console's own port has the console and /healthz, and nothing else, whoever asks")
    func ownPort() async throws {
        try await TestServer.with(
            isProduction: true, proxies: ["loopback"],
            options: {
                $0.isConsolePort = true
                $0.consoleURL = "https://console.internal.example"
            }
        ) { server in
            let forwarded = ["Host": "console.internal.example", "X-Forwarded-For": "192.0.2.7", "Accept": "text/html"]
            for headers in [forwarded, [:]] {
                let page = try await HTTP.send("GET", "\(server.url)/console/sign-in", headers: headers)
                #expect(page.status == 200, "\(page.text)")
                let style = try await HTTP.send("GET", "\(server.url)/console/files/style.css", headers: headers)
                #expect(style.status == 200)
            }
            let health = try await HTTP.send("GET", "\(server.url)/healthz")
            #expect(health.status == 200)
            for path in [
                "/", "/metrics", "/readyz", "/v1/projects/example/accounts:batchGet", "/v2/projects/example/config", "/token",
                "/v1/accounts:signUp?key=\(server.apiKey)", "/.well-known/openid-configuration", "/__/auth/action", "/account",
                "/emulator/inbox",
            ] {
                for method in ["GET", "POST"] {
                    for headers in [forwarded, [:]] {
                        let answer = try await HTTP.send(
                            method, server.url + path, headers: headers.merging(["Authorization": "Bearer owner"]) { $1 })
                        #expect([403, 404].contains(answer.status), "\(method) \(path): \(answer.status)")
                    }
                }
            }
            let foreign = try await HTTP.send("GET", "\(server.url)/console/sign-in", headers: ["Host": "evil.example"])
            #expect(foreign.status >= 400)
        }
    }

    @Test("T323 Operators have only so many links for a new password sent to one person, and each is recorded")
    func resets() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let browser = try await ConsoleBrowser.joined(server, "support@example.com", .support, at: clock.now)
            let other = try await ConsoleBrowser.joined(server, "second@example.com", .support, at: clock.now)
            let person = try await Self.account(server, "ana@example.com")
            let neighbour = try await Self.account(server, "bea@example.com")
            @Sendable func reset(_ browser: ConsoleBrowser, _ account: Account) async throws -> Int {
                let answer = try await browser.post("/console/projects/example/users/\(account.id.value)/reset")
                return answer.status
            }
            for round in 1...6 {
                clock.advance(seconds: 60)
                let status = try await reset(round.isMultiple(of: 2) ? other : browser, person)
                #expect(status == (round <= 5 ? 303 : 429), "\(round)")
            }
            let another = try await reset(browser, neighbour)
            #expect(another == 303)
            let mails = try await server.mails(to: "ana@example.com")
            #expect(mails.count == 5)
            let log = try await server.engine.auditLog.entries(
                AuditQuery(account: person.id, action: .actionLinkSend, limit: 99))
            #expect(log.count == 5 && log.allSatisfy { $0.actor.kind == .consoleOperator })
            clock.advance(seconds: 20 * 60)
            _ = try await browser.get("/console/projects/example/users")
            clock.advance(seconds: 20 * 60)
            _ = try await browser.get("/console/projects/example/users")
            clock.advance(seconds: 18 * 60)
            let later = try await reset(browser, person)
            #expect(later == 303)
        }
    }

    @Test("T324 T349 A change of the password, an owner, and the removal of an operator end sessions at once")
    func sessions() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            @Sendable func isIn(_ browser: ConsoleBrowser) async throws -> Bool {
                try await browser.get("/console/account").status == 200
            }
            let owner = try await ConsoleBrowser.joined(server, "owner@example.com", .owner, at: clock.now)
            let code = try await server.engine.operators.invite(
                "op@example.com", to: OperatorGrant(role: .viewer, reach: .all), by: nil)
            let first = ConsoleBrowser(server.url)
            let app = try await first.join(code, "op@example.com", at: clock.now)
            @Sendable func signedIn(_ password: String) async throws -> ConsoleBrowser? {
                clock.advance(seconds: 60)
                let browser = ConsoleBrowser(server.url)
                _ = try await browser.post("/console/sign-in", ["email": "op@example.com", "password": password])
                let answer = try await browser.post("/console/code", ["code": app.code(at: clock.now)])
                guard answer.headers["location"] == "/console" else { return nil }
                _ = try await browser.get("/console/account")
                return browser
            }
            let second = try #require(try await signedIn(ConsoleBrowser.password))
            _ = try await first.get("/console/account")
            clock.advance(seconds: 301)
            let asked = try await first.post("/console/account/end-sessions")
            let secondStays = try await isIn(second)
            #expect(asked.status == 403 && asked.text.contains("confirm-password") && secondStays, "\(asked.status)")
            let ended = try await first.post(
                "/console/account/end-sessions",
                ["confirm-password": ConsoleBrowser.password, "confirm-code": app.code(at: clock.now)])
            #expect(ended.status == 303, "\(ended.text)")
            let (firstIsIn, secondIsIn) = (try await isIn(first), try await isIn(second))
            #expect(firstIsIn && !secondIsIn)

            let third = try #require(try await signedIn(ConsoleBrowser.password))
            let weak = try await third.post("/console/account/password", ["password": "short"])
            #expect(weak.status == 400, "\(weak.text)")
            let changed = try await third.post("/console/account/password", ["password": "a new and longer one"])
            #expect(changed.status == 303, "\(changed.text)")
            let (firstIsOut, thirdIsIn) = (try await !isIn(first), try await isIn(third))
            #expect(firstIsOut && thirdIsIn)
            let old = try await signedIn(ConsoleBrowser.password)
            #expect(old == nil)
            let fourth = try #require(try await signedIn("a new and longer one"))

            let revoked = try await owner.post("/console/operators/end-sessions", ["email": "op@example.com"])
            #expect(revoked.status == 303, "\(revoked.text)")
            let fourthIsOut = try await !isIn(fourth)
            #expect(fourthIsOut)
            let again = try #require(try await signedIn("a new and longer one"))
            let log = try await server.engine.auditLog.entries(AuditQuery(action: .operatorRevoke, limit: 9))
            #expect(log.count == 1 && log.first?.actor.kind == .consoleOperator)
            _ = try await owner.post("/console/operators/remove", ["email": "op@example.com"])
            let removedIsOut = try await !isIn(again)
            #expect(removedIsOut)
            let back = try await signedIn("a new and longer one")
            #expect(back == nil)
        }
    }
}
