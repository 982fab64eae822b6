import Foundation
import HTTPTypes
import NIOCore
import VinculaCore

extension ClientAddress {
    /// Creates the address that a request comes from, as seen through the trusted proxies.
    init(of headers: HTTPFields, peer: ClientAddress, proxies: TrustedProxies) {
        // Almost always there is no proxy, and then nothing to parse.
        guard !proxies.isEmpty, let name = HTTPField.Name("X-Forwarded-For") else {
            self = peer
            return
        }
        self = proxies.client(peer: peer, forwardedFor: headers[values: name])
    }

    /// - Returns: `nil` for an address that is not an IP address, such as a Unix domain socket's.
    init?(_ address: SocketAddress) {
        switch address {
        // Read by offset: which module the structs' members belong to depends on which one the compiler meets first.
        case .v4(let address):
            self.init(ipv4: withUnsafeBytes(of: address.address) { $0[4..<8].reduce(0) { $0 << 8 | UInt32($1) } })
        case .v6(let address): self.init(ipv6: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }
}
