import Foundation
package import VinculaCore
package import VinculaEngine

/// Reads what a provider sent to the client, from `postBody` and from the URL that the provider redirected the browser to.
package enum ProviderResponse {
    /// - Throws: ``AuthError/missingRequestURI``, ``AuthError/invalidCredentialOrProviderID(_:)`` if there is no provider,
    ///   or if a field appears twice: two readers could each use a different one.
    package static func credential(requestURI: String?, postBody: String?) throws(AuthError) -> FederatedCredential {
        guard let requestURI, !requestURI.isEmpty else { throw .missingRequestURI }
        let parts = URIParts(requestURI)
        guard parts.isAbsolute else { throw .invalidCredentialOrProviderID("requestUri is not an absolute URI.") }
        var fields: [String: String] = [:]
        for source in [parts.query, parts.fragment, postBody.map { Substring($0) }].compactMap(\.self) {
            for (name, value) in try FormFields(source).all {
                guard fields.updateValue(value, forKey: name) == nil else {
                    throw .invalidCredentialOrProviderID("The field \(name.prefix(40)) appears twice.")
                }
            }
        }
        // Only ASCII is lowercased: otherwise the Kelvin sign becomes a plain k, and "faceboo\u{212A}.com" another provider.
        let named = fields["providerId"].map { text in
            String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        guard let provider = named, !provider.isEmpty else {
            throw .invalidCredentialOrProviderID("The credential has no providerId.")
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

/// The parts of a URI that a provider fills in (RFC 3986 §3), split by bytes: most of a long one is its query, which needs
/// no parser.
private struct URIParts {
    /// The part before the query and the fragment.
    private let start: Substring
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
