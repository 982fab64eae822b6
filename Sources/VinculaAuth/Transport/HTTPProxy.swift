#if os(Linux)
    import AsyncHTTPClient
    import Foundation

    /// The proxy that a person's environment names for servers on the internet: `https_proxy` or `all_proxy`, and `no_proxy`, which
    /// says who is reached without one.
    ///
    /// They mean what they mean to curl. Plain http goes to this machine only, and never by a proxy.
    struct HTTPProxy: Hashable {
        let isSOCKS: Bool
        let host: String
        let port: Int
        let user: String?
        let password: String?

        /// - Returns: nil if the server is to be reached without one, or if what is named is no proxy.
        init?(for url: URL, _ environment: [String: String]) {
            guard url.scheme?.lowercased() == "https", let host = url.host()?.lowercased() else { return nil }
            func value(_ name: String) -> String? {
                [environment[name], environment[name.uppercased()]].compactMap(\.self).first { !$0.isEmpty }
            }
            if let names = value("no_proxy"), Self.isExempt(host, names) { return nil }
            guard let text = value("https_proxy") ?? value("all_proxy"),
                let proxy = URL(string: text.contains("://") ? text : "http://\(text)"), let name = proxy.host(), !name.isEmpty
            else { return nil }
            switch proxy.scheme?.lowercased() {
            case "http": isSOCKS = false
            case "socks5", "socks5h", "socks": isSOCKS = true
            default: return nil
            }
            self.host = name
            port = proxy.port ?? 1080
            user = proxy.user(percentEncoded: false)
            password = proxy.password(percentEncoded: false)
        }

        /// Whether a list of domains, separated by commas, contains a host: itself or one above it.
        private static func isExempt(_ host: String, _ names: String) -> Bool {
            names.lowercased().split(separator: ",").contains { entry in
                let name = entry.trimmingCharacters(in: .whitespaces).drop { $0 == "." }
                return name == "*" || (!name.isEmpty && (host == name || host.hasSuffix(".\(name)")))
            }
        }

        var setting: HTTPClient.Configuration.Proxy {
            if isSOCKS { return .socksServer(host: host, port: port) }
            guard let user else { return .server(host: host, port: port) }
            return .server(host: host, port: port, authorization: .basic(username: user, password: password ?? ""))
        }
    }
#endif
