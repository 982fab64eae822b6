/// The reverse proxies that are trusted to name the client of a request.
package struct TrustedProxies: Hashable, Sendable {
    /// A text that is not an address, a network or `loopback`.
    package struct Unreadable: Error, Hashable {
        package let text: String

        package init(text: String) { self.text = text }
    }

    /// No proxy is trusted: the client is the peer of the connection.
    package static let none = TrustedProxies(ranges: [])

    /// The greatest number of proxies in a row; a longer list is not a real installation but an attack.
    static let longestChain = 32

    private struct Range: Hashable, Sendable {
        let start: ClientAddress
        let bits: Int

        func contains(_ address: ClientAddress) -> Bool { address.masked(bits: bits) == start }
    }

    private let ranges: [Range]

    private init(ranges: [Range]) { self.ranges = ranges }

    /// - Parameter texts: Addresses (`192.0.2.7`), networks (`10.0.0.0/8`, `fd00::/8`), or `loopback`.
    /// - Throws: ``Unreadable``, also for a network with bits set beyond its prefix length.
    package init(_ texts: [String]) throws(Unreadable) {
        var ranges: [Range] = []
        for text in texts {
            for part in text == "loopback" ? ["127.0.0.0/8", "::1"] : [text] {
                guard let range = Self.range(part) else { throw Unreadable(text: text) }
                ranges.append(range)
            }
        }
        self.ranges = ranges
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// Indicates whether an address is that of a trusted proxy.
    package func contains(_ address: ClientAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// Finds the client of a request.
    ///
    /// Each proxy appends to `X-Forwarded-For` the address that it was called from. So the entries are read from the right
    /// for as long as they were written by trusted proxies; what a client itself wrote is further left and is never reached.
    /// The header `Forwarded` is not read: a proxy that writes one of the two headers forwards the other as the client made
    /// it up.
    ///
    /// - Parameters:
    ///   - peer: The address that opened the connection.
    ///   - forwardedFor: The values of all `X-Forwarded-For` fields, in order.
    /// - Returns: The first address from the right that is not a trusted proxy's; the last trusted proxy if no valid entry
    ///   precedes it.
    package func client(peer: ClientAddress, forwardedFor: [String]) -> ClientAddress {
        var client = peer
        guard contains(client) else { return client }
        var hops = 0
        for value in forwardedFor.reversed() {
            for entry in value.split(separator: ",", omittingEmptySubsequences: false).reversed() {
                hops += 1
                guard hops <= Self.longestChain, let address = Self.address(entry) else { return client }
                client = address
                guard contains(client) else { return client }
            }
        }
        return client
    }

    /// Indicates whether the calling proxy named the client that it forwards a request for.
    ///
    /// - Parameter forwardedFor: The values of all `X-Forwarded-For` fields, in order.
    package static func namesClient(_ forwardedFor: [String]) -> Bool {
        forwardedFor.last?.split(separator: ",", omittingEmptySubsequences: false).last.flatMap(address) != nil
    }

    /// Reads an entry: an address, which some proxies write with a port.
    private static func address(_ entry: Substring) -> ClientAddress? {
        let entry = entry.drop { $0 == " " || $0 == "\t" }
        let text = String(entry.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        if let address = ClientAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let port = text[text.index(after: end)...]
            guard port.isEmpty || port.first == ":" && isPort(port.dropFirst()) else { return nil }
            return ClientAddress(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, isPort(parts[1]) else { return nil }
        return ClientAddress(parts[0])
    }

    private static func isPort(_ text: Substring) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func range(_ text: String) -> Range? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let start = parts.first.flatMap({ ClientAddress($0) }) else { return nil }
        let offset = start.isIPv4 ? 96 : 0
        guard parts.count == 2 else { return Range(start: start, bits: 128) }
        guard parts[1].utf8.count <= 3, let length = Int(parts[1]), (0...128 - offset).contains(length) else { return nil }
        let range = Range(start: start, bits: length + offset)
        return start.masked(bits: range.bits) == start ? range : nil
    }
}
