import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import VinculaCore

/// Detects a proxy behind which all clients look like one, and notifies the operator once for each kind of fault.
///
/// It considers only what apps send (POST): health checks and key fetches may come from anywhere.
final class ProxyWatch: Sendable {
    private let address: PublicAddress
    private let proxies: TrustedProxies
    private let isEncrypted: Bool
    private let notices: OperatorNotices
    private let told = Mutex<Set<ProxyTrace.Fault>>([])

    /// - Returns: `nil` under `--dev`, where clients connect directly, and for the admin port and the console's, which refuse proxies.
    init?(_ options: ServerOptions) {
        guard !options.isDevelopment, !options.isAdminPort, !options.isConsolePort else { return nil }
        address = options.address
        proxies = options.trustedProxies
        isEncrypted = options.isEncrypted
        notices = options.notices
    }

    func look(at head: HTTPRequestHead, from peer: SocketAddress?) {
        guard head.method == .POST, told.withLock({ $0.count < ProxyTrace.Fault.allCases.count }),
            let peer = peer.flatMap(ClientAddress.init), let fault = trace(of: head, from: peer).fault
        else { return }
        if told.withLock({ $0.insert(fault).inserted }) { notices.clientsLookAlike(fault, peer) }
    }

    private func trace(of head: HTTPRequestHead, from peer: ClientAddress) -> ProxyTrace {
        var trace = ProxyTrace(peer: peer)
        trace.isPeerTrusted = proxies.contains(peer)
        trace.hasClientAddress = TrustedProxies.namesClient(head.headers["X-Forwarded-For"])
        trace.hasForwardingHeader = ForwardedRequest.hasHeader(head)
        trace.isOldProtocol = ForwardedRequest.isOld(head)
        trace.isFromElsewhere = isFromElsewhere(head.headers)
        trace.isEncrypted = isEncrypted
        return trace
    }

    /// Indicates whether a request uses the server's public name, or comes from a phone or from a web page that is not on
    /// this machine.
    private func isFromElsewhere(_ headers: HTTPHeaders) -> Bool {
        if headers.contains(name: "X-Ios-Bundle-Identifier") || headers.contains(name: "X-Android-Package") { return true }
        if let publicHost = address.host, !HostRule.isLocal(publicHost),
            headers["Host"].contains(where: { HostRule.host($0) == publicHost })
        {
            return true
        }
        let origins = headers["Origin"].compactMap { URL(string: $0)?.host(percentEncoded: false)?.lowercased() }
        return origins.contains { !HostRule.isLocal($0) }
    }
}

/// Detects requests that a proxy forwarded.
enum ForwardedRequest {
    private static let headers: Set<String> = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "client-ip", "true-client-ip", "x-cluster-client-ip", "x-original-host",
        "x-original-forwarded-for", "x-original-url", "x-rewrite-url", "x-proxyuser-ip", "proxy-connection", "cdn-loop",
        "cf-connecting-ip", "cf-ray", "fastly-client-ip", "fly-client-ip", "x-azure-clientip", "x-appengine-user-ip",
        "x-envoy-external-address", "x-amzn-trace-id", "x-cloud-trace-context",
    ]

    /// A bit for each letter with which one of them begins.
    private static let firstLetters = headers.union(["x-forwarded"]).compactMap(\.utf8.first).reduce(into: UInt32(0)) {
        $0 |= 1 << ($1 & 31)
    }

    /// Indicates whether a request has a header that proxies add and direct callers do not.
    static func hasHeader(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains { name, _ in
            // Most requests have five headers, none of which begins like one of these.
            guard let first = name.utf8.first, firstLetters & 1 << (first & 31) != 0 else { return false }
            let name = name.lowercased()
            return name.hasPrefix("x-forwarded") || headers.contains(name)
        }
    }

    /// Indicates whether a request is HTTP/1.0, which nginx uses towards its upstream servers unless it is configured
    /// otherwise.
    static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major < 1 || head.version == .http1_0 }
}
