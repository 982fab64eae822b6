import NIOCore
import NIOHTTP1
import VinculaCore

/// What one connection has of the budget for bodies: a part for each request that is not answered yet, in order.
struct BodyReservations {
    private struct Part {
        let site: ClientAddress
        /// How long the body can become, in bytes; what is longer is refused, and not kept.
        let most: Int
        var bytes: Int
    }

    /// What a body has at first, in bytes, whatever length it announces: who only announces takes nothing from others. Each time
    /// it is full, as much again is added.
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

    /// Whose newest body it is.
    var newestSite: ClientAddress? { parts.last?.site }

    /// Reserves the first of the body that a head announces.
    ///
    /// - Parameter peer: Who opened the connection.
    /// - Returns: Whether there was room.
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

    /// Makes sure that the newest body may have so many bytes.
    ///
    /// - Returns: Whether there was room.
    mutating func grow(to bytes: Int) -> Bool {
        guard let last = parts.indices.last, bytes > parts[last].bytes, parts[last].bytes < parts[last].most else { return true }
        var wanted = max(parts[last].bytes, Self.firstStep)
        while wanted < bytes, wanted < parts[last].most { wanted *= 2 }
        return add(min(parts[last].most, wanted) - parts[last].bytes, to: &parts[last])
    }

    /// Gives back what the oldest request had.
    mutating func end() {
        guard !parts.isEmpty else { return }
        let part = parts.removeFirst()
        if part.bytes > 0 { budget.giveBack(part.bytes, of: part.site) }
    }

    mutating func endAll() { while !parts.isEmpty { end() } }

    /// Where there is no room, those who hold it for longest lose it; of a full share, only those who hold that.
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
