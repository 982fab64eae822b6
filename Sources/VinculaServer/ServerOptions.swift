import Synchronization
public import VinculaCore

/// What the HTTP side of the server needs to know.
public struct ServerOptions: Sendable {
    /// Whether this is `--dev`: any API key, any project, `Bearer owner`, the emulator's control paths.
    public var isDevelopment: Bool
    /// The project that calls with an API key belong to.
    public var project: String
    /// The project's number, which Google's clients get in some places instead of its id.
    public var projectNumber: String
    /// Where clients reach the server.
    public var address: PublicAddress
    /// The longest body, in bytes.
    public var maximumBodySize: Int
    /// The longest body of those who are no administrators, in bytes.
    public var maximumAppBodySize = 64 << 10
    /// What all bodies under way on this port may take together.
    public var bodies = BodyBudget()
    /// The deepest nesting of a JSON body.
    public var maximumJSONDepth: Int
    /// The most values that a JSON body has.
    public var maximumJSONValues: Int
    /// The longest header section, in bytes.
    public var maximumHeaderSize: Int
    /// How long a connection may idle, in seconds.
    public var idleTimeout: Int
    /// How long a request's body may take to arrive, in seconds.
    public var bodyTimeout: Int
    /// How long a request's headers may take to arrive, in seconds.
    public var headerTimeout: Int
    /// How long a client that does not keep up with an answer may make no progress, in seconds.
    public var writeTimeout: Int
    /// How fast a body must arrive and an answer be read, in bytes a second; 0 leaves only the times.
    public var minimumRate: Int
    /// The most connections at a time.
    public var maximumConnections: Int
    /// Whose `X-Forwarded-For` is believed.
    public var trustedProxies: TrustedProxies
    /// The apps that open links to this server themselves.
    public var apps = LinkedApps()
    /// Who is told what an operator should know.
    public var notices = OperatorNotices()
    /// Whether this is the admin port: a listener on loopback that takes `Bearer owner` and answers this machine only.
    public var isAdminPort = false
    /// What the listener speaks TLS with; `nil` for plain http.
    public var certificate: ServerCertificate?

    /// Whether `Bearer owner` administers every project.
    var takesOwner: Bool { isDevelopment || isAdminPort }

    public init(
        isDevelopment: Bool, project: String, projectNumber: String = "12345", address: PublicAddress,
        maximumBodySize: Int = 1 << 20, maximumJSONDepth: Int = 32, maximumJSONValues: Int = 10_000,
        maximumHeaderSize: Int = 32 * 1024, idleTimeout: Int = 60, bodyTimeout: Int = 30,
        headerTimeout: Int = 10, writeTimeout: Int = 30, minimumRate: Int = 500, maximumConnections: Int = 10_000,
        trustedProxies: TrustedProxies = .none
    ) {
        self.isDevelopment = isDevelopment
        self.project = project
        self.projectNumber = projectNumber
        self.address = address
        self.maximumBodySize = maximumBodySize
        self.maximumJSONDepth = maximumJSONDepth
        self.maximumJSONValues = maximumJSONValues
        self.maximumHeaderSize = maximumHeaderSize
        self.idleTimeout = idleTimeout
        self.bodyTimeout = bodyTimeout
        self.headerTimeout = headerTimeout
        self.writeTimeout = writeTimeout
        self.minimumRate = minimumRate
        self.maximumConnections = maximumConnections
        self.trustedProxies = trustedProxies
    }
}

/// Where clients reach the server; known for sure once it listens.
public final class PublicAddress: Sendable {
    private let value: Mutex<String>

    /// - Parameter url: Without a slash at the end.
    public init(_ url: String) { value = Mutex(url) }

    public var url: String { value.withLock { $0 } }

    public func set(_ url: String) { value.withLock { $0 = url } }
}
