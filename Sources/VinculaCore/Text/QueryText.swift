import Foundation

/// Text in the query of a URL.
package enum QueryText {
    private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Percent-encodes everything but the unreserved characters (RFC 3986 §2.3).
    package static func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

    /// Encodes fields as `name=value&…`.
    package static func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
    }
}
