import Foundation
import VinculaServer

extension ServerOptions {
    init(_ configuration: ServerConfiguration, address: PublicAddress) {
        self.init(
            isDevelopment: configuration.isDevelopment, project: configuration.project,
            projectNumber: configuration.projectNumber, address: address, maximumBodySize: configuration.bodyLimit,
            maximumJSONDepth: configuration.jsonDepth, maximumHeaderSize: configuration.headerLimit,
            idleTimeout: configuration.idleTimeout, bodyTimeout: configuration.bodyTimeout,
            headerTimeout: configuration.headerTimeout, writeTimeout: configuration.writeTimeout,
            minimumRate: configuration.minimumRate,
            maximumConnections: OpenFiles.connections(wanted: configuration.maximumConnections),
            trustedProxies: configuration.trustedProxies)
        maximumAppBodySize = configuration.appBodyLimit
        // In development all clients are on this machine, and tests may send any number of bodies.
        let share = configuration.isDevelopment ? nil : max(configuration.bodyLimit, configuration.bodyMemory / 4)
        bodies = BodyBudget(limit: configuration.bodyMemory, share: share)
        apps = configuration.apps
    }
}

extension ServerConfiguration {
    /// `host:port`, as in a URL.
    func authority(port: Int) -> String { Self.authority(host: host, port: port) }

    static func authority(host: String, port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
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
        return options
    }
}

extension ServerConfiguration {
    /// The TLS certificate, if there is one.
    ///
    /// - Throws: `PEMFile.Failure`.
    func certificate() throws -> ServerCertificate? {
        guard let certificateFile, let certificateKeyFile else { return nil }
        return try ServerCertificate(certificateFile: certificateFile, keyFile: certificateKeyFile)
    }
}
