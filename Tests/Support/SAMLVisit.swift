import Foundation
package import VinculaCore
package import VinculaEngine

/// A person's sign-in at a SAML identity provider, without a browser: a test writes the answer.
package struct SAMLVisit: Sendable {
    package static let app = "https://app.test/acs"
    package static let audience = "https://sp.example"
    package static let issuer = "https://idp.example/metadata"

    private let server: TestServer
    private let provider: String
    private let clock: any VinculaEngine.Clock
    private let tenant: String

    package init(
        _ server: TestServer, provider: String = "saml.acme", tenant: String = "", clock: any VinculaEngine.Clock = SystemClock()
    ) {
        self.server = server
        self.provider = provider
        self.tenant = tenant
        self.clock = clock
    }

    /// Configures an identity provider.
    package static func configure(
        _ server: TestServer, _ signer: SAMLIssuer, id: String = "saml.acme", issuer: String = issuer,
        audience: String = audience, callback: String? = nil, tenant: String = ""
    ) async throws -> HTTPAnswer {
        try await server.administerInProduction(
            "POST", (tenant.isEmpty ? "" : "tenants/\(tenant)/") + "inboundSamlConfigs?inboundSamlConfigId=\(id)",
            [
                "displayName": "Acme", "enabled": true,
                "idpConfig": .object([
                    "idpEntityId": .string(issuer), "ssoUrl": "https://idp.example/sso",
                    "idpCertificates": .array([.object(["x509Certificate": .string(signer.certificate)])]),
                ]),
                "spConfig": .object([
                    "spEntityId": .string(audience), "callbackUri": callback.map { .string($0) } ?? .null,
                ]),
            ])
    }

    /// A sign-in that was begun.
    package struct Begun: Sendable {
        package var state: String
        package var session: String
        package var requestID: String
        /// The address that the answer goes to.
        package var recipient: String
        /// The browser's cookie, if it was begun by a browser.
        package var cookie: String
    }

    /// Begins by `createAuthUri`, for an app whose own address gets the answer.
    package func begin() async throws -> Begun {
        let begun = try await server.call(
            "accounts:createAuthUri",
            ["providerId": .string(provider), "continueUri": .string(Self.app), "tenantId": .string(tenant)])
        var found = Self.begun(begun["authUri"] ?? "")
        found.session = begun["sessionId"] ?? ""
        return found
    }

    /// Begins at the handler, as the web SDK does.
    package func beginInBrowser(_ kind: String = "signInViaPopup") async throws -> Begun {
        var fields = [
            ("apiKey", server.apiKey), ("appName", "[DEFAULT]"), ("authType", kind), ("eventId", "1234567890"),
            ("providerId", provider), ("redirectUrl", "http://localhost/start"),
        ]
        if !tenant.isEmpty { fields.append(("tid", tenant)) }
        let answer = try await HTTP.send(
            "GET", "\(server.url)/__/auth/handler?\(QueryText.encode(fields))", headers: ["Accept": "text/html"])
        var found = Self.begun(answer.headers["location"] ?? "")
        found.cookie = String((answer.headers["set-cookie"] ?? "").prefix { $0 != ";" })
        return found
    }

    private static func begun(_ url: String) -> Begun {
        let items = URLComponents(string: url)?.percentEncodedQueryItems ?? []
        func field(_ name: String) -> String { items.first { $0.name == name }?.value?.removingPercentEncoding ?? "" }
        let text = String(decoding: (Data(base64Encoded: field("SAMLRequest")) ?? Data()).dropFirst(5), as: UTF8.self)
        func attribute(_ name: String) -> String {
            text.range(of: " \(name)=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
        }
        return Begun(
            state: field("RelayState"), session: "", requestID: attribute("ID"),
            recipient: attribute("AssertionConsumerServiceURL"), cookie: "")
    }

    /// The answer that an honest identity provider would give.
    package func draft(_ person: String, to begun: Begun) -> SAMLDraft {
        var draft = SAMLDraft(
            nameID: person, audience: Self.audience, recipient: begun.recipient, requestID: begun.requestID, now: clock.now,
            issuer: Self.issuer)
        draft.attributes = [("mail", ["\(person)@acme.example"]), ("groups", ["a", "b"])]
        return draft
    }

    /// Redeems an answer, as an app does that began by `createAuthUri`.
    package func redeem(
        _ answer: String, of begun: Begun, session: String? = nil, _ more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        let body = QueryText.encode([
            ("SAMLResponse", Data(answer.utf8).base64EncodedString()), ("RelayState", begun.state), ("providerId", provider),
        ])
        let fields: [String: JSONValue] = [
            "requestUri": .string(Self.app), "postBody": .string(body), "sessionId": .string(session ?? begun.session),
            "returnSecureToken": true, "returnIdpCredential": true, "tenantId": .string(tenant),
        ]
        return try await server.call("accounts:signInWithIdp", fields.merging(more) { $1 })
    }

    /// Posts an answer from a browser.
    package func post(_ answer: String, of begun: Begun, to path: String? = nil, cookie: String? = nil) async throws -> HTTPAnswer
    {
        let body = QueryText.encode([("SAMLResponse", Data(answer.utf8).base64EncodedString()), ("RelayState", begun.state)])
        return try await HTTP.send(
            "POST", path.map { server.url + $0 } ?? begun.recipient,
            headers: [
                "Cookie": cookie ?? begun.cookie, "Content-Type": "application/x-www-form-urlencoded",
                "Origin": "https://idp.example", "Sec-Fetch-Site": "cross-site", "Accept": "text/html",
            ], body: Data(body.utf8))
    }

    /// A whole sign-in by `createAuthUri`.
    package func signIn(
        _ person: String, by signer: SAMLIssuer, _ more: [String: JSONValue] = [:], _ change: (inout SAMLDraft) -> Void = { _ in }
    ) async throws -> HTTPAnswer {
        let begun = try await begin()
        var draft = draft(person, to: begun)
        change(&draft)
        return try await redeem(try draft.response(by: signer), of: begun, more)
    }
}

extension TestServer {
    /// Calls a path of the project's v2 administration, also in production.
    package func administerInProduction(
        _ method: String, _ path: String, _ body: [String: JSONValue]? = nil
    ) async throws -> HTTPAnswer {
        let url = "\(url)/identitytoolkit.googleapis.com/v2/projects/\(project)/\(path)"
        let bearer = ["Authorization": "Bearer \(try await administratorToken())"]
        guard let body else { return try await HTTP.send(method, url, headers: bearer) }
        return try await HTTP.post(url, .object(body), headers: bearer, method: method)
    }
}
