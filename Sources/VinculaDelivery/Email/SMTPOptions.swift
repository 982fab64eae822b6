/// Where and how mails are handed over.
public struct SMTPOptions: Sendable {
    /// What protects the connection.
    public enum Security: String, Hashable, Sendable, CaseIterable {
        /// TLS by STARTTLS, without which nothing is sent; usual on port 587.
        case startTLS
        /// TLS from the first byte; usual on port 465.
        case tls
        /// Nothing: mails and password can be read on the way. For a server on the same machine, and for tests.
        case none
    }

    /// A name or an IP address. With TLS the server's certificate must be for it.
    public var host: String
    public var port: Int
    public var security: Security
    /// With no name, or no password, the sender does not sign in.
    public var username: String?
    public var password: String?
    /// The path of the PEM file with the authorities that are trusted, in place of the system's.
    public var caFile: String?
    /// How long a connection may take to be made, in seconds.
    public var connectTimeout: Int
    /// How long one mail may take altogether, in seconds.
    ///
    /// Servers may look at a mail for long before they answer. One that is given up meanwhile is sent again, and came twice.
    public var timeout: Int
    /// What the sender calls itself to the server; this machine's name unless given.
    public var helloName: String?

    public init(
        host: String, port: Int, security: Security, username: String? = nil, password: String? = nil, caFile: String? = nil,
        connectTimeout: Int = 15, timeout: Int = 120, helloName: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.username = username
        self.password = password
        self.caFile = caFile
        self.connectTimeout = connectTimeout
        self.timeout = timeout
        self.helloName = helloName
    }

    /// The server as libcurl takes it: the path is what the sender calls itself.
    var url: String {
        let scheme = security == .tls ? "smtps" : "smtp"
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : Self.escaped(host, besides: "[]:")
        return "\(scheme)://\(name):\(port)/\(Self.escaped(helloName ?? "", besides: "[]:"))"
    }

    /// Nothing in it has a meaning in a URL afterwards.
    private static func escaped(_ text: String, besides allowed: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                String(Unicode.Scalar(byte))
            default:
                allowed.utf8.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + byte.escaped.dropFirst()
            }
        }.joined()
    }
}
