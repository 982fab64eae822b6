import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import IdentityToolkit
package import Logging
import NIOCore
import ServiceLifecycle
import VinculaCore
package import VinculaEngine

/// The HTTP server for an engine.
package struct VinculaServer: Sendable {
    /// The product's version.
    package static let version = ProductVersion.current

    let endpoints: Endpoints
    let options: ServerOptions
    let hosts: HostRule
    private let connections: OpenConnections
    private let closedProjects: ClosedProjects
    private let requestLog = RequestLog()

    package init(
        engine: AuthEngine, options: ServerOptions, metrics: ServerMetrics, readiness: Readiness,
        connections: OpenConnections = OpenConnections()
    ) {
        self.options = options
        hosts = HostRule(options: options)
        self.connections = connections
        closedProjects = ClosedProjects(notices: options.notices)
        var engine = engine
        let address = options.address
        engine.actionLinks = ActionLinks(
            server: { address.url }, isEmulator: options.isDevelopment, apps: options.apps.identifiers)
        options.apps.add(to: &engine.registeredApps)
        StoreMetrics.add(engine.store.health, engine.store.replica, to: metrics.registry)
        endpoints = Endpoints(engine: engine, options: options, metrics: metrics, readiness: readiness)
    }

    /// Returns the server as a service that runs until it is told to stop, and then answers the requests that it has
    /// accepted.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - logger: The logger for requests.
    ///   - onRunning: Called with the port once connections are accepted.
    package func application(
        host: String, port: Int, logger: Logger, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        Application(
            responder: responder(),
            server: HTTPServerBuilder { [options, connections] responder in
                let plain = GuardedHTTPChannel(
                    responder: responder, limits: ConnectionLimits(options), connections: connections,
                    proxies: ProxyWatch(options))
                guard let source = options.tlsSource(for: GuardedHTTPChannel.self) else { return plain }
                return TLSChannel(base: plain, source: source)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024),
            onServerRunning: { [options, connections] channel in
                await AcceptGate.add(
                    to: channel, maximum: options.maximumConnections, connections: connections, logger: logger)
                // Clients wait for the public port.
                if !options.isAdminPort, !options.isConsolePort { endpoints.readiness.set(true) }
                await onRunning(channel.localAddress?.port ?? port)
            },
            logger: RequestLogHandler.logger(logger))
    }

    /// Returns what answers all requests.
    private func responder() -> RouteTable {
        let router = Router(context: ServerContext.self)
        let middleware = ServerMiddleware(
            safetyHeaders: SafetyHeadersMiddleware(address: options.address),
            cors: CORSMiddleware(
                administratorPaths: Self.paths { $0 == .administrator || $0 == .developer },
                visitorPaths: Self.paths { $0 == .visitor || $0 == .console }),
            observation: ObservationMiddleware(
                metrics: endpoints.metrics, proxies: options.trustedProxies, tracing: options.tracing),
            errors: ErrorMiddleware(metrics: endpoints.metrics, isDevelopment: options.isDevelopment))
        var table = RouteTable.Builder(router, middleware)
        for (path, place, routes) in Self.paths {
            let observed = endpoints.metrics.route(place.description)
            var handlers: [HTTPRequest.Method: PathHandlers.Handler] = [:]
            for route in routes where route.isServed(options) {
                let signIns = SignInMetrics(route.operation.name, endpoints.metrics.registry)
                handlers[route.method] = { request, context in
                    context.route.found(observed)
                    guard let signIns else { return try await answer(request, context, route) }
                    return try await signIns.count { try await answer(request, context, route) }
                }
            }
            if !handlers.isEmpty { table.add(path, place, PathHandlers(handlers, observed: observed)) }
        }
        return table.table()
    }

    /// All paths with their routes, read once: a test process starts hundreds of servers.
    private static let paths: [(path: String, place: RouterPath, routes: [Route])] = {
        var places: [String: Int] = [:]
        var paths: [(path: String, place: RouterPath, routes: [Route])] = []
        for route in Routes.all {
            for path in route.paths {
                if let place = places[path] {
                    paths[place].routes.append(route)
                } else {
                    places[path] = paths.count
                    paths.append((path, RouterPath(path), [route]))
                }
            }
        }
        return paths
    }()

    /// Answers a request to a route: on the event loop of its connection if that takes no time.
    private func answer(_ request: Request, _ context: ServerContext, _ route: Route) async throws -> Response {
        guard !route.isShort(request.headers) else { return try await respond(to: request, context, route) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await respond(to: request, context, route)
        }
    }

    private func respond(to request: Request, _ context: ServerContext, _ route: Route) async throws -> Response {
        let call = try await call(request, context, route: route)
        // Health, metrics, keys and files are about no project, and must not wait for one's settings: the store may hang.
        if route.access == .open, route.limit == nil { return try await route.handler(endpoints.acting(for: call))(call) }
        do {
            return try await requestLog.record(
                call, route.operation, endpoints.engine, context.logger, status: { $0.status.code },
                {
                    let key = try await provenKey(call, context, route)
                    return try await route.handler(endpoints.acting(for: call, proving: key))(call)
                })
        } catch let error as AuthError {
            // Each message takes one request of the address's limit, not two: this one only asked what to prove.
            if case .missingAppCredential = error, call.caller == .app, let limit = route.limit {
                try endpoints.engine.limits.recount(limit, from: call.client)
            }
            count(error, of: route, in: call.scope)
            if case .sessionKeyRefused(let refusal) = error { await note(refusal, call, context) }
            if route.access == .app { await closedProjects.look(at: error, in: call.scope, endpoints.engine) }
            throw error
        }
    }

    /// Counts a refusal in the use of its project. Requests that are refused before it is known are in the metrics only.
    private func count(_ error: AuthError, of route: Route, in scope: ProjectScope) {
        let engine = endpoints.engine
        if case .tooManyAttempts = error {
            engine.usage.add(UsageEvent(.limited, (route.limit ?? .other).rawValue), in: scope, at: engine.clock.now)
        } else if let method = SignInMetrics.failure(of: route.operation.name) {
            engine.usage.add(UsageEvent(.failure, method), in: scope, at: engine.clock.now)
        }
    }

    /// Returns the paths that some callers have, as the router writes them.
    private static func paths(for access: (Route.Access) -> Bool) -> Set<String> {
        Set(paths.filter { $0.routes.contains { access($0.access) } }.map(\.place.description))
    }
}
