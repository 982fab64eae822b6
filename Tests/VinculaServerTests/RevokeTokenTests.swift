import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaProviders

/// v2 `accounts:revokeToken`, up to what Apple gets to see.
@Suite("Revoking Apple's tokens")
struct RevokeTokenTests {
    private static let pair = P256.Signing.PrivateKey()

    private func run(
        apps: [String] = ["com.example.app"], services: String = "services.example",
        _ body: @escaping @Sendable (TestServer, PlatformFixture, String) async throws -> Void
    ) async throws {
        try await PlatformFixture.run { apple in
            apple.answer("/auth/revoke") { _ in .init() }
            try await TestServer.with(providers: { $0[.apple].issuer = apple.url }) { server in
                let flow = JSONValue.object([
                    "teamId": "TEAM", "keyId": "KEY", "privateKey": .string(Self.pair.pemRepresentation),
                ])
                let config = try await server.configureProvider(
                    "apple.com",
                    [
                        "enabled": true, "clientId": .string(services),
                        "appleSignInConfig": .object([
                            "bundleIds": .array(apps.map { .string($0) }), "codeFlowConfig": flow,
                        ]),
                    ])
                #expect(config.status == 200, "\(config.text)")
                let person = try await server.call("accounts:signUp")
                try await body(server, apple, person["idToken"] ?? "")
            }
        }
    }

    private func revoke(_ server: TestServer, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
        try await HTTP.post("\(server.url)/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=k", .object(body))
    }

