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
        // By their places in the structs: whose members these are depends on which module a compiler meets first.
        case .v4(let address):
            self.init(ipv4: withUnsafeBytes(of: address.address) { $0[4..<8].reduce(0) { $0 << 8 | UInt32($1) } })
        case .v6(let address): self.init(ipv6: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }
}
