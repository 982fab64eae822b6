import Foundation

/// Where a request comes from, as far as that can be trusted.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 128 bits of an IPv6 address, an IPv4 one as `::ffff:a.b.c.d`, so that both spellings of one are the same.
    let high: UInt64
    let low: UInt64

    /// The caller of code that was told of no client; all such callers share what one client may do.
    public static let unknown = ClientAddress(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter ipv4: The address with its first byte highest.
    public init(ipv4: UInt32) { self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4)) }

    /// - Parameter bytes: The sixteen bytes of an IPv6 address, in the order of the network.
    public init?(ipv6 bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
    }

    /// Reads an address as it is written, in its strict form: no zones, no leading zeros, no host names.
    public init?(_ text: some StringProtocol) {
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

    /// Whether this is an address of IPv4, in whichever of its two spellings it came.
    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// The address with all but its first bits cleared.
    ///
    /// - Parameter bits: How many of the 128 stay.
    func masked(bits: Int) -> ClientAddress {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits)) }
        return ClientAddress(high: high & mask(bits), low: low & mask(bits - 64))
    }

    /// Who shares a limit: one address of IPv4; of IPv6 a /64, since a home or a server has one to itself.
    public var site: ClientAddress { isIPv4 ? self : masked(bits: 64) }

    /// The /48 of an IPv6 address, of which a customer easily gets one: 65,536 sites. `nil` for IPv4.
    public var block: ClientAddress? { isIPv4 ? nil : masked(bits: 48) }

    /// The neighbourhood whose failed guesses count together: a /24 of IPv4, a /64 of IPv6.
    public var neighbourhood: ClientAddress { masked(bits: isIPv4 ? 120 : 64) }

    /// The network whose requests for mail count together: a /24 of IPv4, a /48 of IPv6.
    public var network: ClientAddress { masked(bits: isIPv4 ? 120 : 48) }

    /// The sixteen bytes, an IPv4 address mapped into IPv6.
    public var bytes: [UInt8] {
        [high, low].flatMap { part in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: part >> UInt64($0)) } }
    }

    public var description: String {
        let bytes = bytes
        if isIPv4 { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "::" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
