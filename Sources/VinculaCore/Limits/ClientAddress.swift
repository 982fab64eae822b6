import Foundation

/// The address that a request comes from, as far as it can be trusted.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 128 bits of an IPv6 address; an IPv4 address is stored as `::ffff:a.b.c.d`, so that both spellings of it are
    /// equal.
    let high: UInt64
    let low: UInt64

    /// The address where the caller's is not known. All such callers share the limits of one client.
    package static let unknown = ClientAddress(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter ipv4: The address with its first byte highest.
    package init(ipv4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4)) }

    /// - Parameter bytes: The sixteen bytes of an IPv6 address, in network byte order.
    package init?(ipv6 bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
    }

    /// Reads an address in its strict text form: no zones, no leading zeros, no host names.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(ipv4: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(ipv6: bytes)
        } else {
            return nil
        }
    }

    /// True for an IPv4 address, in either of its spellings.
    package var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The address with all but its first bits cleared.
    ///
    /// - Parameter bits: The number of bits to keep, of 128.
    func masked(bits: Int) -> ClientAddress {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits)) }
        return ClientAddress(high: high & mask(bits), low: low & mask(bits - 64))
    }

    /// The addresses that share a limit: one IPv4 address, or an IPv6 /64, since a home or a server has one to itself.
    package var site: ClientAddress { isIPv4 ? self : masked(bits: 64) }

    /// The /48 of an IPv6 address, which a customer can easily get: 65,536 sites. `nil` for IPv4.
    package var block: ClientAddress? { isIPv4 ? nil : masked(bits: 48) }

    /// The neighbourhood whose failed guesses count together: an IPv4 /24, or an IPv6 /64.
    package var neighbourhood: ClientAddress { masked(bits: isIPv4 ? 120 : 64) }

    /// The network whose requests for mail count together: an IPv4 /24, or an IPv6 /48.
    package var network: ClientAddress { masked(bits: isIPv4 ? 120 : 48) }

    /// The sixteen bytes; an IPv4 address is mapped into IPv6.
    package var bytes: [UInt8] {
        [high, low].flatMap { part in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: part >> UInt64($0)) } }
    }

    package var description: String {
        let bytes = bytes
        if isIPv4 { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "::" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
