import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Sign-ins at a provider's page, as apps begin and redeem them over HTTP.
@Suite("Sign-in at a provider's page, on the wire")
struct FlowEndpointTests {
    /// A provider at whose page the same person always signs in.
    private struct OnePerson: ProviderPages {
        func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool {
            provider == .google || provider.isOpenIDConnect
        }

        func begin(
            _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
        ) async throws -> ProviderPage {
            let fields = [
                ("state", order.state), ("redirect_uri", order.redirectURI), ("scope", order.scopes.joined(separator: " ")),
                ("hint", order.customParameters["login_hint"] ?? ""),
            ]
            return ProviderPage(url: "https://provider.test/?" + QueryText.encode(fields))
        }

        func finish(
            _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
        ) async throws -> VerifiedIdentity {
            guard answer.fields["code"] == "right" || answer.fields["id_token"] == "right" else {
                throw AuthError.invalidIDPResponse("invalid_grant")
            }
            let provider = answer.order.provider
            let key = IdentityKey(
                provider: provider, issuer: configured?.issuer ?? provider.canonicalIssuer, subject: "ana")
            var identity = VerifiedIdentity(
                presented: PresentedIdentity(key: key, email: EmailAddress("ana@gmail.com"), ownership: .proven),
                details: ProviderDetails(federatedID: "ana", rawUserInfo: .object([:])), oauthAccessToken: "access")
            identity.oauthRefreshToken = "refresh of the provider"
            return identity
        }
    }

