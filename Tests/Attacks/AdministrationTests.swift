import Foundation
import HTTPTypes
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// Administering without the right to, on a production server.
@Suite("Attacks: administration")
struct AdministrationTests {
    /// Every path that only administrators may call, with a project in it.
    private static func paths(of project: String) -> [(method: String, path: String)] {
        Routes.all.filter { $0.access == .administrator }.flatMap { route in
            route.paths.map { path in
                let filled = path.replacingOccurrences(of: "{project}", with: project)
                    .replacingOccurrences(of: "{tenant}", with: "t").replacingOccurrences(of: "{provider}", with: "oidc.acme")
                    .replacingOccurrences(of: "**", with: "accounts:lookup")
                return (route.method.rawValue, filled)
            }
        }
    }

    /// A body that every one of them could use, if it were let in.
    private static let body: JSONValue = .object([
        "localId": "victim", "localIds": .array(["victim"]), "force": true, "email": "evil@example.com", "disableUser": true,
        "signIn": .object(["allowDuplicateEmails": true]), "clientId": "evil", "issuer": "https://evil.example",
        "enabled": true,
    ])

    /// All that an administrator could change, as text.
    private static func state(_ server: TestServer) async throws -> String {
        let owner = ["Authorization": "Bearer owner"]
        let base = "\(try #require(server.adminURL))"
        let accounts = try await HTTP.send("GET", "\(base)/v1/projects/\(server.project)/accounts:batchGet", headers: owner)
        let config = try await HTTP.send("GET", "\(base)/v2/projects/\(server.project)/config", headers: owner)
        let providers = try await HTTP.send("GET", "\(base)/v2/projects/\(server.project)/oauthIdpConfigs", headers: owner)
        let answers = [accounts, config, providers]
        #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
        return answers.map { $0.json.text }.joined()
    }

    @Test(
        "T127 an API key, an ID token, `Bearer owner` or no credential gives no administrative access on any path", .tags(.attack)
    )
    func noAdministrator() async throws {
        try await TestServer.with(isProduction: true) { server in
            #expect(try await server.admin("accounts", ["localId": "victim", "email": "v@example.com"]).status == 200)
            let idToken = try #require(try await server.call("accounts:signUp")["idToken"])
            let before = try await Self.state(server)
            let attempts: [(query: String, headers: [String: String])] = [
                ("", [:]), ("key=\(server.apiKey)", [:]), ("key=AIza" + String(repeating: "x", count: 35), [:]),
                ("", ["X-Goog-Api-Key": server.apiKey]), ("", ["Authorization": "Bearer \(idToken)"]),
                ("key=\(server.apiKey)", ["Authorization": "Bearer owner"]), ("", ["Authorization": "Bearer owner"]),
                ("", ["Authorization": "bearer OWNER"]), ("", ["Authorization": "Bearer "]), ("", ["Authorization": "Bearer"]),
                ("", ["Authorization": "Basic b3duZXI6b3duZXI="]), ("access_token=owner&oauth_token=owner", [:]),
                ("", ["Authorization": "Bearer \(server.apiKey)"]), ("", ["Cookie": "Authorization=Bearer owner"]),
                ("", ["X-Forwarded-For": "127.0.0.1", "Authorization": "Bearer owner"]),
            ]
            for (method, path) in Self.paths(of: server.project) {
                for attempt in attempts {
                    let query = path.contains("oauthIdpConfigs") ? "oauthIdpConfigId=oidc.acme&updateMask=enabled&" : ""
                    let answer = try await HTTP.post(
                        "\(server.url)\(path)?\(query)\(attempt.query)", Self.body, headers: attempt.headers, method: method)
                    #expect([401, 403].contains(answer.status), "\(method) \(path) \(attempt): \(answer.text)")
                }
            }
            #expect(try await Self.state(server) == before)
        }
    }

