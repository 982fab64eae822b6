import Foundation
import HTTPTypes
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// Keys, tenants, projects and accounts at the console, by HTTP.
@Suite("Console: keys, tenants, projects, accounts")
struct ConsoleAdministrationTests {
    private static let scope = ProjectScope(project: "example")

    @Test("Every form whose act needs a fresh sign-in asks for it, in a tenant as well")
    func freshness() {
        var count = 0
        for route in ConsoleSite.all {
            guard case .act(let act) = route.door, act.needsFreshSignIn, route.method == .post, !route.takesPart else { continue }
            #expect(route.freshSeconds == ConsoleSession.freshSeconds, "\(route.path)")
            count += 1
        }
        #expect(count > 20)
        let paths = ConsoleSite.all.map { "\($0.method) \($0.path)" }
        #expect(Set(paths).count == paths.count, "Each path has one route.")
    }

    @Test("API keys and service accounts: made, shown once, used, turned off, deleted")
    func keys() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let base = "/console/projects/example"
            let made = try await browser.post("\(base)/keys/create", ["label": "iOS <app>"])
            let key = try #require(made.text.firstMatch(of: /id="secret" tabindex="0">(AIza[\w-]{35})</), "\(made.text)").output.1
            #expect(made.headers["cache-control"] == "no-store")
            let list = try await browser.get("\(base)/keys")
            #expect(list.text.contains(String(key)) && list.text.contains("iOS &lt;app&gt;"), "\(list.text)")
            let used = try await HTTP.post(
                "\(server.url)/v1/accounts:createAuthUri?key=\(key)",
                ["identifier": "a@example.com", "continueUri": "http://localhost"])
            #expect(used.status == 200, "\(used.text)")
            for (fields, words) in [
                (["label": String(repeating: "x", count: 101)], "100 bytes"), (["key": "AIzaTooShort"], "AIza followed by 35"),
                (["key": String(key)], "exists already"),
            ] {
                let refused = try await browser.post("\(base)/keys/create", fields)
                #expect(refused.status == 400 && refused.text.contains(words), "\(refused.text)")
            }
            let deleted = try await browser.post("\(base)/keys/delete", ["key": String(key)])
            #expect(deleted.status == 303)
            let twice = try await browser.post("\(base)/keys/delete", ["key": String(key)])
            #expect(twice.status == 400)

            let account = try await browser.post("\(base)/service-accounts/create", ["name": "backend", "role": "owner"])
            let text = try #require(account.text.firstMatch(of: /(?s)id="secret" tabindex="0">(.*?)<\/pre>/)).output.1
            let file = try JSONDecoder().decode(
                [String: String].self, from: Data(text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").utf8))
            #expect(file["client_email"] == "backend@example.iam.gserviceaccount.com" && file["type"] == "service_account")
            #expect(file["token_uri"] == "\(server.url)/token" && file["private_key"]?.contains("PRIVATE KEY") == true)
            #expect(account.headers["cache-control"] == "no-store" && account.text.contains("data-save=\"example-"))
            let email = file["client_email"] ?? ""
            let keyID = file["private_key_id"] ?? ""
            let shown = try await browser.get("\(base)/keys")
            #expect(shown.text.contains(keyID) && !shown.text.contains("PRIVATE KEY"))
            let second = try await browser.post("\(base)/service-accounts/add-key", ["account": email])
            #expect(second.status == 200 && second.text.contains("PRIVATE KEY"), "\(second.text)")
            for (path, fields) in [
                ("delete-key", ["account": email, "id": keyID]), ("state", ["account": email, "on": "no"]),
                ("state", ["account": email, "on": "yes"]), ("delete", ["account": email]),
            ] {
                let done = try await browser.post("\(base)/service-accounts/\(path)", fields)
                #expect(done.status == 303, "\(path) \(done.text)")
            }
            let left = try await server.engine.serviceAccess.serviceAccounts(of: "example")
            #expect(!left.contains { $0.account.email == email })
            let log = try await server.engine.auditLog.entries(AuditQuery(project: "example", limit: 50))
            let acts = log.filter { $0.actor.kind == .consoleOperator }.map(\.action)
            for action in [
                AuditAction.apiKeyCreate, .apiKeyDelete, .serviceAccountCreate, .serviceAccountKeyCreate,
                .serviceAccountKeyDelete,
                .serviceAccountDisable, .serviceAccountEnable, .serviceAccountDelete,
            ] {
                #expect(acts.contains(action), "\(action)")
            }
        }
    }

