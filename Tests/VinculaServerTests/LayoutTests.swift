import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// One port, three layouts of URLs, and what browsers and backends need around them.
@Suite("Layouts, CORS, public keys")
struct LayoutTests {
    @Test(
        "Every layout of a path reaches the same RPC",
        arguments: [
            "/identitytoolkit.googleapis.com/v1/accounts:signUp", "/v1/accounts:signUp",
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser", "/identitytoolkit/v3/relyingparty/signupNewUser",
        ])
    func layouts(path: String) async throws {
        try await TestServer.with { server in
            let answer = try await HTTP.post("\(server.url)\(path)?key=k", .object([:]))
            #expect(answer.status == 200)
            #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
        }
    }

    @Test("The token endpoint takes a form and JSON, in both layouts")
    func token() async throws {
        try await TestServer.with { server in
            let signUp = try await server.call("accounts:signUp")
            var token = try #require(signUp["refreshToken"])
            for path in ["/securetoken.googleapis.com/v1/token", "/v1/token"] {
                let json = try await HTTP.post(
                    "\(server.url)\(path)?key=k", .object(["grantType": "refresh_token", "refreshToken": .string(token)]))
                token = try #require(json["refresh_token"])
                let form = try await HTTP.send(
                    "POST", "\(server.url)\(path)?key=k", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Data("grant_type=refresh_token&refresh_token=\(token)".utf8))
                token = try #require(form["refresh_token"])
                #expect(form["access_token"] == form["id_token"])
                #expect(form["expires_in"] == "3600")
            }
        }
    }

    @Test("Preflights are answered for every path")
    func preflight() async throws {
        try await TestServer.with { server in
            let asked = "content-type,x-client-version,x-firebase-client,x-firebase-locale,x-firebase-gmpid,x-firebase-appcheck"
            let answer = try await HTTP.send(
                "OPTIONS", "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
                headers: [
                    "Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST",
                    "Access-Control-Request-Headers": asked,
                ])
            #expect(answer.status == 204)
            #expect(answer.headers["access-control-allow-origin"] == "http://localhost:3000")
            #expect(answer.headers["access-control-allow-headers"] == asked)
            #expect(answer.headers["access-control-allow-methods"]?.contains("POST") == true)
            let failed = try await HTTP.send("POST", "\(server.url)/v1/nothing", headers: ["Origin": "http://localhost:3000"])
            #expect(failed.headers["access-control-allow-origin"] == "http://localhost:3000")
        }
    }

    @Test("Keys are published where clients look, cacheable, and consistent")
    func publicKeys() async throws {
        try await TestServer.with { server in
            try await server.engine.signingKeys.prepare()
            let account = "securetoken@system.gserviceaccount.com"
            for prefix in ["/www.googleapis.com", ""] {
                let x509 = try await HTTP.send("GET", "\(server.url)\(prefix)/robot/v1/metadata/x509/\(account)")
                let jwks = try await HTTP.send("GET", "\(server.url)\(prefix)/service_accounts/v1/jwk/\(account)")
                guard case .object(let certificates) = x509.json, case .array(let keys)? = jwks.json["keys"] else {
                    Issue.record("No keys: \(x509.text) \(jwks.text)")
                    return
                }
                #expect(Set(certificates.keys) == Set(keys.compactMap { $0["kid"]?.string }))
                #expect(certificates.values.allSatisfy { $0.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true })
                #expect(x509.headers["cache-control"]?.contains("max-age=3600") == true)
            }
            let paths = ["/securetoken.google.com/example/.well-known/openid-configuration", "/.well-known/openid-configuration"]
            for path in paths {
                let discovery = try await HTTP.send("GET", "\(server.url)\(path)")
                #expect(discovery["issuer"] == "https://securetoken.google.com/example")
                let jwks = try await HTTP.send("GET", try #require(discovery["jwks_uri"]))
                #expect(jwks.status == 200)
            }
            for host in ["", "/www.googleapis.com"] {
                let cookies = try await HTTP.send("GET", "\(server.url)\(host)/identitytoolkit/v3/relyingparty/publicKeys")
                let keys = try await HTTP.send(
                    "GET", "\(server.url)\(host.isEmpty ? "" : "/identitytoolkit.googleapis.com")/v1/sessionCookiePublicKeys")
                guard case .object(let certificates) = cookies.json, case .array(let set)? = keys.json["keys"] else {
                    Issue.record("No keys: \(cookies.text) \(keys.text)")
                    return
                }
                #expect(!certificates.isEmpty && Set(certificates.keys) == Set(set.compactMap { $0["kid"]?.string }))
                #expect(certificates.values.allSatisfy { $0.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true })
            }
        }
    }

    @Test("Health, readiness and metrics")
    func operations() async throws {
        try await TestServer.with { server in
            #expect(try await HTTP.send("GET", "\(server.url)/healthz")["status"] == "ok")
            #expect(try await HTTP.send("GET", "\(server.url)/readyz")["status"] == "ready")
            _ = try await server.call("accounts:signUp")
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics")
            let line =
                #"vincula_requests_total{method="POST",route="/identitytoolkit.googleapis.com/v1/accounts:signUp",status="200"} 1"#
            #expect(metrics.text.contains(line))
            #expect(metrics.headers["content-type"]?.hasPrefix("text/plain") == true)
        }
    }

    @Test("The emulator's control paths need no credentials")
    func emulator() async throws {
        try await TestServer.with { server in
            _ = try await server.call("accounts:signUp")
            let control = "\(server.url)/emulator/v1/projects/example"
            #expect(try await HTTP.send("GET", "\(control)/oobCodes").json["oobCodes"] == .array([]))
            #expect(try await HTTP.send("GET", "\(control)/verificationCodes").json["verificationCodes"] == .array([]))
            let config = try await HTTP.post(
                "\(control)/config", .object(["signIn": .object(["allowDuplicateEmails": true])]), method: "PATCH")
            #expect(config.json["signIn"]?["allowDuplicateEmails"] == true)
            #expect(try await HTTP.send("DELETE", "\(control)/accounts").status == 200)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
            let root = try await HTTP.send("GET", server.url + "/")
            #expect(root.json["authEmulator"]?["ready"] == true)
            let api = try await HTTP.send("GET", "\(server.url)/emulator/openapi.json")
            #expect(api.json["paths"]?["/v1/accounts:signUp"]?["post"] != nil)
        }
    }
}
