import VinculaServer

extension ServerOptions {
    init(_ configuration: ServerConfiguration, address: PublicAddress) {
        self.init(
            isDevelopment: configuration.isDevelopment, project: configuration.project,
            projectNumber: configuration.projectNumber, address: address, maximumBodySize: configuration.bodyLimit,
            maximumJSONDepth: configuration.jsonDepth, maximumHeaderSize: configuration.headerLimit,
            idleTimeout: configuration.idleTimeout, bodyTimeout: configuration.bodyTimeout,
            trustedProxies: configuration.trustedProxies)
    }
}

extension ServerConfiguration {
    /// `host:port`, as it stands in a URL.
    func authority(port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
