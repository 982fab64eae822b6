/// The mail server and how to connect to it.
package struct SMTPOptions: Sendable {
    /// The protection of the connection.
    package enum Security: String, Hashable, Sendable, CaseIterable {
        /// TLS with STARTTLS, which is required; usual on port 587.
        case startTLS
        /// Implicit TLS: the connection begins with it; usual on port 465.
        case tls
        /// None: mails and the password can be read in transit. For a server on the same machine, and for tests.
        case none
    }

    /// A name or an IP address. With TLS the server's certificate must be for it.
    package var host: String
    package var port: Int
    package var security: Security
    /// The sender signs in only with both a name and a password.
    package var username: String?
    package var password: String?
    /// The path of the PEM file with the trusted certificate authorities, instead of the system's.
    package var caFile: String?
    /// The timeout for connecting, in seconds.
    package var connectTimeout: Int
    /// The timeout for one mail as a whole, in seconds.
    ///
    /// Servers may inspect a mail for a long time before they reply. A mail that is given up meanwhile is sent again and
    /// arrives twice.
    package var timeout: Int
    /// The name that the sender gives the server; this machine's name unless set.
    package var helloName: String?
    /// The addresses to connect to, if they were looked up and checked before; otherwise libcurl looks them up.
    package var addresses: [String] = []

    package init(
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

    /// The server's URL for libcurl: the path is the sender's name.
    var url: String {
        let scheme = security == .tls ? "smtps" : "smtp"
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : Self.escaped(host, besides: "[]:")
        return "\(scheme)://\(name):\(port)/\(Self.escaped(helloName ?? "", besides: "[]:"))"
    }

    /// The addresses in the form of libcurl's `CURLOPT_RESOLVE`; `nil` if there are none.
    var resolution: String? {
        guard !addresses.isEmpty else { return nil }
        return "\(host):\(port):" + addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
    }

    /// Escapes everything that has a meaning in a URL.
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
