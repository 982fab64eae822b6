package import Foundation
import Synchronization
package import VinculaCore
package import VinculaEngine

/// The reason for which an identity provider's metadata is refused, in English words.
package struct SAMLMetadataRefusal: Error, Hashable, Sendable {
    package let words: String

    package init(words: String) { self.words = words }
}

/// The options of the server's HTTP side.
package struct ServerOptions: Sendable {
    /// Indicates whether this is `--dev`: any API key, any project, `Bearer owner`, the emulator's control paths.
    package var isDevelopment: Bool
    /// The project that calls with an API key belong to.
    package var project: String
    /// The project's number, which Google's clients get in some places instead of its id.
    package var projectNumber = "12345"
    /// The address at which clients reach the server.
    package var address: PublicAddress
    /// The maximum length of a body, in bytes.
    package var maximumBodySize = 4 << 20
    /// The maximum length of a body from callers other than administrators, in bytes.
    package var maximumAppBodySize = 64 << 10
    /// The maximum length of an app's or a browser's body that may carry a SAML response, in bytes: 256 KiB of XML, in base64 and
    /// percent-encoded.
    package var maximumAssertionBodySize = 512 << 10
    /// The memory budget for all bodies being received on this port.
    package var bodies = BodyBudget()
    /// The maximum nesting depth of a JSON body.
    package var maximumJSONDepth = 32
    /// The maximum number of values in a JSON body.
    package var maximumJSONValues = 10_000
    /// The maximum number of values in a JSON body with a thousand rows.
    package var maximumRowValues = 100_000
    /// The maximum length of a header section, in bytes.
    package var maximumHeaderSize = 32 << 10
    /// The maximum idle time of a connection, in seconds.
    package var idleTimeout = 60
    /// The time limit for a request's body to arrive, in seconds.
    package var bodyTimeout = 30
    /// The time limit for a request's headers to arrive, in seconds.
    package var headerTimeout = 10
    /// The longest time without progress for a client that falls behind on a response, in seconds.
    package var writeTimeout = 30
    /// The minimum rate at which a body must arrive and a response be read, in bytes per second; 0 leaves only the time
    /// limits.
    package var minimumRate = 500
    /// The maximum number of simultaneous connections.
    package var maximumConnections = 10_000
    /// The maximum number of open connections of the port for plain HTTP, if there is one.
    package var maximumPlainConnections = 1000
    /// The proxies whose `X-Forwarded-For` is trusted.
    package var trustedProxies = TrustedProxies.none
    /// The page that `/` leads browsers to; `nil` for this server's own.
    package var startPage: String?
    /// The apps that open links to this server themselves.
    package var apps = LinkedApps()
    /// The services that the server's own settings name.
    package var services = ConfiguredServices()
    /// The notices to the operator.
    package var notices = OperatorNotices()
    /// Indicates whether this is the admin port: a listener on loopback that accepts `Bearer owner` and serves this machine
    /// only.
    package var isAdminPort = false
    /// Indicates whether this is the console's own port: it has the console and `/healthz`, and nothing else.
    package var isConsolePort = false
    /// The https address at which operators reach the console through a proxy in front of its port or the admin port, without a
    /// trailing slash; `nil` if there is no such proxy.
    package var consoleURL: String?
    /// The host of ``consoleURL``, in lower case.
    var consoleHost: String? { Self.host(of: consoleURL) }
    /// The certificate that the listener uses for TLS; `nil` for plain HTTP.
    package var certificate: ServerCertificate?
    /// The certificate that the server gets for itself; used instead of ``certificate``.
    package var managedCertificate: ManagedCertificate?
    /// Indicates whether the listener speaks TLS.
    var isEncrypted: Bool { certificate != nil || managedCertificate != nil }

    /// The files that operators import.
    package var imports = ConsoleImports(folder: nil)

    /// Reads what an identity provider publishes about itself for SAML; `nil` if the server reads no XML. Throws its reason in
    /// English words.
    package var readSAMLMetadata: (@Sendable (Data) throws(SAMLMetadataRefusal) -> SAMLProviderEdit)?
    /// The checks that the server makes of itself for the console; `nil` if it makes none.
    package var findings: ServerFindings?
    /// The traces of requests; `nil` if none are made.
    package var tracing: RequestTracing?

    /// Indicates whether `Bearer owner` administers every project.
    var takesOwner: Bool { isDevelopment || isAdminPort }

    private static func host(of url: String?) -> String? {
        url.flatMap { URL(string: $0)?.host(percentEncoded: false)?.lowercased() }
    }

    /// Indicates whether a request to the console came by https.
    ///
    /// - Parameter authority: The name and port that the browser calls the server by.
    func isSecureConsole(authority: String?) -> Bool {
        if certificate != nil { return true }
        guard let consoleURL, consoleURL.hasPrefix("https:"), let host = authority.flatMap(HostRule.host) else { return false }
        return host == consoleHost
    }

    /// The origin of the console for a browser that calls the server by a name.
    func consoleOrigin(authority: String?) -> String {
        if let consoleURL { return consoleURL }
        guard let authority else { return "" }
        return (isSecureConsole(authority: authority) ? "https://" : "http://") + authority
    }

    package init(isDevelopment: Bool, project: String, address: PublicAddress) {
        self.isDevelopment = isDevelopment
        self.project = project
        self.address = address
    }
}

/// The address at which clients reach the server; final once the server listens.
package final class PublicAddress: Sendable {
    /// The parts that requests ask for are read from the URL once.
    private struct Value {
        let url: String
        let host: String?
        let isSecure: Bool

        init(_ url: String) {
            self.url = url
            host = URL(string: url)?.host(percentEncoded: false)?.lowercased()
            isSecure = url.hasPrefix("https:")
        }
    }

    private let value: Mutex<Value>

    /// - Parameter url: The URL, without a trailing slash.
    package init(_ url: String) { value = Mutex(Value(url)) }

    package var url: String { value.withLock { $0.url } }

    /// The name of the host, in lower case.
    var host: String? { value.withLock { $0.host } }

    /// Indicates whether clients connect by HTTPS.
    var isSecure: Bool { value.withLock { $0.isSecure } }

    package func set(_ url: String) { value.withLock { $0 = Value(url) } }
}
