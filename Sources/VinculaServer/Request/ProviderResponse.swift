import Foundation
package import VinculaCore
package import VinculaEngine

/// Reads what a provider sent to the client, from `postBody` and from the URL that the provider redirected the browser to.
package enum ProviderResponse {
    /// Reads a proof: a provider's credential, the one-time code of a sign-in at its page, or the page's answer at the app's
    /// own address.
    ///
    /// - Parameters:
    ///   - requestURI: The address that the provider, or this server, sent the browser to.
    ///   - postBody: The credential's fields, as a form.
    ///   - sessionID: The secret that a sign-in at a provider's page began with.
    /// - Throws: ``AuthError/missingRequestURI``, ``AuthError/invalidCredentialOrProviderID(_:)`` if there is no provider,
    ///   or if a field appears twice: two readers could each use a different one.
    package static func proof(
        requestURI: String?, postBody: String?, sessionID: String?
    ) throws(AuthError) -> ProviderSignInRequest.Proof {
        let (address, fields) = try read(requestURI: requestURI, postBody: postBody)
        let named = fields["providerId"].flatMap { $0.isEmpty ? nil : provider($0) }
        if let code = fields["flowCode"] {
            // The code stands for a whole credential; nothing of another may come with it.
            let others = fields.keys.filter { Self.credentialFields.contains($0) && fields[$0] != "" }
            guard others.isEmpty else {
                throw .invalidCredentialOrProviderID(
                    "A flowCode cannot be combined with \(others.sorted().joined(separator: ", ")).")
            }
            return .flow(FlowRedemption(code: code, sessionID: sessionID, provider: named))
        }
        let state = fields[fields["SAMLResponse"] == nil ? "state" : "RelayState"]
        guard state?.isEmpty == false, sessionID?.isEmpty == false else { return .credential(try credential(fields)) }
        var answer = ClientFlowAnswer(address: address, fields: fields, sessionID: sessionID, provider: named)
        // A page may post an ID token; but apps also send tokens that they got by a state of their own.
        if fields["id_token"] != nil || fields["access_token"] != nil { answer.credential = try? credential(fields) }
        return .answer(answer)
    }

    /// Reads a provider's credential.
    ///
    /// - Throws: As ``proof(requestURI:postBody:sessionID:)``.
    package static func credential(requestURI: String?, postBody: String?) throws(AuthError) -> FederatedCredential {
        try credential(try read(requestURI: requestURI, postBody: postBody).fields)
    }

    /// A provider's id, as a client wrote it.
    package static func provider(_ text: String) -> ProviderID {
        // Only ASCII is lowercased: otherwise the Kelvin sign becomes a plain k, and "faceboo\u{212A}.com" another provider.
        ProviderID(String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self))
    }

    private static let credentialFields: Set = [
        "id_token", "access_token", "oauth_token_secret", "oauth_token", "oauth_verifier", "code", "state", "nonce",
        "SAMLResponse", "RelayState",
    ]

    private static func read(
        requestURI: String?, postBody: String?
    ) throws(AuthError) -> (address: String, fields: [String: String]) {
        guard let requestURI, !requestURI.isEmpty else { throw .missingRequestURI }
        let parts = URIParts(requestURI)
        guard parts.isAbsolute else { throw .invalidCredentialOrProviderID("requestUri is not an absolute URI.") }
        var fields: [String: String] = [:]
        for source in [parts.query, parts.fragment, postBody.map { Substring($0) }].compactMap(\.self) {
            for (name, value) in try FormFields(source).all {
                // Native SDKs name the provider of a result again in `postBody`.
                if name == "providerId", fields[name] == value { continue }
                guard fields.updateValue(value, forKey: name) == nil else {
                    throw .invalidCredentialOrProviderID("The field \(name.prefix(40)) appears twice.")
                }
            }
        }
        return (String(parts.start), fields)
    }

    private static func credential(_ fields: [String: String]) throws(AuthError) -> FederatedCredential {
        guard let named = fields["providerId"], !named.isEmpty else {
            throw .invalidCredentialOrProviderID("The credential has no providerId.")
        }
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        var credential = FederatedCredential(
            provider: provider(named), idToken: text("id_token"), accessToken: text("access_token"),
            oauthTokenSecret: text("oauth_token_secret"), nonce: text("nonce"),
            user: text("user").flatMap { $0.utf8.count <= 2048 ? JSONValue.parse(Data($0.utf8)) : nil })
        credential.code = text("code")
        credential.samlResponse = text("SAMLResponse")
        return credential
    }
}

/// The parts of a URI that a provider fills in (RFC 3986 §3), split by bytes: most of a long one is its query, which needs
/// no parser.
private struct URIParts {
    /// The part before the query and the fragment.
    let start: Substring
    let query: Substring?
    let fragment: Substring?

    /// The maximum length of that part, in bytes.
    private static let longestStart = 4096

    init(_ text: String) {
        let (rest, fragment) = Self.cut(Substring(text), at: UInt8(ascii: "#"))
        (start, query) = Self.cut(rest, at: UInt8(ascii: "?"))
        self.fragment = fragment
    }

    var isAbsolute: Bool {
        start.utf8.count <= Self.longestStart && URLComponents(string: String(start))?.scheme != nil
    }

    private static func cut(_ text: Substring, at byte: UInt8) -> (Substring, Substring?) {
        guard let index = text.utf8.firstIndex(of: byte) else { return (text, nil) }
        return (text[..<index], text[text.utf8.index(after: index)...])
    }
}
