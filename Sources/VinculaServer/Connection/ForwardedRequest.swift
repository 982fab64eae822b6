import NIOHTTP1

/// Detects requests that a proxy forwarded.
enum ForwardedRequest {
    private static let headers: Set<String> = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "client-ip", "true-client-ip", "x-cluster-client-ip", "x-original-host",
        "x-original-forwarded-for", "x-original-url", "x-rewrite-url", "x-proxyuser-ip", "proxy-connection", "cdn-loop",
        "cf-connecting-ip", "cf-ray", "fastly-client-ip", "fly-client-ip", "x-azure-clientip", "x-appengine-user-ip",
        "x-envoy-external-address", "x-amzn-trace-id", "x-cloud-trace-context",
    ]

    /// Indicates whether a request has a header that proxies add and direct callers do not.
    static func hasHeader(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains { name, _ in
            let name = name.lowercased()
            return name.hasPrefix("x-forwarded") || headers.contains(name)
        }
    }

    /// Indicates whether a request is HTTP/1.0, which nginx uses towards its upstream servers unless it is configured
    /// otherwise.
    static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major < 1 || head.version == .http1_0 }
}
