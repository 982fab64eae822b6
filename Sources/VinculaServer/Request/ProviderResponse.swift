import Foundation
package import VinculaCore
package import VinculaEngine

/// Reads what a provider gave the client, from `postBody` and from the URL that the provider sent the browser back to.
package enum ProviderResponse {
    /// - Throws: ``AuthError/missingRequestURI``, ``AuthError/invalidCredentialOrProviderID(_:)`` without a provider, or
    ///   where a field stands twice: two readers could each believe another one.
    package static func credential(requestURI: String?, postBody: String?) throws(AuthError) -> FederatedCredential {
        guard let requestURI, !requestURI.isEmpty else { throw .missingRequestURI }
        guard let components = URLComponents(string: requestURI), components.scheme != nil else {
            throw .invalidCredentialOrProviderID("requestUri is not an absolute URI.")
        }
        var fields: [String: String] = [:]
        let sources = [components.percentEncodedQuery, components.percentEncodedFragment, postBody]
        for (name, value) in sources.flatMap({ FormFields.parse($0 ?? "") }) {
            guard fields.updateValue(value, forKey: name) == nil else {
                throw .invalidCredentialOrProviderID("The field \(name.prefix(40)) stands twice.")
            }
        }
        // ASCII alone is lowered: the Kelvin sign becomes a plain k otherwise, and "faceboo\u{212A}.com" another provider.
        let named = fields["providerId"].map { text in
            String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        guard let provider = named, !provider.isEmpty else {
            throw .invalidCredentialOrProviderID("The credential names no providerId.")
        }
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        var credential = FederatedCredential(
            provider: ProviderID(provider), idToken: text("id_token"), accessToken: text("access_token"),
            oauthTokenSecret: text("oauth_token_secret"), nonce: text("nonce"),
            user: text("user").flatMap { $0.utf8.count <= 2048 ? JSONValue.parse(Data($0.utf8)) : nil })
        credential.code = text("code")
        return credential
    }
}
