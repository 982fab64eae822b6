import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

@Suite("The start page")
struct StartPageTests {
    private static func open(_ url: String, _ headers: [String: String] = [:]) async throws -> HTTPAnswer {
        try await HTTP.send("GET", url + "/", headers: ["Accept": "text/html,*/*;q=0.8"].merging(headers) { $1 })
    }

    @Test("Under --dev it leads everywhere, and its lines have the host and port that the visitor sees")
    func development() async throws {
        try await TestServer.with { server in
            let port = try #require(URL(string: server.url)?.port)
            let page = try await Self.open(server.url)
            for path in ["/account?key=vincula", "/example", "/emulator/inbox", "/emulator/openapi.json"] {
                #expect(page.text.contains("href=\"\(path)\""), "\(path)")
            }
            let hasConsole = Routes.all.contains { $0.paths.contains("/console") }
            #expect(page.text.contains("href=\"/console\"") == hasConsole)
            #expect(page.text.contains("connectAuthEmulator(auth, &quot;http://127.0.0.1:\(port)&quot;)"), "\(page.text)")
            let named = try await Self.open(server.url, ["Host": "localhost:\(port)", "Accept-Language": "de"])
            for line in [
                "useEmulator(withHost: &quot;localhost&quot;, port: \(port))", "useEmulator(&quot;10.0.2.2&quot;, \(port))",
                "FIREBASE_AUTH_EMULATOR_HOST=localhost:\(port)", "http://localhost:\(port)/v1/accounts:signUp?key=any",
                "Vincula läuft", "<html lang=\"de\">",
            ] { #expect(named.text.contains(line), "\(line)") }
            let hostile = try await Self.open(server.url, ["Host": "a\"><script>:1"])
            #expect(!hostile.text.contains("<script>:1"))
            let program = try await HTTP.send("GET", server.url + "/", headers: ["Accept": "application/json"])
            #expect(program.json["authEmulator"]?["ready"] == true)
        }
    }

    @Test("T342 a browser that opens a path without a page gets one in its language; programs and the paths of APIs get JSON")
    func missing() async throws {
        try await TestServer.with(isProduction: true) { server in
            func open(_ path: String, _ method: String = "GET", accept: String = "text/html,*/*;q=0.8") async throws -> HTTPAnswer
            {
                try await HTTP.send(method, server.url + path, headers: ["Accept": accept, "Accept-Language": "de"])
            }
            for path in [
                "/nothing", "/nothing/at/all", "/console", "/console/x", "/%3Cb%3E", "/index.php", "/__/auth/none", "//x",
            ] {
                let page = try await open(path)
                #expect(page.status == 404 && page.headers["content-type"] == "text/html; charset=utf-8", "\(path): \(page.text)")
                #expect(page.text.contains("<html lang=\"de\">") && page.text.contains("<h1>Hier gibt es keine Seite</h1>"))
                #expect(page.text.contains("<a href=\"/\">") && !page.text.contains("<script") && !page.text.contains("%3Cb"))
                #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true, "\(page.headers)")
                let program = try await open(path, accept: "application/json")
                #expect(program.status == 404 && program.json["error"]?["status"] == "NOT_FOUND", "\(path): \(program.text)")
            }
            let roots = [
                "/v1", "/v2", "/identitytoolkit", "/identitytoolkit.googleapis.com", "/securetoken.googleapis.com",
                "/www.googleapis.com", "/token", "/.well-known", "/other.googleapis.com",
            ]
            for path in roots + roots.map({ $0 + "/nothing" }) + ["/v1/accounts:nothing", "/v1/token/x"] {
                let answer = try await open(path)
                #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true, "\(path): \(answer.text)")
            }
            #expect(try await open("/nothing", "POST").json["error"]?["status"] == "NOT_FOUND")
            let head = try await open("/nothing", "HEAD")
            #expect(head.status == 404 && head.text.isEmpty)
        }
    }

    @Test("In production it has the project's name and logo, and the account page where people can sign in there")
    func production() async throws {
        var settings = ProjectSettings.production
        settings.page.name = "Wool & Yarn"
        settings.page.logo = "https://cdn.example.com/l.png"
        settings.email.language = .spanish
        try await TestServer.with(settings: settings, isProduction: true) { server in
            let closed = try await Self.open(server.url)
            #expect(closed.status == 200 && closed.text.contains("<span>Wool &amp; Yarn</span>"), "\(closed.text)")
            #expect(closed.text.contains("src=\"https://cdn.example.com/l.png\"") && !closed.text.contains("/account?"))
            #expect(closed.text.contains("<html lang=\"es\">") && !closed.text.contains("<script"))
            _ = try await server.engine.projects.updateSettings(of: server.project) { $0.emailEnabled = true }
            let open = try await Self.open(server.url, ["Accept-Language": "en"])
            #expect(open.text.contains("<h1>Your Wool &amp; Yarn account</h1>"))
            let link = try #require(open.text.firstMatch(of: /href="(\/account\?key=[^"]+)"/)).output.1
            let page = try await HTTP.send("GET", server.url + link, headers: ["Accept": "text/html"])
            #expect(page.status == 200)
            let program = try await HTTP.send("GET", server.url + "/", headers: ["Accept": "application/json"])
            #expect(program.status == 404 && program.json["error"]?["status"] == "NOT_FOUND", "\(program.text)")
            let hasConsole = Routes.all.contains { $0.paths.contains("/console") }
            let admin = try await Self.open(try #require(server.adminURL))
            #expect(admin.status == (hasConsole ? 303 : 404) && admin.headers["location"] == (hasConsole ? "/console" : nil))
        }
    }

    @Test("It is the operator's own page if there is one, and the emulator is detected all the same")
    func redirect() async throws {
        let own = "https://shop.example.com/?from=auth"
        for isProduction in [true, false] {
            try await TestServer.with(isProduction: isProduction, options: { $0.startPage = own }) { server in
                let answer = try await Self.open(server.url)
                #expect(answer.status == 303 && answer.headers["location"] == own)
                let program = try await HTTP.send("GET", server.url + "/")
                #expect(isProduction ? program.status == 303 : program.json["authEmulator"]?["ready"] == true)
            }
        }
    }

    @Test("Lines for every client, by http and https")
    func snippets() {
        let plain = ClientSnippet.all(authority: "[::1]:9099", isSecure: false)
        #expect(Set(plain.map(\.id)).count == plain.count && plain.count == 7)
        #expect(plain[1].code == "Auth.auth().useEmulator(withHost: \"[::1]\", port: 9099)")
        #expect(plain[2].code == "Firebase.auth.useEmulator(\"10.0.2.2\", 9099)")
        let portless = ClientSnippet.all(authority: "auth.example.com", isSecure: false)
        #expect(portless[2].code == "Firebase.auth.useEmulator(\"auth.example.com\", 80)")
        let secure = ClientSnippet.all(authority: "auth.example.com", isSecure: true)
        #expect(secure.map(\.client) == ["JavaScript", "Swift", "REST"])
        #expect(secure.allSatisfy { $0.code.contains("https://auth.example.com") })
    }
}
