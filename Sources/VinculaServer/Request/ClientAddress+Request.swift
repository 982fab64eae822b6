import Foundation
import HTTPTypes
import NIOCore
import VinculaCore

extension ClientAddress {
    /// Where a request comes from, through the proxies that are trusted.
    init(of headers: HTTPFields, peer: ClientAddress, proxies: TrustedProxies) {
        // Almost always there is no proxy, and then nothing to read.
        guard !proxies.isEmpty, let name = HTTPField.Name("X-Forwarded-For") else {
            self = peer
            return
        }
        self = proxies.client(peer: peer, forwardedFor: headers[values: name])
    }

    /// - Returns: `nil` for what is no address of the internet, such as a socket in the file system.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address): self.init(ipv4: UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address): self.init(ipv6: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: return nil
        }
    }
}
