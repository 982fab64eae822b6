import ArgumentParser
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaServer

/// `vincula serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the server.",
        discussion: """
            Every setting can stand in the configuration file (`google.clientIds`), in the environment
            (`VINCULA_GOOGLE_CLIENT_IDS`) or here (`--google-client-ids`); here wins over the environment, and that over
            the file. The master key has no flag, because other users of the machine can see flags: set
            `VINCULA_MASTER_KEY`, or leave it to the file `master.key` of the data folder.
            """)

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup(title: "Server") var server: ServerFlags

    func run() async throws {
        let configuration = try await data.configuration(server.values)
        try StartUpCheck.require(configuration)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "vincula")
        logger.logLevel = configuration.logLevel

        let lock = configuration.isEphemeral ? nil : try ServerLock(DataDirectory.prepared(configuration.dataDirectory))
        let installation = try await Installation.open(configuration, creates: true)
        try await installation.engine.prepareSigningKeys([.idToken])

        let readiness = Readiness()
        let hasher = installation.engine.hasher
        let metrics = ServerMetrics(gauges: [
            (name: "vincula_hash_queue", help: "Password hashes that wait for a thread.", read: { hasher.waiting }),
            (name: "vincula_hashes_total", help: "Password hashes computed.", read: { hasher.computed }),
        ])
        let address = PublicAddress(configuration.publicURL ?? "")
        let application = VinculaServer(
            engine: installation.engine, options: ServerOptions(configuration, address: address), metrics: metrics,
            readiness: readiness
        ).application(host: configuration.host, port: configuration.port, logger: logger) { port in
            if configuration.publicURL == nil { address.set("http://\(configuration.authority(port: port))") }
            StartUpSummary.print(configuration, publicURL: address.url)
        }
        var services = ServiceGroupConfiguration(
            services: [
                .init(service: KeyKeeper(engine: installation.engine, logger: logger)),
                .init(service: Janitor(engine: installation.engine, logger: logger)),
                .init(service: application),
                .init(service: Drain(readiness: readiness)),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "lifecycle", factory: { _ in SwiftLogNoOpLogHandler() }))
        services.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeout)
        let group = ServiceGroup(configuration: services)
        defer { withExtendedLifetime(lock) {} }
        do {
            try await group.run()
        } catch {
            try await installation.close()
            if let error = error as? IOError, error.errnoCode == EADDRINUSE {
                throw ConfigurationError(
                    description: """
                        Something listens on \(configuration.authority(port: configuration.port)) already (Firebase's emulator \
                        takes 9099 too). Stop it, or take another port with --listen.
                        """)
            }
            throw error
        }
        try await installation.close()
    }
}
