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
    /// Whose `X-Forwarded-For` is believed.
    public var trustedProxies: TrustedProxies

    public init(
        isDevelopment: Bool, project: String, projectNumber: String = "12345", address: PublicAddress,
        maximumBodySize: Int = 1 << 20, maximumJSONDepth: Int = 32, maximumJSONValues: Int = 10_000,
        maximumHeaderSize: Int = 32 * 1024, idleTimeout: Int = 60, bodyTimeout: Int = 30,
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
