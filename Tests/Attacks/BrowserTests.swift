import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// The answers that foreign web pages and caches get.
@Suite("Attacks through browsers")
struct BrowserTests {
    private static let evil = [
        "https://evil.example", "https://app.example.evil", "null", "http://localhost.evil.example", "file://",
    ]

    @Test(
        "T159 CORS: public endpoints allow every origin without credentials, administrators' none from elsewhere", .tags(.attack))
    func origins() async throws {
        try await TestServer.with { server in
            let app = "\(server.url)/v1/accounts:signUp?key=k"
            let admin = "\(server.url)/v1/projects/example/accounts:lookup"
            let emulator = "\(server.url)/emulator/v1/projects/example/config"
            for origin in Self.evil {
                let preflight = [
                    "Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization",
                ]
                for url in [app, admin, emulator] {
                    let asked = try await HTTP.send("OPTIONS", url, headers: preflight)
                    let sent = try await HTTP.post(
                        url, .object([:]), headers: ["Origin": origin, "Authorization": "Bearer owner"])
                    for answer in [asked, sent] {
                        #expect(answer.headers["access-control-allow-credentials"] == nil, "\(origin) \(url)")
                        #expect(answer.headers["vary"]?.contains("Origin") == true)
                        if url != app { #expect(answer.headers["access-control-allow-origin"] == nil, "\(origin) \(url)") }
                    }
                }
                let called = try await HTTP.post(app, .object([:]), headers: ["Origin": origin])
                #expect(called.status == 200 && called.headers["access-control-allow-origin"] == origin)
                let refused = try await HTTP.post(
                    admin, .object([:]), headers: ["Origin": origin, "Authorization": "Bearer owner"])
                #expect(refused.status == 403, "\(origin)")
            }
            let local = try await HTTP.send(
                "OPTIONS", admin, headers: ["Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"])
            #expect(local.headers["access-control-allow-origin"] == "http://localhost:3000")
        }
    }

    @Test("T160 caches: no answer but public keys may be stored; no sniffing, and no Referer", .tags(.attack))
    func caches() async throws {
        try await TestServer.with(options: { $0.address.set("https://id.example.com") }) { server in
            server.address.set("https://id.example.com")
            var answers: [(String, HTTPAnswer)] = []
            for (method, path) in [
                ("POST", "/v1/accounts:signUp?key=k"), ("POST", "/v1/accounts:signUp"), ("GET", "/v1/accounts:signUp"),
                ("OPTIONS", "/v1/accounts:signUp"), ("POST", "/v1/token?key=k"), ("GET", "/nothing"), ("GET", "/healthz"),
                ("GET", "/v1/projects/example/accounts:batchGet"), ("GET", "/metrics"), ("HEAD", "/healthz"),
                ("GET", "//healthz"),
            ] {
                answers.append(("\(method) \(path)", try await HTTP.send(method, server.url + path)))
            }
            let preflight = ["Origin": "https://app.example.com", "Access-Control-Request-Method": "POST"]
            answers.append(("preflight", try await HTTP.send("OPTIONS", "\(server.url)/v1/token", headers: preflight)))
            let broken = try await HTTP.send("POST", "\(server.url)/v1/accounts:signUp?key=k", body: Data("{".utf8))
            answers.append(("broken", broken))
            for (name, answer) in answers {
                #expect(answer.headers["cache-control"] == "no-store", "\(name)")
                #expect(answer.headers["pragma"] == "no-cache", "\(name)")
                #expect(answer.headers["referrer-policy"] == "no-referrer", "\(name)")
                #expect(answer.headers["x-content-type-options"] == "nosniff", "\(name)")
                #expect(answer.headers["strict-transport-security"]?.contains("max-age=31536000") == true, "\(name)")
            }
            let keys = try await HTTP.send("GET", "\(server.url)/.well-known/jwks.json")
            #expect(keys.headers["cache-control"]?.contains("max-age=3600") == true && keys.headers["pragma"] == nil)
            #expect(keys.headers["x-content-type-options"] == "nosniff")
            // Answers that never come near the endpoints, too.
            let raw = try #require(try await RawConnection.exchange(server.url, "GET /healthz\r\n\r\n")).lowercased()
            for line in [
                "cache-control: no-store", "pragma: no-cache", "referrer-policy: no-referrer", "x-content-type-options: nosniff",
            ] {
                #expect(raw.contains("\r\n\(line)\r\n"), "\(line)")
            }
        }
    }
}
