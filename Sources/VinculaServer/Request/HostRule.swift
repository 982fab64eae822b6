import Foundation
import HTTPTypes
import Hummingbird

/// The names under which clients may call a server.
package struct HostRule: Sendable {
    let options: ServerOptions

    /// Checks a request's `Host`.
    ///
    /// Two `Host` fields are always refused: a proxy in front of this server may have used the other one. In production a
    /// public server answers to its public name, to IP addresses and to this machine's names.
    ///
    /// - Throws: ``RequestRefusal/foreignHost``.
    func check(_ request: Request) throws(RequestRefusal) {
        if request.headers.contains(.host) { throw .foreignHost }
        // Links lead to these under whatever names the projects use for the server; the responses do not depend on the name.
        let path = request.uri.path
        let isPage =
            path.hasPrefix("/__/auth/") || path == "/.well-known/apple-app-site-association"
            || path == "/.well-known/assetlinks.json"
        guard !isPage else { return }
        guard !options.isDevelopment, !options.isAdminPort, !options.isConsolePort, let authority = request.head.authority else {
            return
        }
        guard let host = Self.host(authority) else { throw .foreignHost }
        guard host == options.address.host || Self.isLocal(host) || Self.isAddress(host) else { throw .foreignHost }
    }

    /// Checks that a request that needs no secret does not come from a web page of another host: any page that is opened on
    /// this machine could otherwise send `Bearer owner`, or read responses under a name that it made resolve to this
    /// machine.
    ///
    /// - Throws: ``RequestRefusal/foreignOrigin``.
    func requireLocalCaller(_ request: Request) throws(RequestRefusal) {
        let names = [request.head.authority.map { "http://\($0)" }, request.headers[.origin]].compactMap(\.self)
        for name in names {
            let host = URL(string: name)?.host(percentEncoded: false)?.lowercased() ?? ""
            // The public name leads to the public port and is not one of the admin port's names.
            let publicHost = options.isAdminPort ? nil : options.address.host
            guard Self.isLocal(host) || host == publicHost && !host.isEmpty else { throw .foreignOrigin }
        }
        // Without `Origin`: a page of another site includes the address as a script, a picture or a frame.
        let fetch = FetchMetadata(request.headers)
        if request.headers[.origin] == nil, fetch.isCrossSite, !fetch.isVisit { throw .foreignOrigin }
    }

    /// Checks that a browser requests a page because somebody goes there or is there. Pages of other sites may lead to it,
    /// but their scripts may not send or read anything: not directly, and not under a name that they made resolve to this
    /// machine.
    ///
    /// An address is no such name, and phones on the developer's network use it.
    ///
    /// - Throws: ``RequestRefusal/foreignHost``, ``RequestRefusal/foreignOrigin``.
    func requireVisitor(_ request: Request) throws(RequestRefusal) {
        guard let authority = request.head.authority, let host = Self.host(authority) else { throw .foreignHost }
        guard Self.isLocal(host) || Self.isAddress(host) || host == options.address.host else { throw .foreignHost }
        let fetch = FetchMetadata(request.headers)
        let isPost = request.method == .post
        if fetch.isCrossSite, isPost || !fetch.isVisit { throw .foreignOrigin }
        guard fetch.site == nil, let origin = request.headers[.origin] else { return }
        // A browser that does not say where a request comes from. Forms of our own have the origin `null`, for want of a
        // referrer; a form of another site's gets nothing that it can read.
        guard origin.lowercased().hasSuffix("://" + authority.lowercased()) || isPost && origin == "null" else {
            throw .foreignOrigin
        }
    }

    /// Checks that a browser requests a page of the console because an operator goes there, and that a form comes from a page of
    /// the console itself.
    ///
    /// Only this machine's names and that of the console's own address lead there: another name may have been made to resolve to
    /// this machine. A form without a word about where it comes from is refused.
    ///
    /// - Throws: ``RequestRefusal/foreignHost``, ``RequestRefusal/foreignOrigin``.
    func requireOperator(_ request: Request) throws(RequestRefusal) {
        guard let authority = request.head.authority, let host = Self.host(authority) else { throw .foreignHost }
        let isOwn = options.isDevelopment && host == options.address.host || host == options.consoleHost
        guard Self.isLocal(host) || isOwn else { throw .foreignHost }
        let fetch = FetchMetadata(request.headers)
        let isForm = request.method != .get && request.method != .head
        if let origin = request.headers[.origin] {
            guard origin.lowercased().hasSuffix("://" + authority.lowercased()) else { throw .foreignOrigin }
        } else if isForm, fetch.site == nil {
            throw .foreignOrigin
        }
        guard let site = fetch.site else { return }
        guard isForm ? site == "same-origin" : !fetch.isCrossSite || fetch.isVisit else { throw .foreignOrigin }
    }

    /// Returns the host of an authority, in lower case and without a final dot.
    static func host(_ authority: String) -> String? {
        if let host = plainHost(authority) { return host }
        guard let host = URL(string: "http://\(authority)")?.host(percentEncoded: false)?.lowercased(), !host.isEmpty else {
            return nil
        }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Returns the host of an authority that is a name or an IPv4 address in ASCII, perhaps with a port: what nearly all are, and
    /// what `URL` would return for it.
    ///
    /// - Returns: `nil` for every other authority.
    private static func plainHost(_ authority: String) -> String? {
        let bytes = authority.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let port = bytes[end...].dropFirst()
        guard end == bytes.endIndex || (1...5).contains(port.count) && port.allSatisfy(isDigit) else { return nil }
        let host = bytes[..<end]
        guard let last = host.last, last != UInt8(ascii: "."), last != UInt8(ascii: "-"), host.first != UInt8(ascii: "-")
        else { return nil }
        var isLowercase = true
        var previous: UInt8 = 0
        for byte in host {
            defer { previous = byte }
            switch byte {
            // `xn--` begins a name in other letters.
            case UInt8(ascii: "-") where previous == byte: return nil
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"): break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): isLowercase = false
            default: guard isDigit(byte) else { return nil }
            }
        }
        let name = String(Substring(host))
        return isLowercase ? name : name.lowercased()
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLocal(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost")
    }

    /// Indicates whether a host is an IP address, which health checks use.
    ///
    /// - Parameter host: The host, without brackets.
    package static func isAddress(_ host: String) -> Bool {
        if host.contains(":") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
