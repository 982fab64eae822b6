import Foundation
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
        maximumConnections = OpenFiles.connections(wanted: configuration[\.limits.connections])
        trustedProxies = configuration[\.proxies]
        consoleURL = configuration[\.consoleUrl]
        // In development all clients are on this machine, and tests may send any number of bodies.
        let memory = configuration[\.limits.bodyMemoryBytes]
        bodies = BodyBudget(limit: memory, share: configuration.isDevelopment ? nil : max(maximumBodySize, memory / 4))
        startPage = configuration[\.startPage]
        imports = ConsoleImports(folder: configuration.importFolder)
        apps = LinkedApps(
            apple: configuration[\.apps.apple], android: configuration[\.apps.android],
            firebaseApps: configuration[\.apps.firebaseAppIds])
    }
}

extension ServerConfiguration {
    /// `host:port`, as in a URL.
    func authority(port: Int) -> String { ListenAddress(host: host, port: port).description }
}

extension ServerOptions {
    /// The same server's options for its admin port: plain http on loopback.
    ///
    /// - Parameter bodies: The memory for its bodies, which the public port cannot use up.
    func forAdminPort(bodies: BodyBudget) -> ServerOptions {
        var options = self
        options.bodies = bodies
        options.isAdminPort = true
        // Only tools on this machine connect to it; their connections do not count towards the public port's.
        options.maximumConnections = 64
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
    /// The folder for files that operators import; `nil` for a temporary one.
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