    /// Checks a client secret as Apple does.
    private func claims(_ secret: String?) throws -> JSONValue {
        let parts = try #require(secret).split(separator: ".").map(String.init)
        func bytes(_ text: String) -> Data {
            let text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) ?? Data()
        }
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(parts[2]))
        #expect(Self.pair.publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
        let header = try #require(JSONValue.parse(bytes(parts[0])))
        #expect(header == .object(["alg": "ES256", "kid": "KEY"]))
        return try #require(JSONValue.parse(bytes(parts[1])))
    }

    @Test("an app's code becomes a refresh token, and that is revoked")
    func code() async throws {
        try await run { server, apple, idToken in
            apple.answer("/auth/token") { request in
                request.form["client_id"] == "com.example.app"
                    ? .json(["access_token": "a", "refresh_token": "r 1", "id_token": "x.y.z", "token_type": "Bearer"])
                    : .json(["error": "invalid_client"], status: 400)
            }
            // As Firebase's iOS SDK sends it.
            let answer = try await revoke(
                server, ["providerId": "apple.com", "tokenType": "3", "token": "c0de", "idToken": .string(idToken)])
            #expect(answer.status == 200 && answer.json == .object([:]), "\(answer.text)")
            let exchange = try #require(apple.received.first)
            #expect(exchange.path == "/auth/token" && exchange.method == "POST")
            #expect(exchange.form["grant_type"] == "authorization_code" && exchange.form["code"] == "c0de")
            #expect(exchange.form["redirect_uri"] == nil)
            let told = try claims(exchange.form["client_secret"])
            #expect(told["iss"] == "TEAM" && told["sub"] == "com.example.app" && told["aud"]?.string == apple.url)
            let lifetime = (told["exp"]?.int ?? 0) - (told["iat"]?.int ?? 0)
            #expect((1...15_777_000).contains(lifetime))
            let revocation = try #require(apple.received.last)
            #expect(revocation.path == "/auth/revoke" && revocation.form["client_id"] == "com.example.app")
            #expect(revocation.form["token"] == "r 1" && revocation.form["token_type_hint"] == "refresh_token")
            #expect(try claims(revocation.form["client_secret"])["sub"] == "com.example.app")
            #expect(apple.received.count == 2)
        }
    }

    @Test("a web page's code belongs to the services id and its address")
    func webCode() async throws {
        try await run { server, apple, idToken in
            apple.answer("/auth/token") { _ in .json(["access_token": "a"]) }
            let answer = try await revoke(
                server,
                [
                    "providerId": "apple.com", "tokenType": "CODE", "token": "c", "idToken": .string(idToken),
                    "redirectUri": "https://app.example/back",
                ])
            #expect(answer.status == 200, "\(answer.text)")
            #expect(apple.received.first?.form["client_id"] == "services.example")
            #expect(apple.received.first?.form["redirect_uri"] == "https://app.example/back")
            #expect(apple.received.last?.form["token_type_hint"] == "access_token")
        }
    }

    @Test("tokens are revoked unchanged; among several apps by the one that the token belongs to")
    func tokens() async throws {
        try await run(apps: ["app.one", "app.two"]) { server, apple, idToken in
            for (type, hint) in [("ACCESS_TOKEN", "access_token"), ("REFRESH_TOKEN", "refresh_token")] {
                let answer = try await revoke(
                    server, ["providerId": "apple.com", "tokenType": .string(type), "token": "t", "idToken": .string(idToken)])
                #expect(answer.status == 200, "\(answer.text)")
                #expect(apple.received.last?.form["token_type_hint"] == hint)
                #expect(apple.received.last?.form["client_id"] == "services.example")
            }
            apple.answer("/auth/revoke") { request in
                request.form["client_id"] == "app.two" ? .init() : .json(["error": "invalid_client"], status: 400)
            }
            let other = try await revoke(
                server, ["providerId": "apple.com", "tokenType": 2, "token": "t", "idToken": .string(idToken)])
            #expect(other.status == 200, "\(other.text)")
        }
    }

    @Test("Apple's refusal and Apple's silence are reported; the secret and the token are not")
    func refusals() async throws {
        try await run { server, apple, idToken in
            apple.answer("/auth/token") { _ in .json(["error": "invalid_grant"], status: 400) }
            let body: [String: JSONValue] = [
                "providerId": "apple.com", "tokenType": "CODE", "token": "c0de", "idToken": .string(idToken),
            ]
            let refused = try await revoke(server, body)
            #expect(refused.message == "INVALID_IDP_RESPONSE : Apple refused the code: invalid_grant.", "\(refused.text)")
            apple.answer("/auth/token") { _ in .json(["error": "<script>c0de"], status: 401) }
            let odd = try await revoke(server, body)
            #expect(odd.message == "INVALID_IDP_RESPONSE : Apple refused the code: status 401.")
            for status in [301, 500] {
                apple.answer("/auth/token") { _ in .init(status: status) }
                #expect(try await revoke(server, body).status == 503)
            }
            apple.answer("/auth/token") { _ in .json([:]) }
            #expect(try await revoke(server, body).status == 503)
        }
    }

    @Test("only signed-in users may ask, for Apple, with a token")
    func callers() async throws {
        try await run { server, apple, idToken in
            let good: [String: JSONValue] = [
                "providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "t", "idToken": .string(idToken),
            ]
            let cases: [([String: JSONValue], String)] = [
                (["idToken": ""], "MISSING_ID_TOKEN"), (["idToken": "x.y.z"], "INVALID_ID_TOKEN"),
                (["providerId": "google.com"], "INVALID_PROVIDER_ID"), (["providerId": ""], "INVALID_PROVIDER_ID"),
                (["tenantId": "t"], "TENANT_ID_MISMATCH"),
            ]
            for (change, code) in cases {
                let answer = try await revoke(server, good.merging(change) { $1 })
                #expect(answer.code == code, "\(answer.text)")
            }
            for change: [String: JSONValue] in [
                ["token": ""], ["token": .string(String(repeating: "t", count: 4097))], ["tokenType": "TOKEN_TYPE_UNSPECIFIED"],
                ["tokenType": 7], ["redirectUri": "http://app.example"], ["redirectUri": "javascript:alert(1)"],
            ] { #expect(try await revoke(server, good.merging(change) { $1 }).status == 400) }
            _ = try await server.call("accounts:delete", ["idToken": .string(idToken)])
            #expect(try await revoke(server, good).code == "USER_NOT_FOUND")
            #expect(apple.received.isEmpty)
        }
    }

    @Test("without the project's key for Apple nothing can be revoked")
    func withoutKey() async throws {
        try await TestServer.with { server in
            let person = try await server.call("accounts:signUp")
            let answer = try await revoke(
                server,
                ["providerId": "apple.com", "tokenType": "CODE", "token": "c", "idToken": .string(person["idToken"] ?? "")])
            #expect(answer.code == "OPERATION_NOT_ALLOWED")
        }
    }
}
