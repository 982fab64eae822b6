import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaServer

/// Attacks below HTTP, on HTTP, and on the JSON in it.
@Suite("Attacks on the transport")
struct TransportTests {
    static let post = "POST /v1/accounts:signUp?key=k HTTP/1.1\r\n"
    static let host = "Host: localhost\r\n"

    /// An answer of ours: one status, Google's shape, and the connection's end.
    private func expectRefusal(_ answer: String?, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try #require(answer, "The connection stays open", sourceLocation: sourceLocation)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(300))", sourceLocation: sourceLocation)
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "More than one answer", sourceLocation: sourceLocation)
        #expect(answer.lowercased().contains("\r\nconnection: close\r\n"), sourceLocation: sourceLocation)
        let body = answer.range(of: "\r\n\r\n").map { Data(answer[$0.upperBound...].utf8) } ?? Data()
        #expect(JSONValue.parse(body)?["error"]?["code"]?.int == Int64(status), sourceLocation: sourceLocation)
    }

    private func expectAlive(_ server: TestServer) async throws {
        #expect(try await HTTP.send("GET", "\(server.url)/readyz").status == 200)
    }

    @Test("T136 header flood: 200,000 headers, huge ones and a huge URL are refused, and the server lives on", .tags(.attack))
    func headerFlood() async throws {
        try await TestServer.with { server in
            let small = (0..<200_000).map { "a\($0): b\r\n" }.joined()
            let large = (0..<100).map { "X-\($0): \(String(repeating: "x", count: 80_000))\r\n" }.joined()
            for flood in [small, large] {
                let answer = try await RawConnection.exchange(server.url, "GET /healthz HTTP/1.1\r\n\(Self.host)\(flood)\r\n")
                try expectRefusal(answer, 431)
            }
            let url = "GET /healthz?\(String(repeating: "u", count: 100_000)) HTTP/1.1\r\n\(Self.host)\r\n"
            try expectRefusal(try await RawConnection.exchange(server.url, url), 431)
            // Trailers are headers, too.
            let trailers = Self.post + Self.host + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + small + "\r\n"
            let answer = try #require(try await RawConnection.exchange(server.url, trailers))
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            try await expectAlive(server)
        }
    }

    @Test("T138 huge bodies: announced, in chunks, or for unknown paths, they are refused before they are read", .tags(.attack))
    func hugeBodies() async throws {
        try await TestServer.with { server in
            let announced = Self.post + Self.host + "Content-Length: 1073741824\r\n\r\n{"
            try expectRefusal(try await RawConnection.exchange(server.url, announced), 413)
            let impossible = Self.post + Self.host + "Content-Length: 99999999999999999999999\r\n\r\n{"
            try expectRefusal(try await RawConnection.exchange(server.url, impossible), 400)

            // A gigabyte in chunks: the connection ends long before it is sent.
            let connection = try await RawConnection.open(server.url)
            await connection.send(Self.post + Self.host + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n\(String(repeating: " ", count: 65_536))\r\n"
            var sent = 0
            while !connection.isClosed, sent < 1 << 30 {
                await connection.send(chunk)
                sent += 65_536
            }
            #expect(sent < 64 << 20, "\(sent) bytes were taken")
            try expectRefusal(await connection.end(), 413)
            await connection.close()

            let nowhere = try await RawConnection.open(server.url)
            await nowhere.send("POST /nothing HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n")
            sent = 0
            while !nowhere.isClosed, sent < 1 << 30 {
                await nowhere.send(chunk)
                sent += 65_536
            }
            #expect(sent < 64 << 20, "\(sent) bytes were taken")
            #expect(await nowhere.end()?.hasPrefix("HTTP/1.1 404 ") == true)
            await nowhere.close()
            let packed = Self.post + Self.host + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"
            try expectRefusal(try await RawConnection.exchange(server.url, packed), 415)
            try await expectAlive(server)
        }
    }

    @Test("T138 false Content-Length: if too short, the rest is refused; if too long, it times out", .tags(.attack))
    func lyingLengths() async throws {
        try await TestServer.with(options: { ($0.bodyTimeout, $0.minimumRate) = (1, 0) }) { server in
            let short = try #require(
                try await RawConnection.exchange(server.url, Self.post + Self.host + "Content-Length: 2\r\n\r\n{}{\"a\":1}"))
            #expect(short.hasPrefix("HTTP/1.1 200 "))
            #expect(short.contains("HTTP/1.1 400 "))
            let long = Self.post + Self.host + "Content-Length: 200\r\n\r\n{}"
            try expectRefusal(try await RawConnection.exchange(server.url, long), 408)
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 1)
        }
    }

    static let bombs: [(String, String)] = [
        ("depth", String(repeating: "[", count: 100_000)), ("objects", String(repeating: #"{"a":"#, count: 50_000)),
        ("keys", "{" + (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"),
        ("values", "{\"a\":[" + Array(repeating: "1", count: 400_000).joined(separator: ",") + "]}"),
        ("number", "{\"a\":" + String(repeating: "9", count: 1_000_000) + "}"), ("exponent", #"{"email":1e999}"#),
        ("surrogate", #"{"email":"\ud800"}"#), ("twice", #"{"email":"a@b.c","email":"d@e.f"}"#), ("mark", "\u{FEFF}{}"),
        ("NUL", "{\"a\":\"\u{0}\"}"), ("comment", "{/**/}"), ("trailing", #"{"a":1,}"#), ("NaN", #"{"a":NaN}"#),
    ]

    @Test("T139 JSON bombs: each is refused, and quickly", .tags(.attack), arguments: bombs)
    func jsonBombs(name: String, body: String) async throws {
        try await TestServer.with { server in
            let app = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: Data(body.utf8))
            #expect(app.status == (body.utf8.count > 64 << 10 ? 413 : 400), "\(name): \(app.text.prefix(200))")
            let cut = Data(body.utf8.prefix(64 << 10))
            #expect(try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: cut).status == 400, "\(name)")
            let administrator = try await HTTP.send(
                "POST", "\(server.url)/v1/projects/example/accounts", headers: ["Authorization": "Bearer owner"],
                body: Data(body.utf8))
            #expect(administrator.status == 400, "\(name): \(administrator.text.prefix(200))")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("T139 invalid UTF-8 is refused", .tags(.attack))
    func invalidUTF8() async throws {
        try await TestServer.with { server in
            for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
                let body = Data(#"{"displayName":""#.utf8) + Data(bytes) + Data(#""}"#.utf8)
                let answer = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: body)
                #expect(answer.status == 400, "\(bytes)")
            }
        }
    }

    @Test("T140 slow headers: clients that do not finish in time get 408, and silent ones are closed", .tags(.attack))
    func slowHeaders() async throws {
        try await TestServer.with(options: { ($0.headerTimeout, $0.idleTimeout) = (1, 30) }) { server in
            // At once, because its first request has a second as well.
            let later = try await RawConnection.open(server.url)
            await later.send("GET /healthz HTTP/1.1\r\n\(Self.host)\r\n")
            #expect(await later.wait(seconds: 60) { $0.text.contains("\"ok\"") })
            let silent = try await RawConnection.open(server.url)
            let slow = try await RawConnection.open(server.url)
            await slow.send("GET /healthz HTTP/1.1\r\n\(Self.host)")
            // Header after header, each in time by itself.
            for number in 0..<40 where !slow.isClosed {
                await slow.send("X-\(number): y\r\n")
                try await Task.sleep(for: .milliseconds(100))
            }
            try expectRefusal(await slow.end(), 408)
            #expect(await silent.end() == "")
            // Its first request is answered, its second drips.
            #expect(!later.isClosed)
            await later.send("GET /healthz HT")
            let both = try #require(await later.end())
            #expect(both.hasPrefix("HTTP/1.1 200 ") && both.contains("HTTP/1.1 408 "))
            try await expectAlive(server)
        }
    }

    @Test("T140 slow bodies: below the minimum rate they are ended early, and above it they may take their time", .tags(.attack))
    func slowBodies() async throws {
        try await TestServer.with(options: { ($0.bodyTimeout, $0.minimumRate) = (120, 20) }) { server in
            let start = ContinuousClock.now
            async let fast: Void = {
                let connection = try await RawConnection.open(server.url)
                await connection.send(Self.post + Self.host + "Content-Length: 802\r\n\r\n{")
                for _ in 0..<16 {
                    await connection.send(String(repeating: " ", count: 50))
                    try await Task.sleep(for: .milliseconds(200))
                }
                await connection.send("}")
                #expect(await connection.wait(seconds: 60) { $0.text.hasPrefix("HTTP/1.1 200 ") }, "\(connection.text)")
                await connection.close()
            }()
            let slow = try await RawConnection.open(server.url)
            await slow.send(Self.post + Self.host + "Content-Length: 1000\r\n\r\n{")
            while !slow.isClosed, ContinuousClock.now - start < .seconds(110) {
                await slow.send(" ")
                try await Task.sleep(for: .milliseconds(500))
            }
            try expectRefusal(await slow.end(), 408)
            #expect(ContinuousClock.now - start < .seconds(110), "Only its whole time ended it")
            try await fast
        }
    }

    @Test("T140 slow readers: clients that do not read are closed, and good clients are answered meanwhile", .tags(.attack))
    func slowReaders() async throws {
        try await TestServer.with(options: { $0.writeTimeout = 1 }) { server in
            let reader = try await RawConnection.open(server.url, reads: false)
            let request = "GET /emulator/openapi.json HTTP/1.1\r\n\(Self.host)\r\n"
            // Far more than all buffers between the two take.
            let flood = Task { await reader.send(String(repeating: request, count: 20_000)) }
            for _ in 0..<10 { try await expectAlive(server) }
            #expect(
                await reader.wait(seconds: 60) { _ in server.connections.count <= 1 }, "\(server.connections.count) stay open")
            flood.cancel()
            await reader.close()
        }
    }

    static let smuggled: [(String, String)] = [
        ("CL and TE", post + host + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("TE and CL", post + host + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("two lengths", post + host + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} "),
        ("one length twice", post + host + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
        ("a list of lengths", post + host + "Content-Length: 2, 2\r\n\r\n{}"),
        ("a sign", post + host + "Content-Length: +2\r\n\r\n{}"),
        ("chunked, identity", post + host + "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("two codings", post + host + "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("gzip, chunked", post + host + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("xchunked", post + host + "Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        ("vertical tab", post + host + "Transfer-Encoding:\u{B}chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
        (
            "HTTP/1.0 and TE",
            "POST /v1/accounts:signUp?key=k HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        ),
        ("bare LF", "GET /healthz HTTP/1.1\n\(host)\n"),
        ("bare LF in headers", "GET /healthz HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n"),
        ("bare CR", "GET /healthz HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n"),
        ("obs-fold", "GET /healthz HTTP/1.1\r\n\(host)X: a\r\n b\r\n\r\n"),
        ("space before the colon", "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n"),
        ("NUL", "GET /healthz HTTP/1.1\r\n\(host)X: a\u{0}b\r\n\r\n"), ("no name", "GET /healthz HTTP/1.1\r\n\(host): b\r\n\r\n"),
        ("absolute URI", "GET http://evil.example/healthz HTTP/1.1\r\n\(host)\r\n"),
        ("two hosts", "GET /healthz HTTP/1.1\r\n\(host)Host: evil.example\r\n\r\n"), ("no host", "GET /healthz HTTP/1.1\r\n\r\n"),
        ("hosts in one", "GET /healthz HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n"),
        ("host with user", "GET /healthz HTTP/1.1\r\nHost: a@localhost\r\n\r\n"),
        ("CONNECT", "CONNECT localhost:443 HTTP/1.1\r\n\(host)\r\n"), ("OPTIONS *", "OPTIONS * HTTP/1.1\r\n\(host)\r\n"),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("bad chunk", post + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
        ("chunk with LF", post + host + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n"),
        ("huge chunk", post + host + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
    ]

    @Test(
        "T141 smuggling: requests that two servers could parse differently are refused, and the connection ends", .tags(.attack))
    func smuggling() async throws {
        try await TestServer.with { server in
            for (name, request) in Self.smuggled {
                // The request smuggled behind it must not be answered.
                let answer = try await RawConnection.exchange(server.url, request + "GET /readyz HTTP/1.1\r\n\(Self.host)\r\n")
                #expect(answer != nil, "\(name) leaves the connection open")
                try expectRefusal(answer, 400)
            }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("T141 nothing after the last request of a connection is answered", .tags(.attack))
    func lastRequest() async throws {
        try await TestServer.with { server in
            for more in ["Connection: close\r\n", "Connection: Close\r\n", "Connection: Upgrade\r\nUpgrade: h2c\r\n"] {
                let first = "GET /healthz HTTP/1.1\r\n\(Self.host)\(more)\r\n"
                let second = Self.post + Self.host + "Content-Length: 2\r\n\r\n{}"
                let answer = try #require(try await RawConnection.exchange(server.url, first + second), "\(more)")
                #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.contains("localId"), "\(more)")
            }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
            // A refusal comes after the answers to what was asked before it.
            let sound = "GET /healthz HTTP/1.1\r\n\(Self.host)\r\n"
            let mixed = try #require(try await RawConnection.exchange(server.url, sound + sound + "GET /healthz\r\n\r\n"))
            #expect(mixed.components(separatedBy: "HTTP/1.1 200 ").count == 3 && mixed.contains("HTTP/1.1 400 "), "\(mixed)")
        }
    }

    @Test("T142 CR and LF in a provider's address do not become headers", .tags(.attack))
    func outboundHeaders() async throws {
        let listener = try await RawListener.start(.answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
        try await TestServer.with { server in
            let base = "\(server.url)/v2/projects/example/oauthIdpConfigs"
            let issuers = ["/a\r\nX-Evil: 1", "/%0d%0aX-Evil:%201", "/%0D%0A%0D%0AGET /b HTTP/1.1", "/\u{560A}\u{560D}X-Evil: 1"]
            for (number, path) in issuers.enumerated() {
                let issuer = JSONValue.string(listener.url + path)
                let made = try await HTTP.post(
                    "\(base)?oauthIdpConfigId=oidc.p\(number)",
                    .object(["issuer": issuer, "clientId": "c", "enabled": true]), headers: ["Authorization": "Bearer owner"])
                // An address of plain characters is one; only it is ever asked for.
                #expect(made.status == (number == 1 ? 200 : 400), "\(path.debugDescription): \(made.text)")
                let claims: JSONValue = ["iss": issuer, "aud": "c", "sub": "1", "exp": 9_999_999_999, "iat": 1]
                let parts = [#"{"alg":"RS256","kid":"1"}"#, claims.text, "x"].map { Data($0.utf8).base64URL }
                let token = parts.joined(separator: ".")
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": .string("providerId=oidc.p\(number)&id_token=\(token)")])
                #expect(answer.status >= 400)
            }
        }
        #expect(!listener.heard.isEmpty, "Nothing was asked for.")
        for request in listener.heard {
            #expect(
                !request.lowercased().contains("\nx-evil") && request.components(separatedBy: "HTTP/1.1").count == 2, "\(request)"
            )
        }
        await listener.close()
    }

    @Test("T143 methods: no override, and each path reports its own", .tags(.attack))
    func methods() async throws {
        try await TestServer.with { server in
            let url = "\(server.url)/v1/accounts:signUp?key=k"
            for method in ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"] {
                let answer = try await HTTP.send(
                    method, url,
                    headers: ["X-HTTP-Method-Override": "POST", "X-HTTP-Method": "POST", "X-Method-Override": "POST"])
                #expect(answer.status == 405, "\(method)")
                #expect(answer.headers["allow"] == "POST", "\(method)")
                #expect(!answer.text.contains("X-HTTP-Method"), "TRACE must not repeat")
            }
            let form = try await HTTP.send(
                "GET", "\(url)&_method=POST", headers: ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(form.status == 405)
            #expect(try await HTTP.send("POST", "\(server.url)/healthz").headers["allow"] == "GET, HEAD")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
        }
    }

    @Test("T143 paths: another spelling is another path, and permissions are checked on the matched route", .tags(.attack))
    func paths() async throws {
        let tricks = [
            "//v1/accounts:signUp", "/v1//accounts:signUp", "/v1/accounts:signUp/", "/v1/./accounts:signUp",
            "/v1/x/../accounts:signUp",
            "/v1/%61ccounts:signUp", "/v1/accounts%3AsignUp", "/V1/accounts:signUp", "/v1/accounts:SIGNUP",
            "/v1%2faccounts:signUp",
            "/v1/accounts:signUp;a=b", "/v1/accounts:signUp%00", "/v1/accounts:signUp%20", "/v1\\accounts:signUp",
            "/v1/accounts:signUp#a",
            "/identitytoolkit.googleapis.com//v1/accounts:signUp",
            "/v1/projects/example/accounts:lookup/../../../accounts:signUp",
        ]
        try await TestServer.with { server in
            for path in tricks {
                let connection = try await RawConnection.open(server.url)
                await connection.send("POST \(path)?key=k HTTP/1.1\r\n\(Self.host)Content-Length: 2\r\n\r\n{}")
                #expect(await connection.wait(seconds: 60) { $0.text.contains("\r\n\r\n") })
                #expect(connection.text.hasPrefix("HTTP/1.1 404 ") || connection.text.hasPrefix("HTTP/1.1 400 "), "\(path)")
                await connection.close()
            }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: "example")) == 0)
            // An app's key opens no administrator's route, however it is written.
            for path in [
                "/v1/projects/example/accounts:lookup", "/v1/projects/%65xample/accounts:lookup", "/v1/projects//accounts:lookup",
            ] {
                let answer = try await HTTP.send("POST", "\(server.url)\(path)?key=k", body: Data("{}".utf8))
                #expect(answer.status == 401 || answer.status == 403 || answer.status == 404, "\(path): \(answer.status)")
            }
        }
    }

    @Test("T164 no URL that a user supplies is fetched: photo, continue URL, and a token's jku and x5u", .tags(.attack))
    func noFetching() async throws {
        let listener = try await RawListener.start(.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        let address = listener.url
        try await TestServer.with { server in
            let photo: JSONValue = .string("\(address)/photo.png")
            let person = try await server.call("accounts:signUp", ["email": "v@example.com", "password": "violet river"])
            let token = JSONValue.string(try #require(person["idToken"]))
            #expect(try await server.call("accounts:update", ["idToken": token, "photoUrl": photo]).status == 200)
            _ = try await server.fakeIdp("google.com", ["sub": "1", "picture": photo, "profile": photo])
            _ = try await server.call("accounts:createAuthUri", ["identifier": "v@example.com", "continueUri": photo])
            let header = #"{"alg":"RS256","kid":"1","jku":"\#(address)/jku","x5u":"\#(address)/x5u"}"#
            let claims = #"{"iss":"\#(address)","sub":"1","aud":"example"}"#
            let forged = [header, claims, "x"].map { Data($0.utf8).base64EncodedString() }.joined(separator: ".")
                .replacingOccurrences(of: "=", with: "")
            #expect(try await server.call("accounts:lookup", ["idToken": .string(forged)]).code == "INVALID_ID_TOKEN")
            let idp = try await server.call(
                "accounts:signInWithIdp",
                ["requestUri": .string("\(address)/uri"), "postBody": .string("providerId=google.com&id_token=\(forged)")])
            #expect(idp.status == 400)
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(listener.heard.isEmpty, "\(listener.heard)")
        await listener.close()
    }
}
