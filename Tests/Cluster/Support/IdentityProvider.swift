import Foundation
import TestSupport
import VinculaCore
import VinculaEngine

/// SAML identity providers, for which the tests sign: in production mode there are no others without a server.
enum IdentityProvider {
    /// Vouches for the emails of `acme.example`.
    static let own = "saml.own"
    /// Vouches for nobody's email.
    static let shared = "saml.shared"

    private static let app = "https://app.test/acs"

    static func configuration(_ provider: String) throws -> [String: JSONValue] {
        [
            "displayName": .string(provider), "enabled": true,
            "idpConfig": .object([
                "idpEntityId": .string(issuer(provider)), "ssoUrl": "https://idp.example/sso",
                "idpCertificates": .array([.object(["x509Certificate": .string(try SAMLIssuer.shared.get().certificate)])]),
            ]),
            "spConfig": .object(["spEntityId": "https://sp.example"]),
        ]
    }

    private static func issuer(_ provider: String) -> String { "https://idp.example/\(provider)" }

    /// Signs in, or links to an account: begins at one server, and goes on at another.
    ///
    /// - Parameters:
    ///   - idToken: The account to link to.
    ///   - email: The one that the provider tells.
    /// - Returns: `nil` if nobody knows whether it was done.
    static func signIn(
        _ cluster: Cluster, _ provider: String, subject: String, email: String, idToken: String? = nil
    ) async throws -> HTTPAnswer? {
        let begun = await cluster.call(
            "accounts:createAuthUri", ["providerId": .string(provider), "continueUri": .string(app)])
        guard let begun, let session = begun["sessionId"], let url = begun["authUri"] else { return nil }
        let (state, requestID, recipient) = request(url)
        var draft = SAMLDraft(
            nameID: subject, audience: "https://sp.example", recipient: recipient, requestID: requestID, now: SystemClock().now,
            issuer: issuer(provider))
        draft.attributes = [("mail", [email])]
        let response = try draft.response(by: try SAMLIssuer.shared.get())
        let form = QueryText.encode([
            ("SAMLResponse", Data(response.utf8).base64EncodedString()), ("RelayState", state), ("providerId", provider),
        ])
        var body: [String: JSONValue] = [
            "requestUri": .string(app), "postBody": .string(form), "sessionId": .string(session), "returnSecureToken": true,
        ]
        body["idToken"] = idToken.map { .string($0) }
        return await cluster.call("accounts:signInWithIdp", body)
    }

    /// The state, the request's id and the address of the answer, from the provider page's address.
    private static func request(_ url: String) -> (state: String, id: String, recipient: String) {
        let items = URLComponents(string: url)?.percentEncodedQueryItems ?? []
        func field(_ name: String) -> String { items.first { $0.name == name }?.value?.removingPercentEncoding ?? "" }
        let text = String(decoding: (Data(base64Encoded: field("SAMLRequest")) ?? Data()).dropFirst(5), as: UTF8.self)
        func attribute(_ name: String) -> String {
            text.range(of: " \(name)=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
        }
        return (field("RelayState"), attribute("ID"), attribute("AssertionConsumerServiceURL"))
    }
}