    @Test("T127 `Bearer owner` on an app's path gives no administrative access", .tags(.attack))
    func ownerOnAppPaths() async throws {
        try await TestServer.with(isProduction: true) { server in
            _ = try await server.admin("accounts", ["localId": "victim"])
            for rpc in ["accounts:lookup", "accounts:update", "accounts:delete", "accounts:signUp"] {
                for query in ["", "?key=\(server.apiKey)"] {
                    let answer = try await HTTP.post(
                        "\(server.url)/v1/\(rpc)\(query)", .object(["localId": "victim", "disableUser": true]),
                        headers: ["Authorization": "Bearer owner"])
                    #expect(answer.status == 401, "\(rpc): \(answer.text)")
                }
            }
            #expect(try await server.admin("accounts:lookup", ["localId": .array(["victim"])]).json["users"] != nil)
        }
    }

    @Test("T127 an access token is refused once it has expired, and for every other project", .tags(.attack))
    func expiredAndForeign() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let foreign = try await server.engine.serviceAccess.createServiceAccount(
                named: "other", role: .owner, of: "elsewhere")
            let token = try await server.accessToken(foreign)
            let before = try await Self.state(server)
            for (method, path) in Self.paths(of: server.project) where path.contains("/projects/") {
                let answer = try await HTTP.post(
                    server.url + path, Self.body, headers: ["Authorization": "Bearer \(token)"], method: method)
                #expect(answer.status == 403, "\(method) \(path): \(answer.text)")
                #expect(answer.json["error"]?["status"]?.string == "PERMISSION_DENIED")
            }
            // Nor by the project that a body names, nor by one that is written otherwise.
            let target: JSONValue = .object(["targetProjectId": .string(server.project), "localId": "planted"])
            let headers = ["Authorization": "Bearer \(token)"]
            for rpc in ["accounts:signUp", "accounts:update", "accounts:delete", "accounts:lookup"] {
                let body = rpc == "accounts:lookup" ? JSONValue.object(["targetProjectId": .string(server.project)]) : target
                let answer = try await HTTP.post("\(server.url)/v1/\(rpc)", body, headers: headers)
                #expect(answer.status == 403, "\(rpc): \(answer.text)")
            }
            let encoded = "%65" + server.project.dropFirst()
            #expect(
                try await HTTP.send("GET", "\(server.url)/v2/projects/\(encoded)/config", headers: headers).status == 403)
            #expect(try await Self.state(server) == before)
            // Its own project it administers, and for an hour.
            let own = "\(server.url)/v2/projects/elsewhere/config"
            #expect(try await HTTP.send("GET", own, headers: headers).status == 200)
            clock.advance(seconds: 3599)
            #expect(try await HTTP.send("GET", own, headers: headers).status == 200)
            clock.advance(seconds: 1)
            let late = try await HTTP.send("GET", own, headers: headers)
            #expect(late.status == 401 && late.json["error"]?["status"]?.string == "UNAUTHENTICATED", "\(late.text)")
        }
    }

    @Test("T127 a viewer can read but changes nothing", .tags(.attack))
    func viewer() async throws {
        try await TestServer.with(isProduction: true) { server in
            _ = try await server.admin("accounts", ["localId": "victim", "email": "v@example.com"])
            let viewer = try await server.engine.serviceAccess.createServiceAccount(
                named: "viewer", role: .viewer, of: server.project)
            let headers = ["Authorization": "Bearer \(try await server.accessToken(viewer))"]
            let before = try await Self.state(server)
            let reading = [
                "accounts:lookup", "accounts:query", "accounts:batchGet", "accounts:sessions", "downloadAccount",
                ":queryAccounts",
            ]
            for (method, path) in Self.paths(of: server.project) where !path.contains("/tenants/") {
                let isRead = method == "GET" || reading.contains { path.hasSuffix($0) }
                let answer = try await HTTP.post(
                    server.url + path, isRead ? .object(["localId": .array(["victim"])]) : Self.body, headers: headers,
                    method: method)
                #expect(isRead ? answer.status != 403 : answer.status == 403, "\(method) \(path): \(answer.text)")
            }
            for rpc in ["accounts:update", "accounts:delete", "accounts:signUp", "accounts:signInWithPassword"] {
                let answer = try await HTTP.post("\(server.url)/v1/\(rpc)", Self.body, headers: headers)
                #expect(answer.status == 403, "\(rpc): \(answer.text)")
            }
            #expect(try await Self.state(server) == before)
        }
    }

    @Test("T127 the admin port answers only this machine: no foreign page, no name that resolves to it", .tags(.attack))
    func adminPort() async throws {
        try await TestServer.with(isProduction: true) { server in
            let admin = try #require(server.adminURL)
            let port = try #require(URL(string: admin)?.port)
            let path = "/v1/projects/\(server.project)/accounts:batchGet"
            let owner = ["Authorization": "Bearer owner"]
            #expect(try await HTTP.send("GET", admin + path, headers: owner).status == 200)
            for foreign in [
                ["Host": "evil.example:\(port)"], ["Host": "127.0.0.1.evil.example"], ["Origin": "https://evil.example"],
                ["Origin": "null"], ["Host": "10.0.0.1:\(port)"], ["X-Forwarded-For": "203.0.113.9"], ["Via": "1.1 proxy"],
                ["Forwarded": "for=203.0.113.9"], ["X-Forwarded-Proto": "https"], ["X-Forwarded-Host": "127.0.0.1"],
                ["x-forwarded-port": "443"], ["X-Real-IP": "203.0.113.9"], ["CF-Connecting-IP": "203.0.113.9"],
                ["X-Client-IP": "203.0.113.9"], ["CDN-Loop": "x"], ["X-Amzn-Trace-Id": "Root=1"],
            ] {
                let headers = owner.merging(foreign) { $1 }
                for path in [path, "/metrics", "/v1/projects?key=k"] {
                    let answer = try await HTTP.send("GET", admin + path, headers: headers)
                    #expect(answer.status == 403, "\(foreign) \(path): \(answer.text)")
                }
            }
            // As a stock nginx passes on what anybody sends it: by the port's own name, without a word of the client, in HTTP/1.0.
            for host in ["127.0.0.1:\(port)", "localhost"] {
                for (version, status) in [("1.0", 403), ("1.1", 200)] {
                    let answer = try await RawHTTP.exchange(
                        "GET \(path) HTTP/\(version)\r\nHost: \(host)\r\nConnection: close\r\nAuthorization: Bearer owner\r\n\r\n",
                        port: port)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(version): \(answer.prefix(200))")
                }
            }
            // Without the bearer nobody is the owner there either, and the emulator's paths are not there.
            #expect(try await HTTP.send("GET", admin + path).status == 403)
            for url in [admin, server.url] {
                let emptied = try await HTTP.send(
                    "DELETE", "\(url)/emulator/v1/projects/\(server.project)/accounts", headers: owner)
                #expect(emptied.status == 404)
                #expect(try await HTTP.send("GET", "\(url)/emulator/openapi.json", headers: owner).status == 404)
            }
            #expect(try await HTTP.send("GET", "\(admin)/metrics").status == 200)
            #expect(try await HTTP.send("GET", "\(server.url)/metrics").status == 404)
        }
    }

    @Test(
        "T111 refresh without a key, with another project's, by GET, or by a form from elsewhere without a token", .tags(.attack))
    func refresh() async throws {
        try await TestServer.with(isProduction: true) { server in
            let token = try #require(try await server.call("accounts:signUp")["refreshToken"])
            let url = "\(server.url)/v1/token"
            let form = Data("grant_type=refresh_token&refresh_token=\(token)".utf8)
            let type = ["Content-Type": "application/x-www-form-urlencoded"]
            let fromElsewhere = type.merging(["Origin": "https://evil.example"]) { $1 }
            #expect(try await HTTP.send("POST", url, headers: type, body: form).status == 403)
            #expect(try await HTTP.send("POST", url, headers: fromElsewhere, body: form).status == 403)
            let unknown = "AIza" + String(repeating: "y", count: 35)
            let invalid = try await HTTP.send("POST", "\(url)?key=\(unknown)", headers: type, body: form)
            #expect(invalid.status == 400 && invalid.message == "API key not valid. Please pass a valid API key.")
            #expect(invalid.text.contains(#""reason":"API_KEY_INVALID""#))
            let other = try await server.engine.serviceAccess.createAPIKey(label: "", of: "elsewhere").key
            let foreign = try await HTTP.send("POST", "\(url)?key=\(other)", headers: type, body: form)
            #expect(foreign.status == 400 && foreign.code == "INVALID_REFRESH_TOKEN", "\(foreign.text)")
            let get = try await HTTP.send("GET", "\(url)?key=\(server.apiKey)&grant_type=refresh_token&refresh_token=\(token)")
            #expect(get.status == 405 && get.headers["allow"] == "POST", "\(get.text)")
            // Nothing rides on cookies or the URL.
            let cookie = fromElsewhere.merging(["Cookie": "refresh_token=\(token)"]) { $1 }
            for query in ["", "&refresh_token=\(token)&grant_type=refresh_token"] {
                let empty = try await HTTP.send(
                    "POST", "\(url)?key=\(server.apiKey)\(query)", headers: cookie, body: Data("grant_type=refresh_token".utf8))
                #expect(empty.code == "MISSING_REFRESH_TOKEN", "\(empty.text)")
            }
            let good = try await server.refresh(token)
            #expect(good.status == 200 && good.headers["set-cookie"] == nil)
            #expect(good.headers["access-control-allow-credentials"] == nil)
        }
    }

    @Test("T127 the API key determines the project: accounts of other projects are invisible to it", .tags(.attack))
    func projects() async throws {
        try await TestServer.with(isProduction: true) { server in
            let signUp = try await server.call("accounts:signUp", ["email": "a@example.com", "password": "violet river"])
            let other = try await server.engine.serviceAccess.createAPIKey(label: "", of: "elsewhere").key
            let base = "\(server.url)/v1/accounts"
            let idToken = JSONValue.string(try #require(signUp["idToken"]))
            let own = try await HTTP.post("\(base):lookup?key=\(server.apiKey)", .object(["idToken": idToken]))
            #expect(own.status == 200)
            let lookup = try await HTTP.post("\(base):lookup?key=\(other)", .object(["idToken": idToken]))
            #expect(lookup.code == "INVALID_ID_TOKEN", "\(lookup.text)")
            let password: JSONValue = .object(["email": "a@example.com", "password": "violet river"])
            let signIn = try await HTTP.post("\(base):signInWithPassword?key=\(other)", password)
            #expect(signIn.status == 400 && signIn["idToken"] == nil)
            // The address is free there, and the two are two people.
            let twin = try await HTTP.post("\(base):signUp?key=\(other)", password)
            #expect(twin.status == 200 && twin["localId"] != signUp["localId"])
        }
    }

    @Test("T135 an API key is refused a second after its deletion", .tags(.attack))
    func deletedAPIKey() async throws {
        try await TestServer.with(isProduction: true) { server in
            #expect(try await server.call("accounts:signUp").status == 200)
            try await server.engine.serviceAccess.deleteAPIKey(server.apiKey, of: server.project)
            try await Task.sleep(for: .seconds(1))
            let answer = try await server.call("accounts:signUp")
            #expect(answer.status == 400 && answer.text.contains("API_KEY_INVALID"), "\(answer.text)")
        }
    }

    @Test("T055 a foreign Host, or two Hosts, are refused", .tags(.attack))
    func hosts() async throws {
        try await TestServer.with(isProduction: true) { server in
            let port = try #require(URL(string: server.url)?.port)
            let path = "/v1/projects?key=\(server.apiKey)"
            for (host, status) in [("127.0.0.1:\(port)", 200), ("localhost", 200), ("10.1.2.3", 200), ("evil.example", 400)] {
                let answer = try await HTTP.send("GET", server.url + path, headers: ["Host": host])
                #expect(answer.status == status, "\(host): \(answer.text)")
            }
            for hosts in [["127.0.0.1", "evil.example"], ["127.0.0.1", "127.0.0.1"]] {
                let lines = hosts.map { "Host: \($0)\r\n" }.joined()
                let answer = try await RawHTTP.exchange("GET \(path) HTTP/1.1\r\n\(lines)Connection: close\r\n\r\n", port: port)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(200))")
            }
        }
    }
}
