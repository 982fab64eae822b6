import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaProviders

/// The addresses that the server can be made to fetch (Documentation/Threats.md §16).
@Suite("SSRF", .tags(.attack))
struct SSRFTests {
    @Test("T162 an issuer must be https, or http on this machine under --dev; everything else is refused when it is set")
    func issuersAtConfiguration() async throws {
        try await Target.run { target in
            let issuers = [
                "http://169.254.169.254", "http://[::ffff:169.254.169.254]", "http://2130706433", "http://0x7f.1",
                "http://0177.0.0.1",
                "http://127.1", "http://localtest.me", "http://example.com", "http://10.0.0.1", "http://localhost.evil.example",
                "http://127.0.0.1@evil.example", "http://127.0.0.1:1@evil.example", "file:///etc/passwd",
                "gopher://127.0.0.1:5432",
                "ftp://example.com", "jar:https://example.com", "//example.com", "example.com", "", " ", "https://",
                "https://user:word@example.com", "https://example.com/?a=b", "https://example.com/#a", "https://exa mple.com",
                "https://example.com\r\nX-Evil: 1", "https://b\u{FC}cher.example", "javascript:alert(1)", "HTTP://example.com",
            ]
            for (number, issuer) in issuers.enumerated() {
                let fields: [String: JSONValue] = ["issuer": .string(issuer), "clientId": "client", "enabled": true]
                let made = try await target.configs("POST", "?oauthIdpConfigId=oidc.n\(number)", fields)
                let changed = try await target.configs("PATCH", "/oidc.h?updateMask=issuer", ["issuer": .string(issuer)])
                for answer in [made, changed] {
                    #expect(
                        answer.status == 400 && ["INVALID_ISSUER", "MISSING_ISSUER"].contains(answer.code),
                        "\(issuer): \(answer.text)")
                }
            }
            // Nothing of it was kept.
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 200)
            #expect(try await target.configs("GET", "/oidc.h", [:]).json["issuer"] == .string(target.provider.address))
        }
    }

    @Test("T162 without --dev, no connection is made to this machine or its networks, in any spelling")
    func internalHosts() async throws {
        try await Target.run(providers: { $0.allowsLoopbackHTTP = false }) { target in
            let port = try #require(URL(string: target.provider.address)?.port)
            let loopback = [
                "127.0.0.1", "localhost", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.1", "0", "0.0.0.0", "[::1]",
                "[::]",
                "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "LOCALHOST", "127.0.0.1.",
            ]
            let elsewhere = [
                "169.254.169.254", "[fe80::1]", "[fd00::1]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "2852039166",
                "[::ffff:a9fe:a9fe]", "[2002:7f00:1::]", "224.0.0.1", "255.255.255.255", "192.0.2.1", "localtest.invalid",
            ]
            for host in loopback + elsewhere {
                let issuer = "https://\(host):\(port)"
                let set = try await target.configs("PATCH", "/oidc.h?updateMask=issuer", ["issuer": .string(issuer)])
                // Anything but an https URL is refused here already.
                guard set.status == 200 else { continue }
                let answer = try await target.idp(Target.openID, ["sub": "1", "iss": .string(issuer)])
                #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(issuer): \(answer.text)")
                // Neither does the answer tell an open port from a closed one.
                #expect(!answer.text.contains("could not be reached"), "\(issuer): it tried.")
            }
            let plain = target.provider.address
            _ = try await target.configs("PATCH", "/oidc.h?updateMask=issuer", ["issuer": .string(plain)])
            #expect(try await target.idp(Target.openID, ["sub": "1"]).status == 503)
            #expect(target.provider.connections == 0)
            #expect(try await target.accounts().isEmpty)
            try await target.expectInvariants()
        }
    }

    @Test(
        "T162 redirects are not followed, neither from the description nor from the keys", arguments: [301, 302, 303, 307, 308])
    func redirects(status: Int) async throws {
        try await HostileProvider.run { inside in
            for path in [HostileProvider.discoveryPath, "/jwks"] {
                try await Target.run { target in
                    // A chain: to itself, and from there inside.
                    target.provider["/hop"] = .init(status: .found, headers: ["Location": inside.address + path])
                    for location in [inside.address + path, target.provider.address + "/hop"] {
                        target.provider[path] = .init(status: .init(statusCode: status), headers: ["Location": location])
                        let answer = try await target.idp(Target.openID, ["sub": "1"])
                        #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
                    }
                    #expect(target.provider.count(of: "/hop") == 0 && inside.connections == 0)
                }
            }
        }
    }

    @Test("T162 internal addresses are not fetched because a provider's description names them")
    func keysInside() async throws {
        try await HostileProvider.run { inside in
            let port = URL(string: inside.address)?.port ?? 0
            for location in [
                "http://169.254.169.254/jwks", "https://2130706433:\(port)/jwks", "file:///etc/passwd", "jwks", "",
                "//127.0.0.1:\(port)/jwks",
                "http://user:word@127.0.0.1:\(port)/jwks", "http://10.0.0.1/jwks", "gopher://127.0.0.1:\(port)/jwks",
            ] {
                try await Target.run { target in
                    target.provider[HostileProvider.discoveryPath] = .json([
                        "issuer": .string(target.provider.address), "jwks_uri": .string(location),
                    ])
                    let answer = try await target.idp(Target.openID, ["sub": "1"])
                    #expect(answer.status == 503 && answer.code == "INVALID_IDP_RESPONSE", "\(location): \(answer.text)")
                    #expect(try await target.accounts().isEmpty)
                    try await target.expectInvariants()
                }
            }
            #expect(inside.requests.isEmpty)
        }
    }

    @Test("T162 rebinding: a name is looked up once, and the connection goes to the address that was checked")
    func rebinding() async throws {
        try await HostileProvider.run { inside in
            let port = URL(string: inside.address)?.port ?? 0
            let lookUps = Mutex(0)
            // A public address first, this machine ever after. The system's resolver, too, knows the name as this machine.
            let outside = IPAddress(bytes: [192, 88, 98, 1])
            let loopback = IPAddress(bytes: [127, 0, 0, 1])
            #expect(outside.place == .anywhere)
            let http = ProviderHTTP(
                eventLoopGroup: HTTPClient.shared.eventLoopGroup, allowsLoopbackHTTP: false, allowsPrivateAddresses: false,
                lookUp: { _, _ in
                    lookUps.withLock { count in
                        count += 1
                        return count == 1 ? [outside] : [loopback]
                    }
                })
            await #expect(throws: AuthError.self) {
                _ = try await http.json("https://localhost:\(port)/jwks", until: .now + .seconds(2))
            }
            #expect(lookUps.withLock { $0 } == 1)
            #expect(inside.connections == 0)
            // And a name that is public and inside at once is inside.
            let both = ProviderHTTP(
                eventLoopGroup: HTTPClient.shared.eventLoopGroup, allowsLoopbackHTTP: false, allowsPrivateAddresses: false,
                lookUp: { _, _ in [outside, loopback] })
            let started = ContinuousClock.now
            await #expect(throws: AuthError.self) {
                _ = try await both.json("https://localhost:\(port)/jwks", until: .now + .seconds(120))
            }
            #expect(ContinuousClock.now - started < .seconds(60), "It tried.")
            #expect(inside.connections == 0)
        }
    }

    @Test("T164 no URL that users supply is ever fetched")
    func peoplesURLs() async throws {
        try await HostileProvider.run { evil in
            try await Target.run { target in
                let url: JSONValue = .string(evil.address + "/photo.png")
                let person = try await target.signUp("a@example.com")
                let updated = try await target.server.call(
                    "accounts:update", ["idToken": try person.value("idToken"), "photoUrl": url])
                #expect(updated["photoUrl"] == url.string)
                _ = try await target.server.admin("accounts", ["photoUrl": url])
                var token = target.token(
                    Target.openID, ["sub": "1", "picture": url, "profile": url, "website": url, "iss_metadata": url])
                token.header = token.header.with(["x5u": url])
                #expect(try await target.present(token, as: Target.openID).status == 200)
                _ = try await target.server.call(
                    "accounts:createAuthUri", ["identifier": "a@example.com", "continueUri": url, "providerId": url])
                _ = try await target.server.call(
                    "accounts:signInWithIdp",
                    ["requestUri": url, "postBody": .string("providerId=google.com&id_token=x&access_token=x")])
                _ = try await target.server.call("accounts:lookup", ["idToken": try person.value("idToken")])
                #expect(evil.connections == 0)
                try await target.expectInvariants()
            }
        }
    }
}
