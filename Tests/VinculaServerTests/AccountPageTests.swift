import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The account page by HTTP; how it works for people, `EndToEndTests.AccountPageTests` sees in a browser.
@Suite("Account page")
struct AccountPageTests {
    private static let page = ["Accept": "text/html"]
    private static let challenge = String(repeating: "x", count: 43)

    @Test("The page allows this server's own files and the project's logo, and nobody may frame it")
    func headers() async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send("GET", "\(server.url)/account?key=k&hl=de", headers: Self.page)
            #expect(answer.status == 200)
            let policy = try #require(answer.headers["content-security-policy"])
            for part in [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'",
                "require-trusted-types-for 'script'", "trusted-types 'none'",
            ] {
                #expect(policy.contains(part), "\(policy)")
            }
            #expect(!policy.contains("unsafe") && !policy.contains("http"), "\(policy)")
            #expect(answer.headers["x-frame-options"] == "DENY")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(
                answer.text.contains("<html lang=\"de\">") && !answer.text.contains(" style=") && !answer.text.contains("onclick")
            )
            let logo = try await server.configure(
                "vincula.page", ["vincula": .object(["page": .object(["logo": "https://cdn.example.com/l.png"])])])
            #expect(logo.status == 200, "\(logo.text)")
            let themed = try await HTTP.send("GET", "\(server.url)/account?key=k", headers: Self.page)
            #expect(themed.headers["content-security-policy"]?.contains("img-src 'self' data: https://cdn.example.com;") == true)
            #expect(themed.text.contains("src=\"https://cdn.example.com/l.png\""))
        }
    }

    @Test("Every file has a strong entity tag, is asked for again, and is not sent twice")
    func files() async throws {
        try await TestServer.with { server in
            let page = try await HTTP.send("GET", "\(server.url)/account?key=k", headers: Self.page).text
            let paths = page.matches(of: /(?:src|href)="(\/account\/[^"]+)"/).map {
                String($0.output.1).replacing("&amp;", with: "&")
            }
            #expect(Set(paths).count == AccountFiles.scripts.count + 2, "\(paths)")
            for path in Set(paths).union(Language.allCases.map { "/account/texts/\($0.rawValue)" }) {
                let first = try await HTTP.send("GET", server.url + path)
                let tag = try #require(first.headers["etag"], "\(path)")
                #expect(first.status == 200 && tag.hasPrefix("\""), "\(path)")
                #expect(first.headers["cache-control"] == "no-cache", "\(path)")
                let second = try await HTTP.send("GET", server.url + path, headers: ["If-None-Match": tag])
                #expect(second.status == 304 && second.text.isEmpty, "\(path)")
                let changed = try await HTTP.send("GET", server.url + path, headers: ["If-None-Match": "\"x\""]).status
                #expect(changed == 200)
            }
            for path in ["/account/scripts/other.js", "/account/texts/xx"] {
                let missing = try await HTTP.send("GET", server.url + path).status
                #expect(missing == 404, "\(path)")
            }
        }
    }

    @Test(
        "A malformed request gets 400, in words for people and as JSON for programs",
        arguments: [
            ("", "refused.key"), ("key=", "refused.key"), ("key=a%20b", "refused.key"), ("key=a&key=b", "refused.key"),
            ("key=k&tenantId=a%20b", "refused.tenant"), ("key=k&continueUrl=javascript:alert(1)", "refused.continueUrl"),
            ("key=k&state=x", "refused.continueUrl"),
            ("key=k&codeChallenge=\(String(repeating: "x", count: 43))", "refused.continueUrl"),
            ("key=k&continueUrl=http://localhost/&continueUrl=http://localhost/", "refused.continueUrl"),
            ("key=k&continueUrl=http://localhost/&codeChallenge=short", "refused.codeChallenge"),
            ("key=k&continueUrl=http://localhost/&state=x", "refused.codeChallenge"),
            (
                "key=k&continueUrl=http://localhost/&codeChallenge=\(challenge)&state=\(String(repeating: "x", count: 513))",
                "refused.state"
            ),
            ("key=k&continueUrl=http://localhost/&codeChallenge=\(challenge)&state=a%20b", "refused.state"),
            ("key=k&continueUrl=http://localhost/%23x&codeChallenge=\(challenge)", "refused.handover"),
            ("key=k&continueUrl=http://localhost/?code%3D1&codeChallenge=\(challenge)", "refused.handover"),
            ("key=k&continueUrl=https://unlisted.example/&codeChallenge=\(challenge)", "refused.handover"),
        ])
    func malformed(query: String, text: String) async throws {
        try await TestServer.with { server in
            let page = try await HTTP.send("GET", "\(server.url)/account?\(query)&hl=it", headers: Self.page)
            #expect(page.headers["location"] == nil && !page.text.contains("href=\"http"), "It leads nowhere.")
            #expect(page.status == 400 && page.text.contains("<html lang=\"it\">"), "\(page.text)")
            #expect(page.text.contains(HTMLText.escaped(AccountTexts.of(.italian)[text])), "\(page.text)")
            let program = try await HTTP.send("GET", "\(server.url)/account?\(query)")
            #expect(program.status == 400 && program.json["error"]?["status"] == "INVALID_ARGUMENT", "\(program.text)")
        }
    }

    @Test("T066 In production a page that leads on anywhere but to a listed host is refused")
    func openRedirect() async throws {
        try await TestServer.with(settings: .production, isProduction: true) { server in
            func status(_ url: String) async throws -> Int {
                let query =
                    "key=\(server.apiKey)&continueUrl=\(url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                return try await HTTP.send("GET", "\(server.url)/account?\(query)", headers: Self.page).status
            }
            let unknownTenant = try await HTTP.send(
                "GET", "\(server.url)/account?key=\(server.apiKey)&tenantId=nope-12345", headers: Self.page)
            #expect(unknownTenant.status == 400, "\(unknownTenant.text)")
            #expect(unknownTenant.text.contains(HTMLText.escaped(AccountTexts.of(.english)["refused.tenant"])))
            let unknownKey = try await HTTP.send("GET", "\(server.url)/account?key=unknown", headers: Self.page).status
            #expect(unknownKey == 400)
            let listedHost = try await status("http://localhost:3000/")
            #expect(listedHost == 200)
            for url in [
                "https://evil.example/", "https://localhost@evil.example/", "https://localhost.evil.example/", "//evil.example",
            ] {
                let otherHost = try await status(url)
                #expect(otherHost == 400, "\(url)")
            }
        }
    }

    @Test("T066 Who cannot be handed over at the end is told so at the beginning, by the rules of the hand-over itself")
    func handover() async throws {
        var settings = ProjectSettings.production
        settings.anonymousEnabled = true
        settings.authorizedDomains = ["app.example.com", "localhost", "10.0.0.1"]
        let allowed = settings
        try await TestServer.with(settings: allowed, isProduction: true) { server in
            let key = server.apiKey
            let person = try await HTTP.post(
                "\(server.url)/v1/accounts:signUp?key=\(key)", .object(["returnSecureToken": true]))
            let refreshToken = JSONValue.string(try #require(person["refreshToken"], "\(person.text)"))
            for (url, state, isAllowed) in [
                ("https://app.example.com/", "s", true), ("https://app.example.com:8443/in?a=b", nil, true),
                ("https://sub.app.example.com/", nil, false), ("http://localhost:3000/", nil, false),
                ("https://10.0.0.1/", nil, false), ("https://app.example.com/#top", nil, false),
                ("https://app.example.com/?state=x", nil, false), ("https://app.example.com/", "a b", false),
            ] {
                var fields = [("key", key), ("continueUrl", url), ("codeChallenge", Self.challenge)]
                if let state { fields.append(("state", state)) }
                let page = try await HTTP.send("GET", "\(server.url)/account?\(QueryText.encode(fields))", headers: Self.page)
                #expect((page.status == 200) == isAllowed, "\(url) \(state ?? "") \(page.status)")
                var order: [String: JSONValue] = [
                    "refreshToken": refreshToken, "continueUrl": .string(url), "codeChallenge": .string(Self.challenge),
                ]
                if let state { order["state"] = .string(state) }
                let end = try await HTTP.post("\(server.url)/account/handover?key=\(key)", .object(order))
                #expect(end.status == page.status, "\(url): the beginning and the end agree. \(end.text)")
            }
        }
    }

    @Test("T154 Every page of ours with a script has Trusted Types; HTML that no page has spoken for may do nothing")
    func trustedTypes() async throws {
        try await TestServer.with { server in
            let provider = "/__/dev/provider/google.com?state=s&redirect_uri=http://127.0.0.1:9/"
            let flow = "appName=a&authType=signInViaPopup&redirectUrl=http://localhost/&providerId=oidc.none&eventId=1"
            let handler = "/__/auth/handler?apiKey=k&v=12.0.0&\(flow)"
            for path in [
                "/account?key=k", "/example", provider, handler, "/__/auth/iframe?apiKey=k&appName=a&transport=vincula",
            ] {
                let page = try await HTTP.send("GET", server.url + path, headers: Self.page)
                let policy = page.headers["content-security-policy"] ?? ""
                #expect(page.text.contains("<script"), "\(path): \(page.text)")
                #expect(policy.contains("require-trusted-types-for 'script'; trusted-types 'none'"), "\(path): \(policy)")
            }
            let empty = try await HTTP.send("HEAD", server.url + handler, headers: Self.page)
            #expect(empty.headers["content-type"]?.hasPrefix("text/html") == true)
            #expect(empty.headers["content-security-policy"]?.hasPrefix("default-src 'none'; base-uri 'none'") == true)
            #expect(empty.headers["x-frame-options"] == "DENY")
        }
    }

    @Test(
        "One rule for languages: `hl`, else `lang`, else the browser's, on every page",
        arguments: [
            ("hl=de&lang=fr", "de"), ("lang=fr", "fr"), ("hl=xx&lang=fr", "fr"), ("hl=pt-PT", "pt"), ("", "it"),
            ("hl=&lang=", "it"),
        ])
    func languages(query: String, language: String) async throws {
        try await TestServer.with { server in
            for path in [
                "/account?key=k", "/account?key=", "/__/auth/action?oobCode=x",
                "/__/auth/handler?apiKey=k&authType=signInViaPopup",
            ] {
                let page = try await HTTP.send(
                    "GET", "\(server.url)\(path)&\(query)", headers: ["Accept": "text/html", "Accept-Language": "it"])
                #expect(page.text.contains("<html lang=\"\(language)\">"), "\(path) \(page.text.prefix(100))")
            }
        }
    }

    @Test("The configuration says what is on, and nothing that clients may not know")
    func configuration() async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.send("GET", "\(server.url)/account/config?key=k")
            #expect(answer.json["methods"]?["password"] == true && answer.json["methods"]?["emailLink"] == true, "\(answer.text)")
            #expect(answer.json["methods"]?["sessions"] == true && answer.json["methods"]?["handover"] == true, "\(answer.text)")
            #expect(answer.json["project"]?["name"] == "example")
            guard case .object(let members) = answer.json else { return }
            #expect(
                Set(members.keys) == ["project", "methods", "passwordPolicy", "providers", "languages", "refusesCommonPasswords"])
            _ = try await server.configure(
                "signIn.email.enabled,vincula.page",
                [
                    "signIn": .object(["email": .object(["enabled": false])]),
                    "vincula": .object(["page": .object(["name": "Wool"])]),
                ])
            let changed = try await HTTP.send("GET", "\(server.url)/account/config?key=k")
            #expect(
                changed.json["methods"]?["password"] == false && changed.json["project"]?["name"] == "Wool", "\(changed.text)")
            let withoutKey = try await HTTP.send("GET", "\(server.url)/account/config").status
            #expect(withoutKey == 403)
        }
    }

    @Test("The colour is set, shown, checked and cleared")
    func theme() async throws {
        try await TestServer.with { server in
            func set(_ color: JSONValue) async throws -> HTTPAnswer {
                try await server.configure("vincula.page.color", ["vincula": .object(["page": .object(["color": color])])])
            }
            func style() async throws -> String { try await HTTP.send("GET", "\(server.url)/account/theme.css?key=k").text }
            let isPlainAtFirst = try await style().isEmpty
            #expect(isPlainAtFirst)
            let color = try await set("#7a1fa2").json["vincula"]?["page"]?["color"]
            #expect(color == "#7a1fa2")
            let isColored = try await style().contains("--action:#7a1fa2;--on-action:#ffffff")
            #expect(isColored)
            for wrong: JSONValue in ["red", "#12345", "#fff;}body{display:none"] {
                let refused = try await set(wrong).status
                #expect(refused == 400, "\(wrong)")
            }
            let removed = try await set(.null).status
            #expect(removed == 200)
            let isPlainAgain = try await style().isEmpty
            #expect(isPlainAgain)
        }
    }

    @Test("Every language has every text, with the same variables")
    func texts() {
        func variables(_ text: String) -> Set<String> { Set(text.matches(of: /\{\{(\w+)\}\}/).map { String($0.output.1) }) }
        let english = AccountTexts.of(.english).byName
        #expect(english.count > 150)
        for language in Language.allCases {
            let texts = AccountTexts.of(language).byName
            #expect(Set(texts.keys) == Set(english.keys), "\(language)")
            for (name, text) in english { #expect(variables(texts[name] ?? "") == variables(text), "\(language) \(name)") }
        }
    }

    @Test("A developer's browser gets a page with links, and tools are told of the emulator as ever")
    func start() async throws {
        try await TestServer.with { server in
            let page = try await HTTP.send("GET", server.url + "/", headers: Self.page)
            for path in ["/account?key=vincula", "/example", "/emulator/inbox"] {
                #expect(page.text.contains("href=\"\(path)\""))
                let page = try await HTTP.send("GET", server.url + path, headers: Self.page).status
                #expect(page == 200, "\(path)")
            }
            #expect(try await HTTP.send("GET", server.url + "/").json["authEmulator"]?["ready"] == true)
        }
    }

    @Test("A mailed link may lead back to the page although its host is not listed")
    func mailedLink() async throws {
        var settings = ProjectSettings.development
        settings.allowsAnyContinueURL = false
        settings.authorizedDomains = []
        try await TestServer.with(settings: settings) { server in
            func ask(_ url: String) async throws -> Int {
                try await server.call(
                    "accounts:sendOobCode",
                    ["requestType": "EMAIL_SIGNIN", "email": "ana@example.com", "continueUrl": .string(url)]
                ).status
            }
            let own = try await ask("\(server.url)/account?key=k")
            #expect(own == 200)
            // The link's own page asks nothing then: the account page does, if it has to.
            let code = try #require(try await server.link(.signIn, to: "ana@example.com")["oobCode"])
            for _ in 1...2 {
                let page = try await HTTP.send(
                    "GET", "\(server.url)/__/auth/action?mode=signIn&oobCode=\(code)&lang=fr", headers: Self.page)
                let target = URLComponents(string: page.headers["location"] ?? "")
                #expect(page.status == 303 && page.headers["cache-control"] == "no-store", "\(page.status)")
                #expect(target?.path == "/account" && page.headers["location"]?.hasPrefix("\(server.url)/account?key=k&") == true)
                #expect(target?.queryItems?.contains(URLQueryItem(name: "oobCode", value: code)) == true)
            }
            for url in ["\(server.url)/accountant", "\(server.url)/other", "https://evil.example/account?key=k"] {
                let status = try await ask(url)
                #expect(status == 400, "\(url)")
            }
        }
    }
}
