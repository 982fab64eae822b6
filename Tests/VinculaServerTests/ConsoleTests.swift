import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The console by HTTP; how it works for people, `EndToEndTests.ConsoleTests` sees in a browser.
@Suite("Console")
struct ConsoleTests {
    private static let scope = ProjectScope(project: "example")

    private static func account(_ server: TestServer, _ email: String, name: String? = nil) async throws -> Account {
        var new = NewAccount()
        (new.email, new.password, new.displayName) = (email, "a long password", name)
        return try await server.engine.accounts.createAccount(new, in: scope)
    }

    @Test("From the first link to an account that is disabled, under the operator's name")
    func story() async throws {
        try await TestServer.with(isProduction: true) { server in
            let base = try #require(server.adminURL)
            let browser = ConsoleBrowser(base)
            let closed = try await browser.get("/console/projects/example/users")
            #expect(closed.status == 303 && closed.headers["location"] == "/console/sign-in")
            let code = try #require(try await server.engine.operators.inviteFirst())
            let app = try await browser.join(code, "op@example.com")
            let again = try await server.engine.operators.inviteFirst()
            #expect(again == nil, "There is an operator now.")

            let codes = try await browser.post("/console/recovery-codes")
            #expect(codes.text.matches(of: /<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/).count == 10, "\(codes.text)")
            let person = try await Self.account(server, "ana@example.com", name: "Ana")
            let home = try await browser.get("/console")
            #expect(home.headers["location"] == "/console/projects/example")
            let overview = try await browser.get("/console/projects/example")
            #expect(overview.status == 200 && overview.text.contains("API keys"), "\(overview.text)")

            for (query, isFound) in [
                ("", true), ("?q=an", true), ("?q=ana@example.com", true), ("?q=\(person.id.value)", true), ("?q=zoe", false),
                ("?provider=google.com", false),
            ] {
                let list = try await browser.get("/console/projects/example/users\(query)")
                #expect(list.status == 200 && list.text.contains(">ana@example.com</a>") == isFound, "\(query)")
            }
            let path = "/console/projects/example/users/\(person.id.value)"
            let page = try await browser.get(path)
            #expect(page.text.contains("Ana") && page.text.contains("\(path)/disable"), "\(page.text)")
            let done = try await browser.post("\(path)/disable")
            #expect(done.status == 303 && done.headers["location"] == path, "\(done.text)")
            let after = try await browser.get(path)
            #expect(after.text.contains("The account is disabled, and signed out everywhere."), "\(after.text)")
            #expect(after.text.contains("account.disable") && after.text.contains("<td data-title=\"Who\">op@example.com</td>"))
            let once = try await browser.get(path)
            #expect(!once.text.contains("signed out everywhere"), "It is said once.")
            let entries = try await server.engine.auditLog.entries(
                AuditQuery(account: person.id, action: .accountDisable, limit: 9))
            #expect(entries.map(\.actor.kind) == [.consoleOperator] && entries.first?.clientAddress != nil)

            let out = try await browser.post("/console/sign-out")
            #expect(out.headers["location"] == "/console/sign-in")
            let signedOut = try await browser.get(path)
            #expect(signedOut.headers["location"] == "/console/sign-in")
            let wrong = try await browser.post("/console/sign-in", ["email": "op@example.com", "password": "wrong password"])
            #expect(wrong.status == 400 && wrong.text.contains("role=\"alert\""), "\(wrong.text)")
            let first = try await browser.post(
                "/console/sign-in", ["email": "op@example.com", "password": ConsoleBrowser.password])
            #expect(first.headers["location"] == "/console/code", "\(first.text)")
            let half = try await browser.get(path)
            #expect(half.headers["location"] == "/console/sign-in", "The password alone opens nothing.")
            let refused = try await browser.post("/console/code", ["code": app.wrongCode(at: SystemClock().now)])
            #expect(refused.status == 400, "\(refused.text)")
            let recovery = try #require(codes.text.firstMatch(of: /<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/)).output.1
            let second = try await browser.post("/console/code", ["code": String(recovery)])
            #expect(second.status == 303 && second.headers["location"] == "/console", "\(second.text)")
            let inside = try await browser.get(path)
            #expect(inside.status == 200)
        }
    }

