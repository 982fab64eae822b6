import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaServer

extension ServerOptions {
    init(_ configuration: ServerConfiguration, address: PublicAddress) {
        self.init(isDevelopment: configuration.isDevelopment, project: configuration.project, address: address)
        projectNumber = configuration[\.projectNumber]
        maximumBodySize = configuration[\.limits.bodyBytes]
        maximumAppBodySize = configuration[\.limits.appBodyBytes]
        maximumJSONDepth = configuration[\.limits.jsonDepth]
        maximumHeaderSize = configuration[\.limits.headerBytes]
        idleTimeout = configuration[\.limits.idleSeconds]
        bodyTimeout = configuration[\.limits.bodySeconds]
        headerTimeout = configuration[\.limits.headerSeconds]
        writeTimeout = configuration[\.limits.writeSeconds]
        minimumRate = configuration[\.limits.bytesPerSecond]
        let connections = OpenFiles.connections(
            wanted: configuration[\.limits.connections], hasPlainPort: configuration.acme?.plainPort != nil,
            others: (configuration[\.adminListen] == nil ? 0 : Self.adminConnections)
                + (configuration[\.consoleListen] == nil ? 0 : Self.adminConnections) + configuration.databaseFiles)
        maximumConnections = connections.main
        maximumPlainConnections = connections.plain
        trustedProxies = configuration[\.proxies]
        consoleURL = configuration[\.consoleUrl]
        // In development all clients are on this machine, and tests may send any number of bodies.
        let memory = configuration[\.limits.bodyMemoryBytes]
        bodies = BodyBudget(limit: memory, share: configuration.isDevelopment ? nil : max(maximumBodySize, memory / 4))
        startPage = configuration[\.startPage]
        services.mail = configuration.mail.map {
            ConfiguredServices.Service(host: "\($0.options.host):\($0.options.port)", sender: $0.from.value)
        }
        services.texts = configuration.texts.map {
            ConfiguredServices.Service(host: $0.host, sender: configuration[\.sms.from])
        }
        for id in configuration.providers.configured { services.clientIDs[id] = configuration.providers[id].clientIDs }
        imports = ConsoleImports(folder: configuration.importFolder)
        readSAMLMetadata = { data throws(SAMLMetadataRefusal) in
            do throws(XMLText.Refusal) {
                return SAMLProviderEdit(try IdentityProviderMetadata(data))
            } catch {
                throw SAMLMetadataRefusal(words: error.description)
            }
        }
        apps = LinkedApps(
            apple: configuration[\.apps.apple], android: configuration[\.apps.android],
            firebaseApps: configuration[\.apps.firebaseAppIds])
    }
}

extension ServerConfiguration {
    /// `host:port`, as in a URL.
    func authority(port: Int) -> String { ListenAddress(host: host, port: port).description }
}

extension ServerConfiguration {
    /// The number of connections to PostgreSQL that the server may open.
    fileprivate var databaseFiles: Int {
        databaseAddress == nil ? 0 : self[\.databaseConnections] * (replica == nil ? 2 : 3) / 2 + 3
    }
}

extension ServerOptions {
    private static let adminConnections = 64

    /// The same server's options for its admin port: plain http on loopback.
    ///
    /// - Parameter bodies: The memory for its bodies, which the public port cannot use up.
    func forAdminPort(bodies: BodyBudget) -> ServerOptions {
        var options = self
        options.bodies = bodies
        options.isAdminPort = true
        // Only tools on this machine connect to it; their connections do not count towards the public port's.
        options.maximumConnections = Self.adminConnections
        options.certificate = nil
        options.managedCertificate = nil
        return options
    }
}

extension ServerOptions {
    /// The same server's options for the console's own port: plain http for a proxy.
    ///
    /// - Parameter bodies: The memory for its bodies, which no other port can use up.
    func forConsolePort(bodies: BodyBudget) -> ServerOptions {
        var options = forAdminPort(bodies: bodies)
        options.isAdminPort = false
        options.isConsolePort = true
        return options
    }
}

extension ServerConfiguration {
    /// The folder for files that operators import; `nil` for a temporary one, which ends with the server.
    ///
    /// On PostgreSQL several servers may share a data folder, which none of them locks, and each would take the others' files for
    /// its own.
    var importFolder: URL? {
        isEphemeral || databaseAddress != nil ? nil : dataDirectory.appending(path: "imports", directoryHint: .isDirectory)
    }

    /// The TLS certificate, if there is one.
    ///
    /// - Throws: `PEMFile.Failure`.
    func certificate() throws -> ServerCertificate? {
        guard let certificateFile, let certificateKeyFile else { return nil }
        return try ServerCertificate(certificateFile: certificateFile, keyFile: certificateKeyFile)
    }
}
