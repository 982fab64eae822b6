#if os(Linux)
    import AsyncHTTPClient
    import Foundation

    /// The proxy set in the environment for servers on the internet: `https_proxy` or `all_proxy`, and `no_proxy`, which
    /// lists the hosts reached without one.
    ///
    /// The variables mean the same as for curl. Plain http is used for this machine only, and never with a proxy.
    struct HTTPProxy: Hashable {
        let isSOCKS: Bool
        let host: String
        let port: Int
        let user: String?
        let password: String?

        /// - Returns: nil if the server should be reached without a proxy, or if the value is not a proxy.
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

        /// Returns whether a comma-separated list of domains contains a host or one of its parent domains.
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
