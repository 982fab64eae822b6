import NIOCore
import NIOHTTP1
import VinculaCore

/// A connection's reservations in the body budget: one part for each unanswered request, in order.
struct BodyReservations {
    private struct Part {
        let site: ClientAddress
        /// The maximum length of the body, in bytes; anything longer is refused and not kept.
        let most: Int
        var bytes: Int
    }

    /// The initial reservation for a body, in bytes, whatever length it announces: announcing a length takes nothing from
    /// others. Each time the reservation is full, it is doubled.
    static let firstStep = 4096

    private let budget: BodyBudget
    private let longest: Int
    private let proxies: TrustedProxies
    private let connections: OpenConnections
    private var parts: [Part] = []

    init(_ limits: ConnectionLimits, _ connections: OpenConnections) {
        budget = limits.bodies
        longest = limits.bodySize
        proxies = limits.proxies
        self.connections = connections
    }

    /// The site that sends the newest body.
    var newestSite: ClientAddress? { parts.last?.site }

    /// Makes the initial reservation for the body that a head announces.
    ///
    /// - Parameter peer: The address that opened the connection.
    /// - Returns: `true` if there was room.
    mutating func begin(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) }
        let isChunked = head.headers.contains(name: "Transfer-Encoding")
        let most = min(longest, announced ?? (isChunked ? longest : 0))
        let peer = peer.flatMap(ClientAddress.init) ?? .unknown
        let client = proxies.isEmpty ? peer : proxies.client(peer: peer, forwardedFor: head.headers["X-Forwarded-For"])
        var part = Part(site: client.site, most: most, bytes: 0)
        guard add(min(most, Self.firstStep), to: &part) else { return false }
        parts.append(part)
        return true
    }

    /// Grows the newest body's reservation to hold at least `bytes`, up to the body's maximum length.
    ///
    /// - Returns: `true` if there was room.
    mutating func grow(to bytes: Int) -> Bool {
        guard let last = parts.indices.last, bytes > parts[last].bytes, parts[last].bytes < parts[last].most else { return true }
        var wanted = max(parts[last].bytes, Self.firstStep)
        while wanted < bytes, wanted < parts[last].most { wanted *= 2 }
        return add(min(parts[last].most, wanted) - parts[last].bytes, to: &parts[last])
    }

    /// Releases the oldest request's reservation.
    mutating func end() {
        guard !parts.isEmpty else { return }
        let part = parts.removeFirst()
        if part.bytes > 0 { budget.giveBack(part.bytes, of: part.site) }
    }

    mutating func endAll() { while !parts.isEmpty { end() } }

    /// If the budget is full, the connections whose bodies have been arriving longest are closed; if a site's share is full,
    /// only connections of that site.
    private func add(_ bytes: Int, to part: inout Part) -> Bool {
        guard bytes > 0 else { return true }
        switch budget.reserve(bytes, for: part.site) {
        case .reserved:
            part.bytes += bytes
            return true
        case .full: connections.makeRoomForBodies()
        case .shareFull: connections.makeRoomForBodies(of: part.site)
        }
        return false
    }
}
