import NIOCore
import VinculaCore

/// What one connection may take, and how long.
struct ConnectionLimits: Sendable {
    /// How long a header section may take: the first from when the connection was made, later ones from their first byte.
    var header: TimeAmount
    /// How long a body may take at most.
    var body: TimeAmount
    /// How fast a body must come once a third of its time is over, and how fast an answer must be read, in bytes a second;
    /// 0 leaves only the times.
    var minimumRate: Int
    /// How often a client that does not keep up with an answer must have made progress.
    var write: TimeAmount
    /// How long a connection may idle between two requests.
    var idle: TimeAmount
    /// The longest header section, in bytes.
    var headerSize: Int
    /// The longest body, in bytes; of one that nobody asks for, no more than this is read.
    var bodySize: Int
    /// What all bodies may take together.
    var bodies: BodyBudget
    /// Whose word on where a request comes from is believed.
    var proxies: TrustedProxies
    /// The most header fields.
    var headerCount: Int
    /// Whether what a proxy passed on is refused.
    var refusesProxies: Bool

    init(_ options: ServerOptions) {
        header = .seconds(Int64(options.headerTimeout))
        body = .seconds(Int64(options.bodyTimeout))
        minimumRate = options.minimumRate
        write = .seconds(Int64(options.writeTimeout))
        idle = .seconds(Int64(options.idleTimeout))
        headerSize = options.maximumHeaderSize
        bodySize = options.maximumBodySize
        bodies = options.bodies
        proxies = options.trustedProxies
        headerCount = 100
        refusesProxies = options.isAdminPort
    }

    /// When a body must be there, or must at least have grown.
    ///
    /// - Parameter received: How much of it came, in bytes.
    func bodyDeadline(startedAt start: NIODeadline, received: Int) -> NIODeadline {
        guard minimumRate > 0 else { return start + body }
        let earned = TimeAmount.nanoseconds(Int64(Double(received) / Double(minimumRate) * 1e9))
        return min(start + body, start + .nanoseconds(body.nanoseconds / 3) + earned)
    }
}
