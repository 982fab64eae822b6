import Foundation
import VinculaCore

/// Helpers for continue URLs, which were checked when the link was requested.
enum ContinueURL {
    static func host(_ text: String) -> String? { URLComponents(string: text)?.encodedHost }

    /// `https://host:port`, as in a Content-Security-Policy.
    static func origin(_ text: String) -> String? {
        guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.encodedHost else { return nil }
        return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    }

    /// A URL with additional query fields, which replace existing ones with the same names.
    static func adding(_ fields: [(String, String)], to text: String) -> String {
        guard var url = URLComponents(string: text) else { return text }
        let names = Set(fields.map(\.0))
        let kept = (url.percentEncodedQuery ?? "").split(separator: "&").map(String.init).filter { pair in
            let name = pair.prefix { $0 != "=" }
            return !names.contains(name.removingPercentEncoding ?? String(name))
        }
        url.percentEncodedQuery = (kept + [QueryText.encode(fields)]).joined(separator: "&")
        return url.string ?? text
    }
}
