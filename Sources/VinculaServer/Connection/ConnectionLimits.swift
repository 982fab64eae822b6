import NIOCore
import VinculaCore

/// The limits on one connection.
struct ConnectionLimits: Sendable {
    /// The time limit for a header section: for the first from when the connection was made, for later ones from their first
    /// byte.
    var header: TimeAmount
    /// The time limit for a body.
    var body: TimeAmount
    /// The minimum rate at which a body must arrive once a third of its time is over, and at which a response must be read,
    /// in bytes per second; 0 leaves only the time limits.
    var minimumRate: Int
    /// The interval within which a client that falls behind on a response must make progress.
    var write: TimeAmount
    /// The maximum idle time between two requests.
    var idle: TimeAmount
    /// The maximum length of a header section, in bytes.
    var headerSize: Int
    /// The maximum length of a body, in bytes; also the most that is read of a body whose request is already answered.
    var bodySize: Int
    /// The memory budget for all bodies together.
    var bodies: BodyBudget
    /// The proxies whose `X-Forwarded-For` is trusted.
    var proxies: TrustedProxies
    /// The maximum number of header fields.
    var headerCount: Int
    /// Indicates whether requests that a proxy forwarded are refused.
    var refusesProxies: Bool
    /// Indicates whether a proxy may forward requests to the console all the same.
    var allowsConsole: Bool

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
        refusesProxies = options.isAdminPort || options.isConsolePort
        allowsConsole = options.consoleURL != nil
    }

    /// Returns the time by which a body must be complete, or at least have grown.
    ///
    /// - Parameter received: The number of bytes received so far.
    func bodyDeadline(startedAt start: NIODeadline, received: Int) -> NIODeadline {
        guard minimumRate > 0 else { return start + body }
        let earned = TimeAmount.nanoseconds(Int64(Double(received) / Double(minimumRate) * 1e9))
        return min(start + body, start + .nanoseconds(body.nanoseconds / 3) + earned)
    }
}
