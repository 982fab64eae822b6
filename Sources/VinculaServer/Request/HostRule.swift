import Foundation
import HTTPTypes
import Hummingbird

/// By which names a server may be called.
struct HostRule: Sendable {
    let options: ServerOptions

    /// Checks a request's `Host`.
    ///
    /// Two of them are refused always: what stands before this server may have believed the other one. In production a
    /// public server answers to its public name, to addresses and to this machine's names.
    ///
    /// - Throws: ``RequestRefusal/foreignHost``.
    func check(_ request: Request) throws(RequestRefusal) {
        if let name = HTTPField.Name("Host"), request.headers.contains(name) { throw .foreignHost }
        // Links lead to these by whatever names the projects give the server; nothing in their answers depends on it.
        let path = request.uri.path
        let isPage =
            path.hasPrefix("/__/auth/") || path == "/.well-known/apple-app-site-association"
            || path == "/.well-known/assetlinks.json"
        guard !isPage else { return }
        guard !options.isDevelopment, !options.isAdminPort, let authority = request.head.authority else { return }
        guard let host = Self.host(authority) else { throw .foreignHost }
        let publicHost = URL(string: options.address.url)?.host(percentEncoded: false)?.lowercased()
        guard host == publicHost || Self.isLocal(host) || Self.isAddress(host) else { throw .foreignHost }
    }

    /// Checks that no web page from elsewhere sends a request that needs no secret: any page that somebody on this machine
    /// opens could otherwise send `Bearer owner`, or read answers by a name that it made resolve to this machine.
    ///
    /// - Throws: ``RequestRefusal/foreignOrigin``.
    func requireLocalCaller(_ request: Request) throws(RequestRefusal) {
        let names = [request.head.authority.map { "http://\($0)" }, request.headers[.origin]].compactMap(\.self)
        for name in names {
            let host = URL(string: name)?.host(percentEncoded: false)?.lowercased() ?? ""
            // The public name leads to the public port, and is none of the admin port's.
            let publicHost =
                options.isAdminPort ? nil : URL(string: options.address.url)?.host(percentEncoded: false)?.lowercased()
            guard Self.isLocal(host) || host == publicHost && !host.isEmpty else { throw .foreignOrigin }
        }
    }

    static func host(_ authority: String) -> String? {
        guard let host = URL(string: "http://\(authority)")?.host(percentEncoded: false)?.lowercased(), !host.isEmpty else {
            return nil
        }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    static func isLocal(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
    }

    /// Whether a host is an IP address: health checks call servers by those.
    private static func isAddress(_ host: String) -> Bool {
        if host.contains(":") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
