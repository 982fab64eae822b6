/// The signs in a request of a proxy between its client and the server.
package struct ProxyTrace: Hashable, Sendable {
    /// A misconfiguration that makes many clients look like one.
    package enum Fault: Hashable, Sendable, CaseIterable {
        /// A trusted proxy does not name the client of the requests that it forwards.
        case namesNoClient
        /// A proxy that is not configured as trusted forwards requests.
        case isNotTrusted
    }

    /// The address that opened the connection.
    package var peer: ClientAddress
    /// True if the peer is a trusted proxy.
    package var isPeerTrusted = false
    /// True if `X-Forwarded-For` names the request's client, even if that is this machine.
    package var hasClientAddress = false
    /// True if there is a header that only proxies write (`Via`, `X-Forwarded-Proto`, …).
    package var hasForwardingHeader = false
    /// True if the request is HTTP/1.0, which nginx uses by default and other programs no longer do.
    package var isOldProtocol = false
    /// True if the request addresses the server as clients elsewhere do, or comes from an app that does not run on this
    /// machine.
    package var isFromElsewhere = false
    /// True if the connection is encrypted: in that case programs on this machine use the public name, too.
    package var isEncrypted = false

    package init(peer: ClientAddress) { self.peer = peer }

    /// The fault in the proxy's configuration; `nil` if there is none, or it cannot be determined.
    ///
    /// Programs on the same machine call directly, and so do those in a private network. They are not reported unless
    /// something indicates a proxy.
    package var fault: Fault? {
        let hasTrace = hasForwardingHeader || isOldProtocol || isFromElsewhere
        if isPeerTrusted {
            guard !hasClientAddress else { return nil }
            return !peer.isLoopback || hasTrace ? .namesNoClient : nil
        }
        guard peer.isPrivate else { return nil }
        if hasForwardingHeader { return .isNotTrusted }
        return peer.isLoopback && !isEncrypted && hasTrace ? .isNotTrusted : nil
    }
}

extension ClientAddress {
    private static let loopback = (try? TrustedProxies(["loopback"])) ?? .none
    private static let privateNetworks =
        (try? TrustedProxies(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10"]))
        ?? .none

    /// True for this machine's own addresses.
    package var isLoopback: Bool { Self.loopback.contains(self) }

    /// True if the address is not on the internet: this machine, or a private network.
    package var isPrivate: Bool { isLoopback || Self.privateNetworks.contains(self) }
}
