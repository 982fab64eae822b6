import Foundation

/// The location of an app's server and the layout of its paths. Two spellings of one address are equal.
enum ServerAddress: Sendable {
    /// Google's own servers, with one host per API.
    case google
    /// Vincula or Firebase's emulator: a single server, with the API's host as part of the path.
    case server(URL)

    /// The APIs that a client uses.
    enum API: String, Sendable {
        case identityV1 = "identitytoolkit.googleapis.com/v1"
        case identityV2 = "identitytoolkit.googleapis.com/v2"
        case secureToken = "securetoken.googleapis.com/v1"
        /// What only this server has, not Google's.
        case account
    }

    /// The canonical form of the address, under which sessions are stored: scheme and host in lower case, without a default
    /// port or trailing slashes. nil for Google's own servers.
    var origin: String? {
        guard case .server(let url) = self else { return nil }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.absoluteString }
        let scheme = parts.scheme?.lowercased()
        parts.scheme = scheme
        parts.encodedHost = parts.encodedHost?.lowercased()
        if parts.port == (scheme == "https" ? 443 : 80) { parts.port = nil }
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        return parts.string ?? url.absoluteString
    }

    /// Returns the URL of a method, without its query.
    func url(_ api: API, _ method: String) -> URL? {
        switch self {
        case .google: URL(string: "https://\(api.rawValue)/\(method)")
        case .server(let base): URL(string: "\(Self.text(base))/\(api.rawValue)/\(method)")
        }
    }

    private static func text(_ base: URL) -> String {
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// Returns a server on this machine over plain http, as used by `useEmulator(withHost:port:)`; adds brackets to an IPv6
    /// address.
    static func emulator(host: String, port: Int) -> URL? {
        let isIPv6 = host.contains(":") && !host.hasPrefix("[")
        guard let url = URL(string: "http://\(isIPv6 ? "[\(host)]" : host):\(port)"), url.path.isEmpty, url.user == nil,
            url.query == nil, url.fragment == nil, let name = url.host, !name.isEmpty
        else { return nil }
        return url
    }
}

extension ServerAddress: Hashable {
    static func == (one: ServerAddress, other: ServerAddress) -> Bool { one.origin == other.origin }

    func hash(into hasher: inout Hasher) { hasher.combine(origin) }
}

extension ServerAddress: CustomStringConvertible {
    var description: String { origin ?? "Google's servers" }
}