    @Test("An account's page does what its buttons say, and an account is created and deleted")
    func acts() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            let made = try await browser.post(
                "/console/projects/example/new-user", ["email": "bob@example.com", "name": "Bob", "password": ""])
            let path = try #require(made.headers["location"], "\(made.text)")
            let id = AccountID(String(try #require(path.split(separator: "/").last)))
            @Sendable func account() async throws -> Account { try await server.engine.accounts.account(id, in: Self.scope) }
            let twice = try await browser.post("/console/projects/example/new-user", ["email": "bob@example.com"])
            #expect(twice.status == 400 && twice.text.contains("Another account has this email."), "\(twice.text)")
            let claims = try await browser.post("\(path)/claims", ["claims": #"{"role":"editor"}"#])
            #expect(claims.status == 303)
            var found = try await account()
            #expect(found.customClaims?.text == #"{"role":"editor"}"#)
            let broken = try await browser.post("\(path)/claims", ["claims": "nonsense"])
            #expect(broken.status == 400 && broken.text.contains("JSON object"), "\(broken.text)")
            let reset = try await browser.post("\(path)/reset")
            #expect(reset.status == 303, "\(reset.text)")
            let mails = try await server.mails(to: "bob@example.com")
            #expect(mails.map(\.kind) == [.resetPassword])
            let generation = found.generation
            _ = try await browser.post("\(path)/revoke")
            found = try await account()
            #expect(found.generation != generation)
            for (act, isDisabled) in [("disable", true), ("enable", false)] {
                _ = try await browser.post("\(path)/\(act)")
                found = try await account()
                #expect(found.isDisabled == isDisabled)
            }
            let unconfirmed = try await browser.post("\(path)/delete", ["confirmation": "bob"])
            #expect(unconfirmed.status == 400)
            _ = try await account()
            let deleted = try await browser.post("\(path)/delete", ["confirmation": "BOB@example.com"])
            #expect(deleted.headers["location"] == "/console/projects/example/users", "\(deleted.text)")
            await #expect(throws: AuthError.userNotFound) { try await account() }
            let gone = try await browser.get(path)
            #expect(gone.status == 404)
        }
    }

    @Test("Sign-in methods are switches")
    func methods() async throws {
        try await TestServer.with(settings: .production, isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .editor)
            for method in ConsoleMethod.allCases where method != .mandatoryFactor {
                let before = method.isOn(in: try await server.engine.projects.settings(of: "example"))
                let changed = try await browser.post(
                    "/console/projects/example/methods", ["method": method.rawValue, "on": before ? "no" : "yes"])
                #expect(changed.status == 303, "\(method) \(changed.text)")
                let after = method.isOn(in: try await server.engine.projects.settings(of: "example"))
                #expect(after != before, "\(method)")
            }
            for fields in [["method": "none", "on": "yes"], ["method": "email", "on": "perhaps"], [:]] {
                let refused = try await browser.post("/console/projects/example/methods", fields)
                #expect(refused.status == 400, "\(fields)")
            }
            let page = try await browser.get("/console/projects/example/methods")
            #expect(page.text.contains("aria-label=\"Turn off: Email and password\""), "\(page.text)")
        }
    }

    @Test("Pages of the list lead on by a cursor, and nobody is on two of them")
    func paging() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .viewer)
            for index in 100..<170 { _ = try await Self.account(server, "user\(index)@example.com") }
            for start in ["/console/projects/example/users", "/console/projects/example/users?q=user"] {
                var seen: [String] = []
                var next: String? = start
                var pages = 0
                while let path = next, pages < 5 {
                    let page = try await browser.get(path)
                    seen += page.text.matches(of: /users\/[A-Za-z0-9]+">(user\d+@example.com)</).map { String($0.output.1) }
                    next = page.text.firstMatch(of: /<a href="([^"]+after=[^"]+)">/).map {
                        String($0.output.1).replacing("&amp;", with: "&")
                    }
                    pages += 1
                }
                #expect(pages == 2 && seen.count == 70 && Set(seen).count == 70, "\(start): \(pages) pages, \(seen.count)")
            }
        }
    }

    @Test("Every language has every text, with the same variables")
    func texts() {
        func variables(_ text: String) -> Set<String> { Set(text.matches(of: /\{\{(\w+)\}\}/).map { String($0.output.1) }) }
        let english = ConsoleTexts.of(.english).byName
        #expect(english.count > 150)
        for notice in ConsoleNotice.allCases { #expect(english["notice.\(notice.rawValue)"] != nil, "\(notice)") }
        for method in ConsoleMethod.allCases { #expect(english["method.\(method.rawValue)"] != nil, "\(method)") }
        for role in OperatorRole.allCases { #expect(english["role.\(role.rawValue).text"] != nil, "\(role)") }
        for kind in AuditActor.Kind.allCases { #expect(english["who.\(kind.rawValue)"] != nil, "\(kind)") }
        for language in Language.allCases {
            let texts = ConsoleTexts.of(language).byName
            #expect(Set(texts.keys) == Set(english.keys), "\(language)")
            for (name, text) in english { #expect(variables(texts[name] ?? "") == variables(text), "\(language) \(name)") }
        }
    }

    @Test("Pages are in the reader's language")
    func languages() async throws {
        try await TestServer.with { server in
            let browser = ConsoleBrowser(server.url)
            for language in Language.allCases {
                let page = try await browser.get("/console/sign-in", headers: ["Accept-Language": language.rawValue])
                let title = HTMLText.escaped(ConsoleTexts.of(language)["signIn.title"])
                #expect(page.text.contains("<html lang=\"\(language.rawValue)\">") && page.text.contains("<h1>\(title)</h1>"))
            }
        }
    }
}
