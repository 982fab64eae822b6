/// What a request shows of a proxy between its client and the server.
public struct ProxyTrace: Hashable, Sendable {
    /// Why many clients look like one.
    public enum Fault: Hashable, Sendable, CaseIterable {
        /// A trusted proxy does not say whom it passes requests on for.
        case namesNoClient
        /// A proxy passes requests on that nobody named as trusted.
        case isNotTrusted
    }

    /// Who opened the connection.
    public var peer: ClientAddress
    /// Whether the peer is a trusted proxy.
    public var isPeerTrusted = false
    /// Whether `X-Forwarded-For` says where the request comes from, be it from this machine.
    public var hasClientAddress = false
    /// Whether there is a header that only proxies write (`Via`, `X-Forwarded-Proto`, …).
    public var hasForwardingHeader = false
    /// Whether the request is HTTP/1.0, which nginx speaks by default and programs do no more.
    public var isOldProtocol = false
    /// Whether it names the server as clients elsewhere do, or comes from an app that does not run on this machine.
    public var isFromElsewhere = false
    /// Whether the connection is encrypted: a program of this machine then calls the public name, too.
    public var isEncrypted = false

    public init(peer: ClientAddress) { self.peer = peer }

    /// What is wrong with the proxy; `nil` where nothing is, or nothing can be told.
    ///
    /// Programs of the same machine call directly, and so do those of a private network. Nothing is said of them unless
    /// something shows a proxy.
    public var fault: Fault? {
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

    /// Whether this is the machine itself.
    public var isLoopback: Bool { Self.loopback.contains(self) }

    /// Whether the address is nobody's on the internet: this machine, or a network of one's own.
    public var isPrivate: Bool { isLoopback || Self.privateNetworks.contains(self) }
}
