import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// The page that a development server shows in place of a provider's.
@Suite("Development: a provider's page")
struct DevelopmentProviderTests {
    private static let callback = "http://127.0.0.1:9/__/auth/callback/google.com"

    private static func order(_ server: TestServer) -> ProviderPageOrder {
        var order = ProviderPageOrder(
            provider: .google, redirectURI: callback, state: "s\"1&", nonce: "nonce",
            codeVerifier: String(repeating: "v", count: 43))
        order.server = server.url
        return order
    }

    @Test("a person is made up, and is there to be chosen the next time")
    func story() async throws {
        try await TestServer.with { server in
            let order = Self.order(server)
            let begun = try await server.engine.pages.begin(order, configured: nil, client: nil)
            #expect(begun.url.hasPrefix(server.url + "/__/dev/provider/google.com?"))
            let page = try await HTTP.send("GET", begun.url)
            for part in [
                "Auth Emulator", "js-new-account", "email-input", "display-name-input", "screen-name-input",
                "profile-photo-input", "sign-in", "accounts-list",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            #expect(!page.text.contains("s\"1&"), "The state is escaped.")
            #expect(page.headers["content-security-policy"]?.contains("script-src 'self'") == true)

            let posted = try await HTTP.send(
                "POST", server.url + "/__/dev/provider/google.com",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Data("redirect_uri=\(Self.callback)&state=s&email=ann%2Bx@gmail.com&display-name=Ann+%3Cb%3E".utf8))
            #expect(posted.status == 303)
            let items = URLComponents(string: posted.headers["location"] ?? "")?.queryItems ?? []
            let fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
            let identity = try await server.engine.pages.finish(
                ProviderPageAnswer(order: order, requestToken: nil, fields: fields), configured: nil, client: nil,
                trust: .domainOwner)
            #expect(identity.presented.email == EmailAddress("ann+x@gmail.com"))
            #expect(identity.presented.profile.displayName == "Ann <b>")

            _ = try await server.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "returnSecureToken": true,
                    "postBody": .string(
                        "providerId=google.com&id_token=\(#"{"sub":"7","email":"bob@gmail.com","name":"<i>Bob"}"#)"),
                ])
            let again = try await HTTP.send("GET", begun.url)
            #expect(again.text.contains("bob@gmail.com") && again.text.contains("&lt;i&gt;Bob"))
        }
    }

    @Test("denying, and addresses that lead nowhere", arguments: ["javascript:alert(1)", "", "//evil.test", "data:text/html,x"])
    func refused(address: String) async throws {
        try await TestServer.with { server in
            let page = try await HTTP.send(
                "GET",
                server.url + "/__/dev/provider/google.com?state=s&redirect_uri="
                    + (address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            #expect(page.status == 400)
            let answer = ProviderPageAnswer(order: Self.order(server), requestToken: nil, fields: ["error": "access_denied"])
            await #expect(throws: AuthError.providerRefused(code: "access_denied")) {
                try await server.engine.pages.finish(answer, configured: nil, client: nil, trust: .never)
            }
        }
    }

    @Test("T159 no page of another site reads it or sends its form, not under a name of its own for this machine either")
    func foreign() async throws {
        try await TestServer.with { server in
            let path = "/__/dev/provider/google.com"
            let url = server.url + path + "?state=s&redirect_uri=\(Self.callback)"
            let form = Data("redirect_uri=\(Self.callback)&state=s&email=ann@gmail.com".utf8)
            func ask(_ method: String, _ headers: [String: String]) async throws -> HTTPAnswer {
                let type = ["Content-Type": "application/x-www-form-urlencoded"]
                return method == "POST"
                    ? try await HTTP.send(method, server.url + path, headers: type.merging(headers) { $1 }, body: form)
                    : try await HTTP.send(method, url, headers: headers)
            }
            func fetch(_ site: String, _ mode: String, _ destination: String) -> [String: String] {
                ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
            }
            let port = server.url.split(separator: ":").last ?? ""
            for allowed in [
                [:], fetch("none", "navigate", "document"), fetch("cross-site", "navigate", "document"),
                fetch("same-site", "navigate", "document"), fetch("same-origin", "navigate", "document"),
                ["Host": "127.0.0.1:\(port)"], ["Host": "app.localhost:\(port)"], ["Host": "192.168.1.20:\(port)"],
                ["Origin": server.url],
            ] {
                let answer = try await ask("GET", allowed)
                #expect(answer.status == 200, "\(allowed) \(answer.text)")
                #expect(answer.headers["access-control-allow-origin"] == nil, "\(allowed)")
            }
            for refused in [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:3000"],
                ["Origin": "https://evil.example/" + server.url.dropFirst(7)],
                fetch("cross-site", "cors", "empty"), fetch("cross-site", "no-cors", "script"),
                fetch("cross-site", "navigate", "iframe"), fetch("same-site", "cors", "empty"),
                ["Host": "evil.example"], ["Host": "evil.example:\(port)"], ["Host": "127.0.0.1.evil.example:\(port)"],
                ["Origin": "https://evil.example"].merging(fetch("cross-site", "cors", "empty")) { $1 },
            ] {
                for method in ["GET", "HEAD", "POST"] {
                    let answer = try await ask(method, refused)
                    if method == "POST", refused == ["Origin": "null"] { continue }
                    #expect([400, 403].contains(answer.status), "\(method) \(refused)")
                    #expect(answer.headers["access-control-allow-origin"] == nil && answer.headers["location"] == nil)
                }
            }
            // A page of another site cannot send the form, even as a visit; this page's own form has no origin.
            #expect(try await ask("POST", fetch("cross-site", "navigate", "document")).status == 403)
            #expect(
                try await ask("POST", ["Origin": "null"].merging(fetch("same-origin", "navigate", "document")) { $1 }).status
                    == 303)
            #expect(try await ask("POST", ["Origin": "null"]).status == 303)
            let preflight = ["Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET"]
            let asked = try await HTTP.send("OPTIONS", server.url + path, headers: preflight)
            #expect(asked.headers["access-control-allow-origin"] == nil)
            // The inbox, which pages of this machine may read, is in no foreign page as a script, a picture or a frame.
            for (headers, status) in [
                (fetch("cross-site", "no-cors", "script"), 403), (fetch("cross-site", "navigate", "iframe"), 403),
                (fetch("cross-site", "navigate", "document"), 200), (fetch("same-origin", "navigate", "iframe"), 200),
                (["Origin": "http://localhost:3000"].merging(fetch("cross-site", "cors", "empty")) { $1 }, 200),
            ] {
                #expect(
                    try await HTTP.send("GET", server.url + "/emulator/inbox", headers: headers).status == status, "\(headers)")
            }
        }
    }

    @Test("production has no such page, and believes no such code")
    func production() async throws {
        try await TestServer.with(isProduction: true) { server in
            let page = try await HTTP.send(
                "GET", server.url + "/__/dev/provider/google.com?state=s&redirect_uri=" + Self.callback)
            #expect(page.status == 404)
            await #expect(throws: AuthError.providerNotConfigured) {
                try await server.engine.pages.begin(Self.order(server), configured: nil, client: nil)
            }
            #expect(!server.engine.pages.canBegin(.google, configured: nil, client: nil))
        }
    }
}
