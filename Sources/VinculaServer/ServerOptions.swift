import Synchronization
public import VinculaCore

/// The options of the server's HTTP side.
public struct ServerOptions: Sendable {
    /// Indicates whether this is `--dev`: any API key, any project, `Bearer owner`, the emulator's control paths.
    public var isDevelopment: Bool
    /// The project that calls with an API key belong to.
    public var project: String
    /// The project's number, which Google's clients get in some places instead of its id.
    public var projectNumber = "12345"
    /// The address at which clients reach the server.
    public var address: PublicAddress
    /// The maximum length of a body, in bytes.
    public var maximumBodySize = 1 << 20
    /// The maximum length of a body from callers other than administrators, in bytes.
    public var maximumAppBodySize = 64 << 10
    /// The memory budget for all bodies being received on this port.
    public var bodies = BodyBudget()
    /// The maximum nesting depth of a JSON body.
    public var maximumJSONDepth = 32
    /// The maximum number of values in a JSON body.
    public var maximumJSONValues = 10_000
    /// The maximum length of a header section, in bytes.
    public var maximumHeaderSize = 32 << 10
    /// The maximum idle time of a connection, in seconds.
    public var idleTimeout = 60
    /// The time limit for a request's body to arrive, in seconds.
    public var bodyTimeout = 30
    /// The time limit for a request's headers to arrive, in seconds.
    public var headerTimeout = 10
    /// The longest time without progress for a client that falls behind on a response, in seconds.
    public var writeTimeout = 30
    /// The minimum rate at which a body must arrive and a response be read, in bytes per second; 0 leaves only the time
    /// limits.
    public var minimumRate = 500
    /// The maximum number of simultaneous connections.
    public var maximumConnections = 10_000
    /// The proxies whose `X-Forwarded-For` is trusted.
    public var trustedProxies = TrustedProxies.none
    /// The apps that open links to this server themselves.
    public var apps = LinkedApps()
    /// The notices to the operator.
    public var notices = OperatorNotices()
    /// Indicates whether this is the admin port: a listener on loopback that accepts `Bearer owner` and serves this machine
    /// only.
    public var isAdminPort = false
    /// The certificate that the listener uses for TLS; `nil` for plain HTTP.
    public var certificate: ServerCertificate?

    /// Indicates whether `Bearer owner` administers every project.
    var takesOwner: Bool { isDevelopment || isAdminPort }

    public init(isDevelopment: Bool, project: String, address: PublicAddress) {
        self.isDevelopment = isDevelopment
        self.project = project
        self.address = address
    }
}

/// The address at which clients reach the server; final once the server listens.
public final class PublicAddress: Sendable {
    private let value: Mutex<String>

    /// - Parameter url: The URL, without a trailing slash.
    public init(_ url: String) { value = Mutex(url) }

    public var url: String { value.withLock { $0 } }

    public func set(_ url: String) { value.withLock { $0 = url } }
}
