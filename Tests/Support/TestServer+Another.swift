import Hummingbird
import Logging
package import VinculaServer

extension TestServer {
    /// Runs another server on the same data, until it is cancelled.
    ///
    /// - Parameters:
    ///   - connections: Its connections.
    ///   - onRunning: Called with the port once connections are accepted, by the task that handles them after that.
    package func runAnother(connections: OpenConnections, onRunning: @escaping @Sendable (Int) async -> Void) async {
        let other = VinculaServer(
            engine: engine, options: ServerOptions(isDevelopment: true, project: project, address: address),
            metrics: ServerMetrics(), readiness: Readiness(), connections: connections)
        let application = other.application(
            host: "127.0.0.1", port: 0, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            onRunning: onRunning)
        try? await application.run()
    }
}