    private static func fields(_ url: String?) -> [String: String] {
        let items = url.flatMap { URLComponents(string: $0)?.queryItems } ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    @Test("createAuthUri names the provider's page, and its answer at the app's own address signs in once")
    func authURI() async throws {
        try await TestServer.with(pages: OnePerson()) { server in
            for asksForRefreshToken in [true, false] {
                let begun = try await server.call(
                    "accounts:createAuthUri",
                    [
                        "providerId": "Google.com", "continueUri": "https://app.test/back", "oauthScope": "a b",
                        "identifier": "ana@gmail.com", "customParameter": ["prompt": "consent"],
                    ])
                #expect(begun.status == 200 && begun["providerId"] == "google.com", "\(begun.text)")
                let page = Self.fields(begun["authUri"])
                #expect(page["redirect_uri"] == "https://app.test/back" && page["scope"] == "a b")
                #expect(page["hint"] == "ana@gmail.com")
                let session = try #require(begun["sessionId"])
                #expect(session.count >= 16)
                let state = try #require(page["state"])
                let address = "https://app.test/back?code=right&state=\(state)"
                func redeem(_ session: String?) async throws -> HTTPAnswer {
                    try await server.call(
                        "accounts:signInWithIdp",
                        [
                            "requestUri": .string(address), "postBody": "providerId=google.com",
                            "sessionId": session.map { .string($0) } ?? .null,
                            "returnRefreshToken": .bool(asksForRefreshToken),
                        ])
                }
                #expect(try await redeem("another session").code == "INVALID_IDP_RESPONSE")
                let redeemed = try await redeem(session)
                #expect(redeemed.status == 200 && redeemed["email"] == "ana@gmail.com", "\(redeemed.text)")
                #expect(redeemed["oauthAccessToken"] == "access")
                #expect(redeemed["oauthRefreshToken"] == (asksForRefreshToken ? "refresh of the provider" : nil))
                #expect(try await redeem(session).code == "INVALID_IDP_RESPONSE")
            }
        }
    }

    @Test("T069: an id_token that a page posts to the app's own address is redeemed with the session that it began with, once")
    func postedIDToken() async throws {
        try await TestServer.with(pages: OnePerson()) { server in
            let made = try await server.administer(
                "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.acme",
                ["issuer": "https://acme.test", "clientId": "c", "enabled": true, "responseType": ["idToken": true]])
            #expect(made.status == 200, "\(made.text)")
            func begin() async throws -> (state: String, session: String) {
                let begun = try await server.call(
                    "accounts:createAuthUri", ["providerId": "oidc.acme", "continueUri": "https://app.test/back"])
                return (try #require(Self.fields(begun["authUri"])["state"]), try #require(begun["sessionId"]))
            }
            func redeem(_ token: String, _ state: String, _ session: String, more: String = "") async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "https://app.test/back", "postBody": .string("id_token=\(token)&state=\(state)\(more)"),
                        "sessionId": .string(session), "returnSecureToken": true,
                    ])
            }
            // As the form came, and with the provider's name.
            for more in ["", "&providerId=oidc.acme"] {
                let (state, session) = try await begin()
                let stolen = try await begin()
                #expect(try await redeem("right", state, stolen.session, more: more).code == "INVALID_IDP_RESPONSE")
                let redeemed = try await redeem("right", state, session, more: more)
                #expect(redeemed.status == 200 && redeemed["idToken"] != nil, "\(redeemed.text)")
                #expect(try await redeem("right", state, session, more: more).code == "INVALID_IDP_RESPONSE")
            }
            let (state, session) = try await begin()
            #expect(try await redeem("wrong", state, session).code == "INVALID_IDP_RESPONSE")
        }
    }

    @Test("A token beside a state that this server did not make is the client's own, with or without a session id")
    func foreignState() async throws {
        try await TestServer.with(pages: OnePerson()) { server in
            let token = "%7B%22sub%22%3A%22abc%22%7D"
            for body in ["providerId=google.com&id_token=\(token)&state=own", "providerId=google.com&id_token=\(token)"] {
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    ["requestUri": "http://localhost", "postBody": .string(body), "sessionId": "a session of its own"])
                #expect(answer.status == 200, "\(answer.text)")
            }
            // Without a token there is nothing but the state.
            let answer = try await server.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "postBody": "providerId=google.com&code=x&state=own",
                    "sessionId": "a session of its own",
                ])
            #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
        }
    }

    @Test("createAuthUri refuses what it cannot honour")
    func authURIRefused() async throws {
        try await TestServer.with(settings: .production, pages: OnePerson()) { server in
            let right: [String: JSONValue] = ["providerId": "google.com", "continueUri": "http://localhost:5000/back"]
            let cases: [([String: JSONValue], String)] = [
                (["continueUri": .null], "MISSING_CONTINUE_URI"), (["continueUri": "x"], "INVALID_CONTINUE_URI"),
                (["continueUri": "https://evil.test/"], "UNAUTHORIZED_DOMAIN"),
                (["continueUri": "http://localhost/#a"], "INVALID_CONTINUE_URI"), (["tenantId": "t"], "TENANT_NOT_FOUND"),
            ]
            for (change, code) in cases {
                let answer = try await server.call("accounts:createAuthUri", right.merging(change) { $1 })
                #expect(answer.code == code, "\(answer.text)")
            }
            for change: [String: JSONValue] in [
                ["sessionId": "fifteen letters"], ["oauthScope": "é"], ["customParameter": ["": "a"]],
                ["customParameter": ["a": .string(String(repeating: "x", count: 2000))]], ["customParameter": ["a": 1]],
            ] {
                let answer = try await server.call("accounts:createAuthUri", right.merging(change) { $1 })
                #expect(answer.status == 400, "\(answer.text)")
            }
            #expect(try await server.call("accounts:createAuthUri", right).status == 200)
        }
    }

    @Test("The address in a result signs in, with the session's secret and with nothing else in it")
    func result() async throws {
        try await TestServer.with(pages: OnePerson()) { server in
            let scope = ProjectScope(project: server.project)
            var request = FlowRequest(kind: .signInViaPopup, provider: .google, apiKey: server.apiKey)
            (request.appName, request.eventID, request.redirectURL) = ("[DEFAULT]", "1", "http://localhost:5000/")
            let beginning = try await server.engine.flows.begin(
                request, server: server.url, browserSecret: nil, in: scope)
            let state = try #require(Self.fields(beginning.url)["state"])
            let result = try await server.engine.flows.receive(
                FlowAnswer(
                    provider: .google, project: nil, fields: ["state": state, "code": "right"],
                    browserSecret: beginning.browserSecret))
            guard case .signedIn(let url, let session?) = result.outcome else { throw AuthError.invalidIDPResponse("") }
            func redeem(_ postBody: String?, session: String?, url: String = url) async throws -> HTTPAnswer {
                try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": .string(url), "postBody": postBody.map { .string($0) } ?? .null,
                        "sessionId": session.map { .string($0) } ?? .null, "returnSecureToken": true,
                    ])
            }
            for (body, session) in [
                (nil, nil), (nil, ""), (nil, "ValueNotUsedByAuthEmulator"), ("providerId=github.com", session),
                ("providerId=google.com&id_token=x", session), ("access_token=x", session), ("flowCode=x", session),
            ] as [(String?, String?)] {
                let refused = try await redeem(body, session: session)
                #expect(refused.status == 400 && refused["idToken"] == nil, "\(body ?? "") \(refused.text)")
            }
            #expect(try await redeem(nil, session: session, url: url + "x").code == "INVALID_IDP_RESPONSE")
            let redeemed = try await redeem("providerId=google.com", session: session)
            #expect(redeemed.status == 200 && redeemed["idToken"] != nil, "\(redeemed.text)")
            #expect(try await redeem(nil, session: session).code == "INVALID_IDP_RESPONSE")
        }
    }

    @Test("An administrator says whether programs on a person's machine may receive a result; off until then")
    func loopback() async throws {
        let path = "vincula.signIn.loopbackRedirects"
        try await TestServer.with(settings: .production) { server in
            func isOn() async throws -> JSONValue? {
                try await server.administer("GET", "config").json["vincula"]?["signIn"]?["loopbackRedirects"]
            }
            /// The answer to apps.
            func isKnown() async throws -> JSONValue? {
                let answer = try await HTTP.send("GET", "\(server.url)/v1/projects?key=\(server.apiKey)")
                return answer.json["vincula"]?["signIn"]?["loopbackRedirects"]
            }
            func body(_ isOn: Bool) -> [String: JSONValue] {
                ["vincula": .object(["signIn": .object(["loopbackRedirects": .bool(isOn)])])]
            }
            #expect(try await isOn() == false)
            #expect(try await isKnown() == false)
            #expect(try await server.configure(path, body(true)).status == 200)
            #expect(try await isOn() == true)
            #expect(try await isKnown() == true)
            _ = try await server.configure("vincula.sessions.refreshRotation", body(false))
            #expect(try await isOn() == true)
            _ = try await server.configure(path, body(false))
            #expect(try await isOn() == false)
        }
    }
}
