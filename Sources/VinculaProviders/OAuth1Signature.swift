import Foundation
import VinculaCrypto

/// An OAuth 1.0a request signature with HMAC-SHA1 (RFC 5849 §3).
///
/// Only a token issued to a consumer can be used to sign with that consumer's secret.
struct OAuth1Signature: Sendable {
    var consumerKey: String
    var consumerSecret: String
    /// Empty for a request that asks for a temporary credential.
    var token: String
    var tokenSecret: String
    /// Must not repeat within one second.
    var nonce: String
    /// Seconds since 1970.
    var timestamp: Int64
    /// Further protocol parameters, such as `oauth_callback`.
    var parameters: [(String, String)] = []

    /// The `Authorization` header of a request without a body.
    ///
    /// - Parameters:
    ///   - url: The address, without a query.
    ///   - query: The query's fields, unescaped.
    func authorization(method: String, url: String, query: [(String, String)]) -> String {
        var fields = protocolFields
        fields.append(("oauth_signature", signature(method: method, url: url, query: query)))
        return "OAuth " + fields.map { "\($0)=\"\($1.percentEncoded)\"" }.joined(separator: ", ")
    }

    /// The signature (§3.4.2).
    func signature(method: String, url: String, query: [(String, String)]) -> String {
        let base = Self.baseString(method: method, url: url, fields: query + protocolFields)
        let key = consumerSecret.percentEncoded + "&" + tokenSecret.percentEncoded
        return Data(base.utf8).hmacSHA1(key: Data(key.utf8)).base64EncodedString()
    }

    private var protocolFields: [(String, String)] {
        [
            ("oauth_consumer_key", consumerKey), ("oauth_nonce", nonce), ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", String(timestamp)), ("oauth_version", "1.0"),
        ] + (token.isEmpty ? [] : [("oauth_token", token)]) + parameters
    }

    /// The string to sign (§3.4.1): method, address and all fields, escaped and sorted.
    static func baseString(method: String, url: String, fields: [(String, String)]) -> String {
        let escaped: [(name: String, value: String)] = fields.map { ($0.percentEncoded, $1.percentEncoded) }
        let sorted = escaped.sorted { $0.name == $1.name ? $0.value < $1.value : $0.name < $1.name }
        let text = sorted.map { $0.name + "=" + $0.value }.joined(separator: "&")
        let parts: [String] = [method.uppercased(), baseAddress(url), text]
        return parts.map(\.percentEncoded).joined(separator: "&")
    }

    /// The scheme and host in lowercase, without the scheme's default port (§3.4.1.2).
    private static func baseAddress(_ url: String) -> String {
        guard let components = URLComponents(string: url), let scheme = components.scheme?.lowercased(),
            let host = components.percentEncodedHost?.lowercased()
        else { return url }
        let ownPort = scheme == "https" ? 443 : 80
        let port = components.port.flatMap { $0 == ownPort ? nil : ":\($0)" } ?? ""
        return scheme + "://" + host + port + components.percentEncodedPath
    }
}
