import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// Attacks on the console (Documentation/Threats.md §12).
@Suite("Console", .tags(.attack))
struct ConsoleAttackTests {
    private static let scope = ProjectScope(project: "example")

    private static func account(_ server: TestServer, _ email: String) async throws -> Account {
        var new = NewAccount()
        (new.email, new.password) = (email, "a long password")
        return try await server.engine.accounts.createAccount(new, in: scope)
    }

    @Test("T158 The first operator needs the link that the server prints; it works once, for a day, and only until there is one")
    func firstLink() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let base = try #require(server.adminURL)
            @Sendable func welcome(_ code: String, _ email: String) async throws -> HTTPAnswer {
                try await ConsoleBrowser(base).post(
                    "/console/welcome", ["code": code, "email": email, "password": ConsoleBrowser.password])
            }
            let guessed = try await welcome("", "mallory@example.com")
            #expect(guessed.status == 400)
            let stale = try #require(try await server.engine.operators.inviteFirst())
            let replaced = try #require(try await server.engine.operators.inviteFirst())
            let old = try await welcome(stale, "mallory@example.com")
            #expect(old.status == 400, "A later start's link replaces it.")
            clock.advance(seconds: 24 * 3600 + 1)
            let late = try await welcome(replaced, "mallory@example.com")
            #expect(late.status == 400)
            let code = try #require(try await server.engine.operators.inviteFirst())
            let weak = try await ConsoleBrowser(base).post(
                "/console/welcome", ["code": code, "email": "op@example.com", "password": "short"])
            #expect(weak.status == 400, "A refused password does not use it up.")
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<8 { group.addTask { try await welcome(code, "op\(index)@example.com").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 == 303 } == 1, "\(answers)")
            let again = try await welcome(code, "mallory@example.com")
            #expect(again.status == 400)
            let operators = try await server.engine.operators.operators()
            #expect(operators.count == 1)
            let text = try await server.engine.store.read { try $0.tablesHolding([Data(code.utf8)]) }
            #expect(text == [], "Only a hash is stored.")
        }
    }

    @Test("T290 The operators' project is out of reach of apps, keys, service accounts and the owner of the admin port")
    func reservedProject() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let admin = try #require(server.adminURL)
            for name in ["vincula%2Foperators", "vincula/operators", "vincula%252Foperators"] {
                for path in ["accounts:lookup", "accounts:query", "accounts:batchGet", "config"] {
                    for version in ["v1", "v2"] {
                        let answer = try await HTTP.post(
                            "\(admin)/identitytoolkit.googleapis.com/\(version)/projects/\(name)/\(path)", .object([:]),
                            headers: ["Authorization": "Bearer owner"])
                        #expect(answer.status >= 400 && !answer.text.contains("op@example.com"), "\(name) \(answer.text)")
                    }
                }
            }
            let named = try await HTTP.post(
                "\(admin)/identitytoolkit.googleapis.com/v1/accounts:lookup",
                .object(["targetProjectId": "vincula/operators", "email": .array(["op@example.com"])]),
                headers: ["Authorization": "Bearer owner"])
            #expect(named.status >= 400 || named.json["users"] == nil, "\(named.text)")
            let signIn = try await server.call(
                "accounts:signInWithPassword", ["email": "op@example.com", "password": .string(ConsoleBrowser.password)])
            #expect(signIn.status == 400)
            let cookie = String(browser.cookies.split(separator: "=").last ?? "")
            let refreshed = try await server.refresh(cookie)
            #expect(refreshed.status == 400, "\(refreshed.text)")
            await #expect(throws: (any Error).self) {
                try await server.engine.projects.createProject(ProjectScope.operators.project)
            }
            let projects = try await server.engine.projects.listProjects()
            #expect(!projects.contains(ProjectScope.operators.project))
            let foreign = try await browser.get("/console/projects/vincula%2Foperators/users")
            #expect(foreign.status >= 400 && !foreign.text.contains("op@example.com</a>"))
        }
    }

    @Test("T294 Who enrolled no second factor within a day is locked out, though the password is right")
    func lateEnrolment() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let base = try #require(server.adminURL)
            let code = try #require(try await server.engine.operators.inviteFirst())
            let fields = ["email": "op@example.com", "password": ConsoleBrowser.password]
            let joined = try await ConsoleBrowser(base).post("/console/welcome", fields.merging(["code": code]) { $1 })
            #expect(joined.status == 303)
            for (hours, isIn) in [(23, true), (2, false)] {
                clock.advance(seconds: Int64(hours) * 3600)
                let browser = ConsoleBrowser(base)
                _ = try await browser.post("/console/sign-in", fields)
                let page = try await browser.get("/console/enroll")
                #expect((page.status == 200) == isIn, "\(hours): \(page.status)")
            }
        }
    }

    /// Each act that a form does, with its fields, the harmless ones first.
    private static let forms: [(act: ConsoleAct, path: String, fields: [String: String])] = [
        (.sendReset, "users/{user}/reset", [:]), (.revokeSessions, "users/{user}/revoke", [:]),
        (.revokeSessions, "users/{user}/end-session", ["session": "never-there"]),
        (.disableAccount, "users/{user}/disable", [:]), (.enableAccount, "users/{user}/enable", [:]),
        (.liftLimit, "users/{user}/lift", [:]), (.setClaims, "users/{user}/claims", ["claims": "{}"]),
        (.removeFactors, "users/{user}/remove-factors", [:]),
        (.unlinkProvider, "users/{user}/unlink", ["provider": "google.com"]),
        (.createAccount, "new-user", ["email": "{new}"]),
        (.changeSignInMethods, "methods", ["method": "anonymous", "on": "yes"]),
        (.editAccount, "users/{user}/edit", ["name": "Somebody", "email": "{email}"]),
        (.setPassword, "users/{user}/password", ["password": "another long password"]),
        (.manageKeys, "keys/create", ["label": "app"]), (.changeTenants, "tenants/allow", ["on": "yes"]),
        (.importAccounts, "imports", ["name": "users.json", "length": "5"]), (.exportAccounts, "export", [:]),
        (.deleteAccount, "users/{user}/delete", ["confirmation": "{email}"]),
    ]

    @Test("T291 Each act of each role, in its own project and in another one, is decided by the server")
    func rights() async throws {
        // Two are in ``deletions()``, those of settings in ``ConsoleSettingsAttackTests``; six acts are those of managers.
        let rows = Set(Self.forms.map(\.act) + Self.pages.map(\.act) + Self.ofServer.map(\.act)).union([
            .seeProject, .seeAccounts, .seeHistory, .seeKeys, .deleteTenant, .deleteProject,
        ]).union(ConsoleSettingsAttackTests.acts)
        #expect(rows.count + 6 == ConsoleAct.allCases.count, "A new act needs a row here.")
        try await TestServer.with { server in
            for project in ["example", "other"] { _ = try await server.engine.projects.updateSettings(of: project) { _ in } }
            for role in OperatorRole.allCases {
                let browser = try await ConsoleBrowser.joined(server, "\(role.rawValue)@example.com", role, .some(["example"]))
                for project in ["example", "other"] {
                    let grant = OperatorGrant(role: role, reach: .some(["example"]))
                    for (index, form) in Self.forms.enumerated() {
                        let email = "\(role.rawValue)\(index)@\(project).example.com"
                        var new = NewAccount()
                        (new.email, new.password) = (email, "a long password")
                        let account = try await server.engine.accounts.createAccount(new, in: ProjectScope(project: project))
                        let path = form.path.replacing("{user}", with: account.id.value)
                        let fields = form.fields.mapValues {
                            $0.replacing("{email}", with: email).replacing("{new}", with: "new.\(email)")
                        }
                        let answer = try await browser.post("/console/projects/\(project)/\(path)", fields)
                        let isAllowed = OperatorRights.allows(form.act, to: grant, in: project)
                        #expect((answer.status == 403) != isAllowed, "\(role) \(project) \(form.act): \(answer.text)")
                        #expect([200, 303, 403].contains(answer.status), "\(role) \(project) \(form.act): \(answer.text)")
                        let now = try? await server.engine.accounts.account(account.id, in: ProjectScope(project: project))
                        if !isAllowed { #expect(now == account, "\(role) \(project) \(form.act)") }
                    }
                    for (path, act) in [
                        ("", .seeProject), ("/users", .seeAccounts), ("/methods", .seeProject), ("/tenants", .seeProject),
                        ("/keys", .seeKeys), ("/imports", .importAccounts), ("/export", .exportAccounts),
                        ("/delete", .deleteProject),
                    ] as [(String, ConsoleAct)] + Self.pages.map({ ($0.path, $0.act) }) {
                        let page = try await browser.get("/console/projects/\(project)\(path)")
                        let isAllowed = OperatorRights.allows(act, to: grant, in: project)
                        #expect(page.status == (isAllowed ? 200 : 403), "\(role) \(project) \(path)")
                    }
                }
                for (act, path, isForm) in Self.ofServer {
                    let answer = try await isForm ? browser.post("/console\(path)") : browser.get("/console\(path)")
                    #expect(answer.status == 403, "\(role) \(act)")
                }
                for (path, fields) in [
                    ("invite", ["email": "x@example.com", "role": "owner"]),
                    ("change", ["email": "\(role.rawValue)@example.com", "role": "owner"]),
                    ("remove", ["email": "viewer@example.com"]), ("uninvite", ["email": "x@example.com"]),
                    ("end-sessions", ["email": "viewer@example.com"]),
                ] {
                    let answer = try await browser.post("/console/operators/\(path)", fields)
                    #expect(answer.status == 403, "\(role) \(path)")
                }
                let list = try await browser.get("/console/operators")
                #expect(list.status == 403)
                let created = try await browser.post("/console/create-project", ["name": "mine-\(role.rawValue)"])
                #expect(created.status == 403)
            }
            let names = try await server.engine.operators.operators().map(\.grant.role)
            #expect(names == OperatorRole.allCases, "Nobody changed anybody.")
        }
    }

    @Test("T291 Owners of all projects manage operators, but not away the last one, and a change counts at once")
    func managers() async throws {
        try await TestServer.with { server in
            let owner = try await ConsoleBrowser.joined(server, "owner@example.com", .owner)
            let support = try await ConsoleBrowser.joined(server, "support@example.com", .support)
            let last = try await owner.post(
                "/console/operators/change", ["email": "owner@example.com", "role": "viewer", "projects": "*"])
            #expect(last.status == 400, "\(last.text)")
            let gone = try await owner.post("/console/operators/remove", ["email": "owner@example.com"])
            #expect(gone.status == 400)
            let invited = try await owner.post(
                "/console/operators/invite", ["email": "new@example.com", "role": "editor", "projects": "example"])
            #expect(invited.status == 400, "A project that does not exist: \(invited.text)")
            let listed = try await owner.post(
                "/console/operators/invite", ["email": "new@example.com", "role": "editor", "projects": "*"])
            #expect(listed.status == 200 && listed.text.contains("/console/welcome#"), "\(listed.text)")
            let before = try await support.get("/console/projects/example/users")
            #expect(before.status == 200)
            let narrowed = try await owner.post(
                "/console/operators/change", ["email": "support@example.com", "role": "viewer", "projects": "*"])
            #expect(narrowed.status == 303, "\(narrowed.text)")
            let person = try await Self.account(server, "ana@example.com")
            let act = try await support.post("/console/projects/example/users/\(person.id.value)/disable")
            #expect(act.status == 403, "The same session, with the new role.")
            _ = try await owner.post("/console/operators/remove", ["email": "support@example.com"])
            let removed = try await support.get("/console/projects/example/users")
            #expect(removed.headers["location"] == "/console/sign-in")
        }
    }

    @Test("T292 Another site, another session and a form without a token change nothing")
    func sessionRiding() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let other = try await ConsoleBrowser.joined(server, "other@example.com", .owner)
            let person = try await Self.account(server, "ana@example.com")
            let path = "/console/projects/example/users/\(person.id.value)/disable"
            for (name, token, headers) in [
                ("no token", "", [:]), ("another session's token", other.token, [:]),
                ("another origin", browser.token, ["Origin": "https://evil.example"]),
                ("an opaque origin", browser.token, ["Origin": "null"]),
                ("another site", browser.token, ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]),
                ("another host of the site", browser.token, ["Sec-Fetch-Site": "same-site"]),
                ("a name that resolves here", browser.token, ["Host": "evil.example", "Origin": "http://evil.example"]),
            ] as [(String, String, [String: String])] {
                let answer = try await browser.post(path, token: token, headers: headers)
                #expect([400, 403].contains(answer.status), "\(name): \(answer.status) \(answer.text)")
            }
            let untouched = try await server.engine.accounts.account(person.id, in: Self.scope)
            #expect(!untouched.isDisabled)
            let framed = try await browser.get(
                "/console", headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"])
            #expect(framed.status == 403)
            let honest = try await browser.post(path, headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(honest.status == 303, "\(honest.text)")
        }
    }

    @Test("T292 The public port has no console, and nobody frames it; its pages allow this server's files and nothing else")
    func pages() async throws {
        try await TestServer.with(isProduction: true) { server in
            let outside = try await HTTP.send("GET", "\(server.url)/console/sign-in", headers: ["Accept": "text/html"])
            #expect(outside.status == 404)
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            for path in ["/console/sign-in", "/console/welcome", "/console/projects/example/users", "/console/operators"] {
                let page = try await (path.hasSuffix("in") ? ConsoleBrowser(browser.base) : browser).get(path)
                let policy = page.headers["content-security-policy"] ?? ""
                for part in [
                    "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "form-action 'self'",
                ] {
                    #expect(policy.contains(part), "\(path): \(policy)")
                }
                #expect(!policy.contains("unsafe") && !policy.contains("http"), "\(policy)")
                #expect(page.headers["x-frame-options"] == "DENY" && page.headers["cache-control"] == "no-store")
                #expect(page.headers["referrer-policy"] == "same-origin")
                #expect(page.headers["cross-origin-opener-policy"] == "same-origin")
                #expect(page.headers["access-control-allow-origin"] == nil)
                #expect(!page.text.contains(" style=") && !page.text.contains(" onclick"))
            }
            let signedOut = try await browser.post("/console/sign-out")
            #expect(signedOut.cookies.contains { $0.hasPrefix("vincula-console=;") && $0.contains("Max-Age=0") })
            for cookie in signedOut.cookies {
                #expect(cookie.contains("Path=/console; HttpOnly; SameSite=Strict"), "\(cookie)")
            }
        }
    }

    @Test("T293 What people and providers write stays text on every page")
    func scripts() async throws {
        let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let signedUp = try await server.call(
                "accounts:signUp", ["email": "\"<b>\"@example.com", "password": "a long password", "displayName": .string(evil)])
            #expect(signedUp.status == 200 || signedUp.status == 400)
            let id = "\"><u>"
            var new = NewAccount()
            (new.id, new.email, new.displayName, new.photoURL) = (id, "x'y+<i>@example.com", evil, "https://example.com/\(evil)")
            if (try? await server.engine.accounts.createAccount(new, in: Self.scope)) == nil {
                new.email = "xy@example.com"
                new.photoURL = nil
                _ = try await server.engine.accounts.createAccount(new, in: Self.scope)
            }
            var update = AccountUpdate()
            var link = AccountUpdate.LinkedIdentity(provider: .google, subject: "<i>subject</i>")
            link.displayName = evil
            link.screenName = evil
            update.linkIdentity = link
            update.customClaims = JSONValue.object(["x": .string("</textarea>" + evil)]).text
            _ = try await server.engine.accounts.updateAccount(id, update, in: Self.scope)
            let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let query = evil.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for path in [
                "/console/projects/example/users", "/console/projects/example/users/\(encoded)",
                "/console/projects/example/users?q=\(query)", "/console/projects/example/users?provider=\(query)&after=\(query)",
                "/console/sign-in?hl=\(query)", "/console/projects/\(query)",
            ] {
                let page = try await browser.get(path, headers: ["User-Agent": evil, "Accept-Language": evil])
                for mark in ["<script>alert", "<img src=x", "<u>", "<i>subject", "<b>"] {
                    #expect(!page.text.contains(mark), "\(path): \(mark)")
                }
            }
            let page = try await browser.get("/console/projects/example/users/\(encoded)")
            #expect(page.status == 200 && page.text.contains("&lt;script&gt;alert"), "\(page.text)")
        }
    }

    @Test("T157 A cookie from before the sign-in opens nothing after it")
    func fixation() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let code = try await server.engine.operators.invite("op@example.com", to: .everything, by: nil)
            let browser = ConsoleBrowser(server.url)
            _ = try await browser.get("/console/welcome")
            let before = browser.cookies
            try await browser.join(code, "op@example.com", at: clock.now)
            #expect(browser.cookies != before)
            for (cookies, status) in [(browser.cookies, 200), (before, 303)] {
                let page = try await HTTP.send(
                    "GET", "\(server.url)/console/projects/example", headers: ["Cookie": cookies, "Accept": "text/html"])
                #expect(page.status == status)
            }
        }
    }

    @Test("T294 A session ends: unused, by its age, by signing out, and with a password alone it opens nothing")
    func sessions() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            @Sendable func isIn(_ browser: ConsoleBrowser) async throws -> Bool {
                try await browser.get("/console/projects/example").status == 200
            }
            let idle = try await ConsoleBrowser.joined(server, "idle@example.com", .viewer, at: clock.now)
            let busy = try await ConsoleBrowser.joined(server, "busy@example.com", .viewer, at: clock.now)
            for round in 1...25 {
                clock.advance(seconds: 29 * 60)
                let isOpen = try await isIn(busy)
                #expect(isOpen == (round * 29 * 60 <= 12 * 3600), "\(round)")
            }
            let idleIsIn = try await isIn(idle)
            #expect(!idleIsIn)
            let fresh = try await ConsoleBrowser.joined(server, "fresh@example.com", .viewer, at: clock.now)
            clock.advance(seconds: 29 * 60)
            let isOpen = try await isIn(fresh)
            #expect(isOpen)
            let cookies = fresh.cookies
            _ = try await fresh.post("/console/sign-out")
            let copied = try await HTTP.send(
                "GET", "\(server.url)/console/projects/example", headers: ["Cookie": cookies, "Accept": "text/html"])
            #expect(copied.status == 303, "A copy of the cookie opens nothing after that.")

            let code = try await server.engine.operators.invite("half@example.com", to: .everything, by: nil)
            let half = ConsoleBrowser(server.url)
            _ = try await half.post(
                "/console/welcome", ["code": code, "email": "half@example.com", "password": ConsoleBrowser.password])
            for path in ["/console", "/console/operators", "/console/projects/example/users", "/console/recovery-codes"] {
                let page = try await half.get(path)
                #expect(page.headers["location"] == "/console/enroll", "\(path)")
            }
            _ = try await half.get("/console/enroll")
            let forced = try await half.post(
                "/console/operators/invite", ["email": "m@example.com", "role": "owner", "projects": "*"])
            #expect(forced.headers["location"] == "/console/enroll")
        }
    }

    @Test(
        "T295 Behind a proxy, the console's own https address works, with cookies for https; nothing else of the admin port does")
    func proxy() async throws {
        try await TestServer.with(
            isProduction: true, options: { $0.consoleURL = "https://console.internal.example" }
        ) { server in
            let base = try #require(server.adminURL)
            let code = try await server.engine.operators.invite("op@example.com", to: .everything, by: nil)
            let body = QueryText.encode([("code", code), ("email", "op@example.com"), ("password", ConsoleBrowser.password)])
            let forwarded = ["Host": "console.internal.example", "X-Forwarded-For": "192.0.2.7", "Accept": "text/html"]
            let form = [
                "Origin": "https://console.internal.example", "Content-Type": "application/x-www-form-urlencoded",
                "Sec-Fetch-Site": "same-origin",
            ]
            let joined = try await HTTP.send(
                "POST", "\(base)/console/welcome", headers: forwarded.merging(form) { $1 }, body: Data(body.utf8))
            #expect(joined.status == 303, "\(joined.text)")
            let session = joined.cookies.first { $0.hasPrefix("__Host-vincula-console=") && !$0.contains("Max-Age=0") }
            #expect(session?.contains("; Path=/; Secure; HttpOnly; SameSite=Strict") == true, "\(joined.cookies)")
            let style = try await HTTP.send("GET", "\(base)/console/files/style.css", headers: forwarded)
            #expect(style.status == 200)
            for path in ["/metrics", "/v1/projects/example/accounts:batchGet", "/consoles", "/console/../metrics"] {
                let other = try await HTTP.send(
                    "GET", base + path, headers: forwarded.merging(["Authorization": "Bearer owner"]) { $1 })
                #expect([403, 404].contains(other.status), "\(path) \(other.status)")
            }
        }
        try await TestServer.with(isProduction: true) { server in
            let base = try #require(server.adminURL)
            let refused = try await HTTP.send("GET", "\(base)/console/sign-in", headers: ["X-Forwarded-For": "192.0.2.7"])
            #expect(refused.status == 403, "Without consoleUrl, no proxy may forward to it.")
        }
    }
}