    @Test("Tenants: allowed, created, changed, with accounts of their own, and deleted")
    func tenants() async throws {
        try await TestServer.with(settings: .production, isProduction: true, requiresProjects: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let base = "/console/projects/example"
            let early = try await browser.post("\(base)/tenants/create", ["name": "acme"])
            #expect(early.status == 400 && early.text.contains("does not allow tenants"), "\(early.text)")
            _ = try await browser.post("\(base)/tenants/allow", ["on": "yes"])
            let misnamed = try await browser.post("\(base)/tenants/create", ["name": "9"])
            #expect(misnamed.status == 400, "\(misnamed.text)")
            let created = try await browser.post("\(base)/tenants/create", ["name": "acme"])
            let tenant = try #require(created.headers["location"], "\(created.text)")
            let id = String(try #require(tenant.split(separator: "/").last))
            let scope = Self.scope.withTenant(id)
            for choice in ConsoleTenantSwitch.allCases where choice != .mandatoryFactor && choice != .disabled {
                let before = choice.isOn(in: try await server.engine.projects.tenant(scope).settings)
                let changed = try await browser.post(
                    "\(tenant)/switch", ["method": choice.rawValue, "on": before ? "no" : "yes"])
                #expect(changed.status == 303, "\(choice) \(changed.text)")
                let after = choice.isOn(in: try await server.engine.projects.tenant(scope).settings)
                #expect(after != before, "\(choice)")
            }
            let renamed = try await browser.post("\(tenant)/name", ["name": "globex"])
            #expect(renamed.status == 303, "\(renamed.text)")
            let made = try await browser.post("\(tenant)/new-user", ["email": "ana@example.com", "name": "Ana"])
            let path = try #require(made.headers["location"], "\(made.text)")
            #expect(path.hasPrefix("\(tenant)/users/"))
            let disabled = try await browser.post("\(path)/disable")
            #expect(disabled.headers["location"] == path)
            let page = try await browser.get(path)
            #expect(page.text.contains("account.disable") && page.text.contains("\(path)/enable"), "\(page.text)")
            let (inTenant, inProject) = (try await browser.get("\(tenant)/users"), try await browser.get("\(base)/users"))
            #expect(inTenant.text.contains("ana@example.com") && !inProject.text.contains("ana@example.com"))
            let list = try await browser.get("\(base)/tenants")
            #expect(list.text.contains(id) && list.text.contains("globex"), "\(list.text)")
            for other in ["nobody-12345", "a%20b", "vincula"] {
                let missing = try await browser.get("\(base)/tenants/\(other)/users")
                #expect(missing.status == 404, "\(other) \(missing.status)")
            }
            let mistyped = try await browser.post("\(tenant)/delete", ["confirmation": "globex"])
            #expect(mistyped.status == 400)
            let deleted = try await browser.post("\(tenant)/delete", ["confirmation": id])
            #expect(deleted.headers["location"] == "\(base)/tenants", "\(deleted.text)")
            await #expect(throws: AuthError.tenantNotFound) { try await server.engine.projects.tenant(scope) }
        }
    }

    @Test("Projects are created and deleted, but not the server's own")
    func projects() async throws {
        try await TestServer.with(isProduction: true, requiresProjects: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            _ = try await browser.get("/console?list=1")
            let created = try await browser.post("/console/create-project", ["name": "shop"])
            #expect(created.headers["location"] == "/console/projects/shop", "\(created.text)")
            for (name, words) in [("shop", "exists already"), ("a b", "begins with a letter or digit")] {
                let refused = try await browser.post("/console/create-project", ["name": name])
                #expect(refused.status == 400 && refused.text.contains(words), "\(refused.text)")
            }
            let overview = try await browser.get("/console/projects/shop")
            #expect(overview.text.contains("/console/projects/shop/delete"))
            let own = try await browser.post("/console/projects/example/delete", ["confirmation": "example"])
            #expect(own.status == 400 && own.text.contains("This is the server’s own project"), "\(own.text)")
            let key = try await browser.get("/console/projects/example/keys/restrict?key=AIzaNone")
            #expect(key.status == 404 && key.text.contains("There is no such key"), "\(key.text)")
            let deleted = try await browser.post("/console/projects/shop/delete", ["confirmation": "shop"])
            #expect(deleted.headers["location"] == "/console", "\(deleted.text)")
            let gone = try await browser.get("/console/projects/shop")
            #expect(gone.status == 404)
        }
    }

    @Test("An account's data and password are changed; what was left alone stays as somebody else made it")
    func edits() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            var new = NewAccount()
            (new.email, new.password, new.displayName) = ("ana@example.com", "a long password", "Ana")
            let made = try await server.engine.accounts.createAccount(new, in: Self.scope)
            new.email = "bea@example.com"
            _ = try await server.engine.accounts.createAccount(new, in: Self.scope)
            let path = "/console/projects/example/users/\(made.id.value)"
            @Sendable func account() async throws -> Account { try await server.engine.accounts.account(made.id, in: Self.scope) }
            let page = try await browser.get("\(path)/edit")
            #expect(page.text.contains("value=\"ana@example.com\""), "\(page.text)")
            let all = [
                "name": "Ana Díaz", "email": "ana@example.com", "verified": "yes", "phone": "+14155550100",
                "photo": "https://example.com/ana.png",
            ]
            let saved = try await browser.post("\(path)/edit", all)
            #expect(saved.headers["location"] == path, "\(saved.text)")
            var found = try await account()
            #expect(found.displayName == "Ana Díaz" && found.emailVerified && found.phone?.value == "+14155550100")
            #expect(found.photoURL == "https://example.com/ana.png" && found.password == made.password)
            let moved = try await browser.post(
                "\(path)/edit", all.merging(["email": "ana.diaz@example.com", "verified": ""]) { $1 })
            #expect(moved.status == 303, "\(moved.text)")
            found = try await account()
            #expect(found.email?.value == "ana.diaz@example.com" && !found.emailVerified)
            for (change, words) in [
                (["email": "bea@example.com"], "Another account has this email."), (["phone": "12"], "country code"),
                (["email": "nobody"], "Enter an email address."),
            ] {
                let refused = try await browser.post("\(path)/edit", all.merging(change) { $1 })
                #expect(refused.status == 400 && refused.text.contains(words), "\(refused.text)")
                #expect(refused.text.contains("value=\"\(change.values.first ?? "")\""), "What was typed stays in the form.")
            }
            let emptied = try await browser.post(
                "\(path)/edit", ["name": "", "email": "ana.diaz@example.com", "phone": "", "photo": ""])
            #expect(emptied.status == 303, "\(emptied.text)")
            found = try await account()
            #expect(found.displayName == nil && found.phone == nil && found.photoURL == nil && found.email != nil)

            let short = try await browser.post("\(path)/password", ["password": "a"])
            #expect(short.status == 400)
            let set = try await browser.post("\(path)/password", ["password": "chosen by an operator"])
            #expect(set.status == 303, "\(set.text)")
            let signedIn = try await server.call(
                "accounts:signInWithPassword", ["email": "ana.diaz@example.com", "password": "chosen by an operator"])
            #expect(signedIn.status == 200, "\(signedIn.text)")
        }
    }

    @Test("Accounts are found by the id at a provider")
    func searches() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .viewer)
            for index in 1...3 {
                let signedIn = try await server.fakeIdp(
                    "google.com", ["sub": .string("g-\(index)"), "email": .string("ana\(index)@example.com")])
                #expect(signedIn.status == 200, "\(signedIn.text)")
            }
            var new = NewAccount()
            (new.email, new.password) = ("ana4@example.com", "a long password")
            _ = try await server.engine.accounts.createAccount(new, in: Self.scope)
            for (query, found) in [
                ("?q=g-2&provider=google.com", ["ana2"]), ("?q=g-2", []), ("?q=g-2&provider=github.com", []),
                ("?q=g-&provider=google.com", []),
                ("?q=ana&provider=google.com", ["ana1", "ana2", "ana3"]), ("?q=ana", ["ana1", "ana2", "ana3", "ana4"]),
                ("?q=ana3@example.com&provider=google.com", ["ana3"]), ("?provider=google.com", ["ana1", "ana2", "ana3"]),
            ] {
                let list = try await browser.get("/console/projects/example/users\(query)")
                let names = list.text.matches(of: />(ana\d)@example.com<\/a>/).map { String($0.output.1) }
                #expect(names.sorted() == found, "\(query): \(names)")
            }
        }
    }
}
