import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Providers that a project describes by their endpoints (`oauthIdpConfigs/oauth2.*`).
@Suite("Providers by OAuth 2")
struct OAuth2ConfigTests {
    private static let own: [String: JSONValue] = [
        "authorizationUrl": "https://id.acme.test/authorize?kind=web", "tokenUrl": "https://id.acme.test/token",
        "userInfoUrl": "https://api.acme.test/v1/me", "scopes": ["me"], "tokenAuthMethod": "client_secret_basic",
        "members": ["subject": "data.id", "email": "data.mail"],
    ]

    private static func body(_ change: [String: JSONValue?] = [:], own: [String: JSONValue?] = [:]) -> [String: JSONValue] {
        let body = JSONValue.object([
            "clientId": "client", "clientSecret": "s3cret", "enabled": true, "vincula": JSONValue.object(Self.own).with(own),
        ]).with(change)
        if case .object(let members) = body { return members }
        return [:]
    }

    @Test("is configured, read without its secret, and changed")
    func story() async throws {
        try await TestServer.with { server in
            let made = try await server.administer("POST", "oauthIdpConfigs?oauthIdpConfigId=oauth2.acme", Self.body())
            #expect(made.status == 200, "\(made.text)")
            let read = try await server.administer("GET", "oauthIdpConfigs/oauth2.acme")
            #expect(read.json["vincula"]?["userInfoUrl"] == "https://api.acme.test/v1/me")
            #expect(read.json["vincula"]?["members"]?["subject"] == "data.id")
            #expect(!read.text.contains("s3cret") && read.json["issuer"] == nil)
            let moved = try await server.administer(
                "PATCH", "oauthIdpConfigs/oauth2.acme?updateMask=vincula.tokenUrl",
                ["vincula": ["tokenUrl": "https://evil.test/token"]])
            #expect(moved.status == 400, "The secret would go elsewhere.")
            let named = try await server.administer(
                "PATCH", "oauthIdpConfigs/oauth2.acme?updateMask=displayName", ["displayName": "Acme"])
            #expect(named.json["displayName"] == "Acme" && named.json["vincula"]?["scopes"] == ["me"], "\(named.text)")
            let token = try await server.call(
                "accounts:signInWithIdp",
                ["requestUri": "http://localhost", "postBody": "providerId=oauth2.acme&access_token=at"])
            #expect(token.code == "INVALID_CREDENTIAL_OR_PROVIDER_ID", "\(token.text)")
        }
    }

    @Test("what is incomplete or does not belong there is refused by name")
    func refused() async throws {
        try await TestServer.with { server in
            let cases: [([String: JSONValue], String)] = [
                (Self.body(own: ["authorizationUrl": nil]), "authorizationUrl"), (Self.body(own: ["tokenUrl": nil]), "tokenUrl"),
                (Self.body(own: ["userInfoUrl": nil]), "userInfoUrl"), (Self.body(own: ["members": nil]), "members.subject"),
                (Self.body(own: ["members": ["subject": "a..b"]]), "members.subject"),
                (Self.body(own: ["tokenUrl": "http://id.acme.test/token"]), "tokenUrl"),
                (Self.body(own: ["authorizationUrl": "javascript:alert(1)"]), "authorizationUrl"),
                (Self.body(own: ["userInfoUrl": "https://a.test/#x"]), "userInfoUrl"),
                (Self.body(own: ["scopes": ["a b"]]), "scopes"), (Self.body(own: ["tokenAuthMethod": "none"]), "tokenAuthMethod"),
                (Self.body(["issuer": "https://acme.test"]), "issuer"),
                (Self.body(["responseType": ["idToken": true]]), "responseType"),
            ]
            for (body, name) in cases {
                let answer = try await server.administer("POST", "oauthIdpConfigs?oauthIdpConfigId=oauth2.acme", body)
                #expect(answer.status == 400 && answer.text.contains(name), "\(name): \(answer.text)")
            }
            let openID = try await server.administer(
                "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", Self.body(["issuer": "https://acme.test"]))
            #expect(openID.status == 400 && openID.text.contains("oauth2.NAME"), "\(openID.text)")
        }
    }
}
